import { shapeOf } from './schema.js';

/**
 * @typedef {import('./openapi.js').Json} Json
 * @typedef {{ writing: boolean, complete: boolean }} Purpose `writing`: a request body, so read-only fields are left
 *   out; `complete`: optional fields too
 */

const MAX_DEPTH = 7;
const OPTIONAL_FIELDS_SHOWN = 3;

/** @type {Record<string, unknown>} */
const BY_FORMAT = {
  'date-time': '2025-03-14T09:30:00Z',
  date: '2025-03-14',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  email: 'editor@example.org',
  uuid: '01957c3e-8f2a-7c41-9d1b-3a6f0e5b7c21',
};

/** @type {Record<string, unknown>} */
const BY_TYPE = { integer: 1, number: 1.5, boolean: true, string: 'text', null: null };

/** @param {Json} doc @param {import('./openapi.js').Media} media @param {Purpose} purpose */
export function mediaExample(doc, media, purpose) {
  const everyField = purpose.writing && purpose.complete;
  return media.example === undefined || everyField ? exampleOf(doc, media.schema, purpose) : media.example;
}

/**
 * @param {Json} doc
 * @param {Json} schema
 * @param {Purpose} purpose
 * @param {number} [depth]
 * @returns {unknown}
 */
export function exampleOf(doc, schema, purpose, depth = 0) {
  const shape = shapeOf(doc, schema);
  const stated = statedExample(shape);
  if (stated !== undefined) return stated;
  // The server may reject an invented text, such as a slug; null is always valid.
  if (purpose.writing && shape.nullable) return null;
  if (shape.variants.length > 0) return exampleOf(doc, shape.variants[0] ?? {}, purpose, depth);
  if (depth > MAX_DEPTH) return shape.nullable ? null : (BY_TYPE[shape.type] ?? {});
  if (shape.type === 'array') return shape.items ? [exampleOf(doc, shape.items, purpose, depth + 1)] : [];
  if (shape.type === 'object') return objectExample(doc, shape, purpose, depth);
  return BY_FORMAT[shape.schema.format] ?? BY_TYPE[shape.type] ?? (shape.nullable ? null : 'text');
}

/** @param {import('./schema.js').Shape} shape @returns {unknown} */
export function statedExample({ schema, values }) {
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  return values?.[0];
}

/** @param {Json} doc @param {import('./schema.js').Shape} shape @param {Purpose} purpose @param {number} depth */
function objectExample(doc, shape, purpose, depth) {
  const hidden = purpose.writing ? 'readOnly' : 'writeOnly';
  const open = shape.properties.filter(([, schema]) => !shapeOf(doc, schema).schema[hidden]);
  const shown = purpose.writing && !purpose.complete ? worthSending(shape, open) : open;
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(doc, schema, purpose, depth + 1)]));
}

/**
 * A body to start from has the required fields; if there are none (PATCH), the first few fields.
 * @param {import('./schema.js').Shape} shape
 * @param {[string, Json][]} properties
 */
function worthSending(shape, properties) {
  const required = properties.filter(([name]) => shape.required.has(name));
  return required.length > 0 ? required : properties.slice(0, OPTIONAL_FIELDS_SHOWN);
}
