import { disclosure, el } from './dom.js';
import { inline } from './prose.js';
import { constraints, shapeOf, typeLabel } from './schema.js';

/**
 * @typedef {import('./openapi.js').Json} Json
 * @typedef {import('./schema.js').Shape} Shape
 * @typedef {{ doc: Json, writing: boolean }} Context `writing`: the schema of a body to send, not of one received
 * @typedef {{ name: string, schema: Json, presence: string | null, open?: boolean }} Field
 */

/**
 * The fields of a schema as a tree: one row a field, nested objects behind a disclosure.
 * @param {Json} doc
 * @param {Json} schema
 * @param {boolean} writing
 */
export function schemaTree(doc, schema, writing) {
  const context = { doc, writing };
  const shape = shapeOf(doc, schema);
  // Open a lone wrapper key (`{"event": …}`): its fields are what readers look for.
  if (hasFields(doc, shape)) return fieldList(context, shape, writing && shape.properties.length === 1);
  return el('ul', { class: 'tree' }, fieldRow(context, { name: 'body', schema, presence: null }));
}

/** @param {Context} context @param {Shape} shape @param {boolean} [open] @returns {HTMLElement} */
function fieldList(context, shape, open = false) {
  if (shape.type === 'array' && shape.items) return fieldList(context, shapeOf(context.doc, shape.items));
  const fields = shape.variants.length > 0 ? variantFields(context, shape.variants) : ownFields(context, shape);
  return el('ul', { class: 'tree' }, ...fields.map((field) => fieldRow(context, { ...field, open })));
}

/** @param {Context} context @param {Json[]} variants @returns {Field[]} */
function variantFields({ doc }, variants) {
  return variants.map((schema, index) => {
    const shape = shapeOf(doc, schema);
    const keys = shape.properties.map(([name]) => name);
    const name = shape.name ?? (keys.length === 1 ? `with ${keys[0]}` : `form ${index + 1}`);
    return { name, schema, presence: null };
  });
}

/** @param {Context} context @param {Shape} shape @returns {Field[]} */
function ownFields(context, shape) {
  const fields = shape.properties.map(([name, schema]) => ({ name, schema, presence: presence(context, shape, name) }));
  return shape.rest ? [...fields, { name: 'any other key', schema: shape.rest, presence: null }] : fields;
}

/** Who sends wants to know what is required; who receives, what can be missing. */
function presence(/** @type {Context} */ { writing }, /** @type {Shape} */ { required }, /** @type {string} */ name) {
  if (writing) return required.has(name) ? 'required' : null;
  return required.size > 0 && !required.has(name) ? 'may be absent' : null;
}

/** @param {Context} context @param {Field} field */
function fieldRow(context, { name, schema, presence, open }) {
  const shape = shapeOf(context.doc, schema);
  const head = [el('code', { class: 'field-name' }, name), ...marks(context, shape, presence)];
  const notes = fieldNotes(shape);
  if (!hasFields(context.doc, shape)) return el('li', {}, el('div', { class: 'field-head' }, ...head), ...notes);
  const content = () => [...notes, fieldList(context, shape)];
  const summary = [el('span', { class: 'field-head' }, ...head)];
  return el('li', {}, disclosure({ class: 'field', open, summary, content }));
}

/** @param {Context} context @param {Shape} shape @param {string | null} presence */
function marks({ doc, writing }, shape, presence) {
  return [
    el('span', { class: 'type' }, typeLabel(doc, shape)),
    shape.nullable && el('span', { class: 'type' }, 'or null'),
    presence && el('span', { class: presence === 'required' ? 'required' : 'type' }, presence),
    writing && shape.schema.readOnly && el('span', { class: 'mark' }, 'read-only'),
    writing && shape.schema.writeOnly && el('span', { class: 'mark' }, 'write-only'),
    shape.schema.deprecated && el('span', { class: 'mark' }, 'deprecated'),
  ];
}

/** @param {Shape} shape @returns {HTMLElement[]} */
function fieldNotes(shape) {
  const { description } = shape.schema;
  const notes = [];
  if (description) notes.push(el('p', { class: 'field-text' }, ...inline(description)));
  if (shape.values) notes.push(valueList(shape.values));
  const limits = constraints(shape.schema);
  if (limits.length > 0) notes.push(constraintList(limits));
  return notes;
}

/** @param {unknown[]} values */
function valueList(values) {
  const chips = values.map((value) => el('li', {}, el('code', {}, String(value))));
  return el('ul', { class: 'values', 'aria-label': 'Allowed values' }, ...chips);
}

/** @param {[string, string][]} limits */
function constraintList(limits) {
  const items = limits.map((limit) => el('span', {}, ...constraintText(limit)));
  return el('p', { class: 'constraints' }, ...items);
}

/** Literal text is set as code, ranges as prose. @param {[string, string]} limit */
export function constraintText([label, text]) {
  const literal = label === 'Default' || label === 'Pattern';
  return [`${label} `, literal ? el('code', {}, text) : text];
}

/** @param {Json} doc @param {Shape} shape @returns {boolean} */
function hasFields(doc, shape) {
  if (shape.type === 'array' && shape.items) return hasFields(doc, shapeOf(doc, shape.items));
  if (shape.variants.length > 0) return shape.variants.some((variant) => hasFields(doc, shapeOf(doc, variant)));
  return shape.properties.length > 0 || shape.rest !== null;
}
