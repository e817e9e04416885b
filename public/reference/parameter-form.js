import { el, uniqueId } from './dom.js';
import { exampleOf, statedExample } from './example.js';
import { shapeOf } from './schema.js';

/**
 * @typedef {import('./openapi.js').Json} Json
 * @typedef {import('./openapi.js').Parameter} Parameter
 * @typedef {HTMLInputElement | HTMLSelectElement} Field
 * @typedef {{ parameter: Parameter, field: Field, row: HTMLElement }} Entry
 */

/** @param {Json} doc @param {Parameter[]} parameters @returns {Entry[]} */
export function parameterEntries(doc, parameters) {
  return parameters.filter((parameter) => parameter.in !== 'cookie').map((parameter) => entry(doc, parameter));
}

/** @param {Json} doc @param {Parameter} parameter @returns {Entry} */
function entry(doc, parameter) {
  const id = uniqueId('parameter');
  const field = fieldFor(doc, parameter);
  field.id = id;
  field.required = parameter.required;
  const label = el(
    'label',
    { for: id },
    el('code', {}, parameter.name),
    el('span', { class: 'place' }, placeOf(parameter)),
  );
  return { parameter, field, row: el('div', { class: 'entry' }, label, field) };
}

/** @param {Parameter} parameter */
function placeOf(parameter) {
  return parameter.required ? `${parameter.in}, required` : parameter.in;
}

/** @param {Json} doc @param {Parameter} parameter @returns {Field} */
function fieldFor(doc, parameter) {
  const shape = shapeOf(doc, parameter.schema);
  const example = startValue(doc, parameter);
  const values = shape.values ?? (shape.type === 'boolean' ? [true, false] : null);
  if (values && values.length > 1) return choiceField(values.map(String), parameter, shape.schema.default);
  const field = /** @type {HTMLInputElement} */ (
    el('input', { ...inputKind(shape), autocomplete: 'off', spellcheck: 'false' })
  );
  // Only required parameters are filled in: an example of an optional filter would narrow the answer unnoticed.
  if (parameter.required) field.value = example;
  else field.placeholder = shape.schema.default === undefined ? hint(example) : `default ${shape.schema.default}`;
  return field;
}

/** @param {string} example */
const hint = (example) => (example ? `e.g. ${example}` : '');

/** @param {Json} doc @param {Parameter} parameter */
function startValue(doc, parameter) {
  const stated = parameter.example ?? statedExample(shapeOf(doc, parameter.schema));
  if (stated !== undefined) return String(stated);
  return parameter.required ? String(exampleOf(doc, parameter.schema, { writing: true, complete: false })) : '';
}

/** @param {import('./schema.js').Shape} shape @returns {Record<string, unknown>} */
function inputKind({ type, schema }) {
  if (type === 'integer') return { type: 'number', step: 1, min: schema.minimum, max: schema.maximum };
  if (type === 'number') return { type: 'number', step: 'any', min: schema.minimum, max: schema.maximum };
  if (schema.format === 'date') return { type: 'date' };
  return { type: 'text' };
}

/** @param {string[]} values @param {Parameter} parameter @param {unknown} fallback */
function choiceField(values, parameter, fallback) {
  const options = values.map((value) => el('option', { value }, value));
  const blank = fallback === undefined ? 'not sent' : `not sent (default ${fallback})`;
  if (!parameter.required) options.unshift(el('option', { value: '' }, blank));
  const field = /** @type {HTMLSelectElement} */ (el('select', {}, ...options));
  if (parameter.required && values.includes(String(parameter.example))) field.value = String(parameter.example);
  return field;
}

/** @param {Entry[]} entries @returns {Map<Parameter, string>} */
export function parameterValues(entries) {
  return new Map(entries.map(({ parameter, field }) => [parameter, field.value.trim()]));
}

/** Marks required fields left empty and returns the first. @param {Entry[]} entries @returns {Entry | undefined} */
export function firstMissing(entries) {
  const missing = entries.filter(({ parameter, field }) => parameter.required && field.value.trim() === '');
  for (const each of entries) each.field.setAttribute('aria-invalid', String(missing.includes(each)));
  return missing[0];
}
