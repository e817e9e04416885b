import { tryConsole } from './console.js';
import { choicesOf } from './credential.js';
import { disclosure, el, uniqueId } from './dom.js';
import { mediaExample } from './example.js';
import { codeBlock, colourJson } from './json-view.js';
import { inline, prose } from './prose.js';
import { requestSample } from './request-sample.js';
import { statusClass } from './result.js';
import { sample } from './sample.js';
import { constraints, shapeOf, typeLabel } from './schema.js';
import { constraintText, schemaTree } from './schema-tree.js';
import { statusName } from './status.js';

/**
 * @typedef {import('./openapi.js').Json} Json
 * @typedef {import('./openapi.js').Operation} Operation
 * @typedef {import('./openapi.js').Parameter} Parameter
 * @typedef {import('./openapi.js').Response} Response
 */

/** @param {Json} doc @param {Operation} operation @param {string} base @returns {HTMLElement} */
export function operationSection(doc, operation, base) {
  const headingId = uniqueId('heading');
  return el(
    'article',
    { class: 'operation', id: operation.id, 'aria-labelledby': headingId },
    ...operationHead(doc, operation, base, headingId),
    el(
      'div',
      { class: 'columns' },
      el('div', { class: 'facts' }, ...facts(doc, operation)),
      el('div', { class: 'samples' }, ...samples(doc, operation)),
    ),
  );
}

/** @param {Json} doc @param {Operation} operation @param {string} base @param {string} headingId */
function operationHead(doc, operation, base, headingId) {
  const link = el('a', { class: 'heading-link', href: `#${encodeURIComponent(operation.id)}` }, operation.summary);
  const heading = el(
    'h4',
    { id: headingId },
    link,
    operation.deprecated && el('span', { class: 'mark' }, 'deprecated'),
  );
  const address = el('p', { class: 'address' }, methodBadge(operation.method), pathText(operation.path));
  const head = el('header', { class: 'operation-head' }, heading, address);
  if (operation.webhook) return [head, prose(operation.description)];
  const holder = el('div', { class: 'console-holder', id: uniqueId('console'), hidden: true });
  const button = el(
    'button',
    { type: 'button', class: 'try-button', 'aria-expanded': 'false', 'aria-controls': holder.id },
    'Try it',
  );
  button.addEventListener('click', () => {
    if (holder.childElementCount === 0) holder.append(tryConsole(doc, operation, base));
    holder.hidden = !holder.hidden;
    button.setAttribute('aria-expanded', String(!holder.hidden));
    button.textContent = holder.hidden ? 'Try it' : 'Close';
  });
  head.append(button);
  return [head, prose(operation.description), holder];
}

/** @param {string} method */
export function methodBadge(method) {
  return el('span', { class: `method method-${method.toLowerCase()}` }, method);
}

/** The path with its parameters set off, and places to break a long one after each slash. @param {string} path */
function pathText(path) {
  const parts = path.split(/(\{[^}]+\}|\/)/).filter((part) => part !== '');
  const nodes = parts.flatMap((part) => {
    if (part === '/') return [part, el('wbr')];
    return part.startsWith('{') ? [el('var', {}, part)] : [part];
  });
  return el('code', { class: 'path' }, ...nodes);
}

/** @param {Json} doc @param {Operation} operation @returns {HTMLElement[]} */
function facts(doc, operation) {
  const isError = (/** @type {Response} */ response) => /^[45d]/.test(response.status);
  const errors = operation.responses.filter(isError);
  const answers = operation.responses.filter((response) => !isError(response));
  return [
    ...keyFacts(operation),
    ...parameterFacts(doc, operation.parameters),
    ...bodyFacts(doc, operation),
    ...(answers.length > 0 ? [el('h5', {}, 'Responses'), ...answers.map((answer) => answerFacts(doc, answer))] : []),
    ...errorFacts(doc, errors),
  ];
}

/** @param {Operation} operation */
function keyFacts(operation) {
  const labels = choicesOf(operation).map(({ label }) => label);
  if (labels.length === 0) return [];
  return [el('p', { class: 'key-facts' }, el('strong', {}, 'Authentication'), labels.join(', or '))];
}

/** @param {Json} doc @param {Parameter[]} parameters */
function parameterFacts(doc, parameters) {
  if (parameters.length === 0) return [];
  const columns = ['Name', 'Type', 'Description'].map((name) => el('th', { scope: 'col' }, name));
  const rows = parameters.map((parameter) => parameterRow(doc, parameter));
  const table = el(
    'table',
    { class: 'parameters' },
    el('caption', { class: 'visually-hidden' }, 'Parameters'),
    el('thead', {}, el('tr', {}, ...columns)),
    el('tbody', {}, ...rows),
  );
  return [el('h5', {}, 'Parameters'), table];
}

/** @param {Json} doc @param {Parameter} parameter */
function parameterRow(doc, parameter) {
  const shape = shapeOf(doc, parameter.schema);
  const limits = constraints(shape.schema).map((limit) => el('div', { class: 'limit' }, ...constraintText(limit)));
  const values = shape.values?.flatMap((value) => [' ', el('code', {}, String(value))]);
  const name = [
    el('code', { class: 'field-name' }, parameter.name),
    el('div', { class: 'place' }, parameter.in),
    parameter.required && el('div', { class: 'required' }, 'required'),
    parameter.deprecated && el('div', { class: 'mark' }, 'deprecated'),
  ];
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, ...name),
    el('td', {}, el('span', { class: 'type' }, typeLabel(doc, shape)), ...limits),
    // The space shows where a narrow screen sets the values in the line of the description.
    el(
      'td',
      {},
      ...inline(parameter.description ?? ''),
      ' ',
      values && el('div', { class: 'limit' }, 'One of', ...values),
    ),
  );
}

/** @param {Json} doc @param {Operation} operation */
function bodyFacts(doc, { body }) {
  const media = body?.media[0];
  if (!body || !media) return [];
  const shape = shapeOf(doc, media.schema);
  const types = body.media.map(({ type }) => type).join(', ');
  const title = el(
    'h5',
    {},
    'Request body ',
    el('span', { class: 'type' }, `${types}, ${typeLabel(doc, shape)}`),
    body.required && el('span', { class: 'required' }, 'required'),
  );
  return [title, prose(body.description ?? shape.schema.description), schemaTree(doc, media.schema, true)].filter(
    (part) => !!part,
  );
}

/** @param {Json} doc @param {Response} response */
function answerFacts(doc, response) {
  const media = response.media[0];
  const label = media ? typeLabel(doc, shapeOf(doc, media.schema)) : 'no body';
  const summary = [statusMark(response.status), ...inline(response.description), el('span', { class: 'type' }, label)];
  if (!media && response.headers.length === 0) return el('p', { class: 'answer-row' }, ...summary);
  const content = () => [headerFacts(response.headers), media && schemaTree(doc, media.schema, false)];
  return disclosure({ class: 'answer-row', open: true, summary, content });
}

/** @param {string} status */
function statusMark(status) {
  return el('strong', { class: `status ${statusClass(status)}` }, status);
}

/** @param {[string, string][]} headers */
function headerFacts(headers) {
  if (headers.length === 0) return null;
  const rows = headers.map(([name, text]) => el('li', {}, el('code', {}, name), ' ', ...inline(text)));
  return el('ul', { class: 'header-facts', 'aria-label': 'Headers' }, ...rows);
}

/** Errors share one body, so it is described once below their list. @param {Json} doc @param {Response[]} errors */
function errorFacts(doc, errors) {
  if (errors.length === 0) return [];
  const rows = errors.map(({ status, description }) =>
    el('li', {}, statusMark(status), el('span', {}, ...inline(description || statusName(status)))),
  );
  const bodies = new Map(errors.flatMap(({ media }) => media.map(({ schema }) => [JSON.stringify(schema), schema])));
  const forms = [...bodies.values()].map((schema) =>
    disclosure({
      class: 'answer-row',
      summary: ['Error body ', el('span', { class: 'type' }, typeLabel(doc, shapeOf(doc, schema)))],
      content: () => schemaTree(doc, schema, false),
    }),
  );
  return [el('h5', {}, 'Errors'), el('ul', { class: 'errors' }, ...rows), ...forms];
}

/** @param {Json} doc @param {Operation} operation */
function samples(doc, operation) {
  const media = operation.body?.media[0];
  const sent = operation.webhook && media ? mediaExample(doc, media, { writing: false, complete: true }) : null;
  return [
    sent ? jsonSample('Body', JSON.stringify(sent, null, 2)) : requestSample(operation),
    answerSample(doc, operation),
  ];
}

/** @param {Json} doc @param {Operation} operation */
function answerSample(doc, operation) {
  const answer = operation.responses.find(({ status, media }) => status.startsWith('2') && media.length > 0);
  const media = answer?.media[0];
  if (!answer || !media) return null;
  const example = mediaExample(doc, media, { writing: false, complete: true });
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  const shown = jsonSample(`Response ${answer.status}`, text);
  if (media.note) shown.append(el('p', { class: 'sample-note' }, ...inline(media.note)));
  return shown;
}

/** @param {string} title @param {string} text */
function jsonSample(title, text) {
  const pre = codeBlock(text, `Example: ${title}`);
  if (/^[[{]/.test(text)) whenNear(pre, () => colourJson(pre, text));
  return sample(title, pre, () => text);
}

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      waiting.get(target)?.();
    }
  },
  { rootMargin: '600px' },
);

/** Colours are thousands of nodes, so each sample gets them as it comes near. @param {Element} element @param {() => void} act */
function whenNear(element, act) {
  waiting.set(element, act);
  near.observe(element);
}
