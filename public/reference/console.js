import { copyButton } from './clipboard.js';
import { confirmed } from './confirmation.js';
import { choicesOf, currentKey, focusKey, keyChanges, proof } from './credential.js';
import { el, uniqueId } from './dom.js';
import { mediaExample } from './example.js';
import { indentJson } from './json-view.js';
import { firstMissing, parameterEntries, parameterValues } from './parameter-form.js';
import { curlCommand, prepareRequest } from './request.js';
import { answerSummary, answerView, duration, send } from './result.js';

/**
 * @typedef {import('./openapi.js').Json} Json
 * @typedef {import('./openapi.js').Operation} Operation
 * @typedef {{ row: HTMLElement, text: () => string | null, type: () => string, problem: () => string | null,
 *   focus: () => void }} BodyEditor
 * @typedef {{ row: HTMLElement | null, choice: () => import('./credential.js').Choice | undefined }} KeyChooser
 */

/** The way to identify last chosen, by the choices there were: whoever works on a closed site chooses once. */
const chosenLabels = new Map();

/**
 * The form that sends an operation for real, and the place for its answer.
 * @param {Json} doc
 * @param {Operation} operation
 * @param {string} base the address paths are appended to
 */
export function tryConsole(doc, operation, base) {
  const entries = parameterEntries(doc, operation.parameters);
  const body = operation.body ? bodyEditor(doc, operation.body.media) : null;
  const keys = keyChooser(operation);
  const request = () =>
    prepareRequest(operation, {
      base,
      values: parameterValues(entries),
      proof: proof(keys.choice(), currentKey()),
      body: body?.text() ?? null,
      bodyType: body?.type() ?? '',
    });
  const result = resultPane();
  const problem = () => checkInput(entries, body);
  const actions = actionRow(operation, { request, problem, result });
  const rows = [...entries.map((entry) => entry.row), body?.row, keys.row];
  const form = el(
    'form',
    { class: 'try-form', novalidate: true, onsubmit: actions.submit },
    ...rows.filter((row) => !!row),
    actions.row,
  );
  return el('div', { class: 'console' }, form, result.element);
}

/** @param {import('./parameter-form.js').Entry[]} entries @param {BodyEditor | null} body @returns {string | null} */
function checkInput(entries, body) {
  const missing = firstMissing(entries);
  if (missing) {
    missing.field.focus();
    return `${missing.parameter.name} is required.`;
  }
  const problem = body?.problem() ?? null;
  if (problem) body?.focus();
  return problem;
}

/** @param {Json} doc @param {import('./openapi.js').Media[]} media @returns {BodyEditor} */
function bodyEditor(doc, media) {
  const id = uniqueId('body');
  const area = /** @type {HTMLTextAreaElement} */ (
    el('textarea', { id, rows: 10, spellcheck: 'false', autocapitalize: 'off' })
  );
  const types = /** @type {HTMLSelectElement} */ (
    el('select', { 'aria-label': 'Content type of the body' }, ...media.map(({ type }) => el('option', {}, type)))
  );
  const fill = (/** @type {boolean} */ complete) => {
    const chosen = media[types.selectedIndex] ?? media[0];
    area.value = chosen ? bodyText(chosen.type, mediaExample(doc, chosen, { writing: true, complete })) : '';
    area.rows = Math.min(22, Math.max(4, area.value.split('\n').length + 1));
  };
  types.addEventListener('change', () => fill(false));
  fill(false);
  const head = el(
    'div',
    { class: 'body-head' },
    el('label', { for: id }, 'Body'),
    ...bodyTools(media, types, area, fill),
  );
  return {
    row: el('div', { class: 'body-entry' }, head, area),
    text: () => (area.value.trim() ? area.value : null),
    type: () => types.value,
    problem: () => bodyProblem(types.value, area.value),
    focus: () => area.focus(),
  };
}

/**
 * @param {import('./openapi.js').Media[]} media
 * @param {HTMLSelectElement} types
 * @param {HTMLTextAreaElement} area
 * @param {(complete: boolean) => void} fill
 */
function bodyTools(media, types, area, fill) {
  const indent = () => {
    area.value = indentJson(area.value) ?? area.value;
  };
  return [
    media.length > 1 ? types : el('span', { class: 'place' }, types.value.replace('application/', '')),
    el('button', { type: 'button', class: 'quiet', onclick: () => fill(false) }, 'Example'),
    el('button', { type: 'button', class: 'quiet', onclick: () => fill(true) }, 'All fields'),
    el('button', { type: 'button', class: 'quiet', onclick: indent }, 'Indent'),
  ];
}

/** @param {string} type @param {unknown} example */
function bodyText(type, example) {
  if (typeof example === 'string') return example;
  return type.includes('ndjson') ? JSON.stringify(example) : JSON.stringify(example, null, 2);
}

/** @param {string} type @param {string} text @returns {string | null} */
function bodyProblem(type, text) {
  if (!text.trim() || type.includes('ndjson') || !type.includes('json')) return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `The body is not valid JSON: ${/** @type {Error} */ (error).message}`;
  }
}

/** @param {Operation} operation @returns {KeyChooser} */
function keyChooser(operation) {
  const choices = choicesOf(operation);
  if (choices.length === 0) return { row: null, choice: () => undefined };
  const id = uniqueId('authentication');
  const remembered = choices.map(({ label }) => label).join('|');
  const options = choices.map(({ label }) => el('option', { value: label }, label));
  const select = /** @type {HTMLSelectElement} */ (el('select', { id }, ...options));
  if (chosenLabels.has(remembered)) select.value = chosenLabels.get(remembered);
  const note = el('p', { class: 'key-note' });
  const choice = () => choices[select.selectedIndex];
  const update = () => note.replaceChildren(...keyNote(choice()));
  select.addEventListener('change', () => {
    chosenLabels.set(remembered, select.value);
    update();
  });
  keyChanges.addEventListener('change', update);
  update();
  return { row: el('div', { class: 'entry' }, el('label', { for: id }, 'Authentication'), select, note), choice };
}

/** @param {import('./credential.js').Choice | undefined} choice @returns {(Node | string)[]} */
function keyNote(choice) {
  const needsKey = choice?.schemes.some((scheme) => scheme.in !== 'cookie') ?? false;
  if (!needsKey || currentKey()) return [];
  const button = el('button', { type: 'button', class: 'link', onclick: focusKey }, 'Enter one');
  return ['There is no key at the top of the page yet. ', button];
}

function resultPane() {
  const line = el('p', { class: 'result-line', 'aria-live': 'polite' }, 'The response will be shown here.');
  const holder = el('div', { class: 'result-holder' });
  const element = el('div', { class: 'result' }, line, holder);
  return {
    element,
    /** @param {string} text @param {'idle' | 'busy' | 'failed'} state @param {HTMLElement} [content] */
    show(text, state, content) {
      line.textContent = text;
      // The answer repeats this line in its own form; it stays for screen readers.
      line.classList.toggle('visually-hidden', content !== undefined);
      element.dataset.state = state;
      holder.replaceChildren(...(content ? [content] : []));
    },
  };
}

/**
 * @param {Operation} operation
 * @param {{ request: () => import('./request.js').PreparedRequest, problem: () => string | null,
 *   result: ReturnType<typeof resultPane> }} parts
 */
function actionRow(operation, { request, problem, result }) {
  /** @type {AbortController | null} */
  let running = null;
  const sendButton = el(
    'button',
    { type: 'submit', class: operation.method === 'DELETE' ? 'danger' : 'primary' },
    'Send',
  );
  const cancel = el(
    'button',
    { type: 'button', class: 'plain', hidden: true, onclick: () => running?.abort() },
    'Cancel',
  );
  const curl = copyButton('Copy as curl', () => curlCommand(request()), 'Copied, with the key if there is one');
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const wrong = problem();
    if (wrong) return result.show(wrong, 'failed');
    const prepared = request();
    if (running || !(await mayBeSent(prepared))) return;
    running = new AbortController();
    cancel.hidden = false;
    await perform(prepared, running.signal, result);
    cancel.hidden = true;
    running = null;
  }
  return { row: el('div', { class: 'actions' }, sendButton, cancel, curl), submit };
}

/** @param {import('./request.js').PreparedRequest} request */
async function mayBeSent({ method, url }) {
  if (method !== 'DELETE') return true;
  return confirmed({ title: 'Send this DELETE for real?', detail: new URL(url).pathname, action: 'Send DELETE' });
}

/**
 * @param {import('./request.js').PreparedRequest} request
 * @param {AbortSignal} signal
 * @param {ReturnType<typeof resultPane>} result
 */
async function perform(request, signal, result) {
  const start = performance.now();
  result.show('Waiting for the response…', 'busy');
  try {
    const answer = await send(request, signal);
    result.show(answerSummary(answer), 'idle', answerView(answer));
  } catch (error) {
    const took = duration(performance.now() - start);
    result.show(signal.aborted ? `Cancelled after ${took}.` : failureText(error, took), 'failed');
  }
}

/** @param {unknown} error @param {string} took */
function failureText(error, took) {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof TypeError)) return reason;
  return `No response after ${took}: the server could not be reached or closed the connection (${reason}).`;
}
