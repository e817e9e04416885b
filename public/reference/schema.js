import { resolve } from './openapi.js';

/**
 * @typedef {import('./openapi.js').Json} Json
 * @typedef {{ name: string | null, schema: Json, type: string, nullable: boolean, values: unknown[] | null,
 *   variants: Json[], properties: [string, Json][], required: Set<string>, items: Json | null, rest: Json | null }} Shape
 *   A schema with references followed, `allOf` merged and "or null" taken apart. `rest`: values under free keys.
 */

/** @param {Json} doc @param {Json | undefined} source @returns {Shape} */
export function shapeOf(doc, source) {
  const schema = merged(doc, source ?? {});
  const union = schema.anyOf ?? schema.oneOf ?? [];
  const variants = union.filter((/** @type {Json} */ variant) => resolve(doc, variant).type !== 'null');
  const types = [schema.type ?? []].flat();
  const nullable = variants.length < union.length || types.includes('null') || (schema.enum ?? []).includes(null);
  if (variants.length === 1) return onlyVariant(doc, schema, variants[0], nullable);
  const values = valuesOf(doc, schema, variants);
  return {
    name: nameOf(source),
    schema,
    type: types.filter((type) => type !== 'null').join(' or ') || impliedType(schema, values),
    nullable,
    values,
    variants: values ? [] : variants,
    properties: Object.entries(schema.properties ?? {}),
    required: new Set(schema.required ?? []),
    items: schema.items ?? null,
    rest: freeKeys(schema),
  };
}

/** `anyOf: [X, null]` reads as X, with what was said around it (description, default) said of X. */
function onlyVariant(
  /** @type {Json} */ doc,
  /** @type {Json} */ { anyOf, oneOf, ...around },
  /** @type {Json} */ variant,
  /** @type {boolean} */ nullable,
) {
  const shape = shapeOf(doc, variant);
  return { ...shape, schema: { ...shape.schema, ...around }, nullable: nullable || shape.nullable };
}

/** @param {Json} doc @param {Json} source @returns {Json} */
function merged(doc, source) {
  const { allOf, ...schema } = resolve(doc, source);
  if (!allOf) return schema;
  const parts = [...allOf.map((/** @type {Json} */ part) => merged(doc, part)), schema];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  };
}

/** @param {Json} doc @param {Json} schema @param {Json[]} variants @returns {unknown[] | null} */
function valuesOf(doc, schema, variants) {
  if (schema.enum) return schema.enum.filter((/** @type {unknown} */ value) => value !== null);
  if (schema.const !== undefined) return [schema.const];
  const constants = variants.map((variant) => resolve(doc, variant).const);
  return constants.length > 0 && constants.every((constant) => constant !== undefined) ? constants : null;
}

/** @param {Json} schema @param {unknown[] | null} values */
function impliedType(schema, values) {
  if (values) return typeof values[0];
  if (schema.properties || schema.additionalProperties) return 'object';
  if (schema.items) return 'array';
  return 'any';
}

/** @param {Json} schema @returns {Json | null} */
function freeKeys(schema) {
  const pattern = Object.values(schema.patternProperties ?? {})[0];
  const rest = pattern ?? schema.additionalProperties;
  return rest && typeof rest === 'object' && Object.keys(rest).length > 0 ? rest : null;
}

/** @param {Json | undefined} source @returns {string | null} */
function nameOf(source) {
  const reference = source?.$ref;
  return typeof reference === 'string'
    ? decodeURIComponent(reference.split('/').at(-1) ?? '')
    : (source?.title ?? null);
}

/** What may be done with a string in a page; plain text is the rule and says nothing. @type {Record<string, string>} */
const STRING_KINDS = { 'text/html': 'sanitised HTML' };

/** @param {Json} doc @param {Shape} shape @returns {string} */
export function typeLabel(doc, shape) {
  if (shape.type === 'array') return `array of ${itemLabel(doc, shape.items)}`;
  if (shape.variants.length > 0) {
    const labels = shape.variants.map((each) => typeLabel(doc, shapeOf(doc, each)));
    return [...new Set(labels)].join(' or ');
  }
  if (shape.type === 'object' && shape.name) return shape.name;
  const kind = STRING_KINDS[shape.schema.contentMediaType] ?? shape.schema.format;
  return kind ? `${shape.type} (${kind})` : shape.type;
}

/** @param {Json} doc @param {Json | null} items */
function itemLabel(doc, items) {
  return items ? typeLabel(doc, shapeOf(doc, items)) : 'any';
}

/**
 * Constraints of a value beyond its type, each as label and text.
 * @param {Json} schema
 * @returns {[string, string][]}
 */
export function constraints(schema) {
  /** @type {[string, string | null][]} */
  const found = [
    ['Default', schema.default === undefined ? null : JSON.stringify(schema.default)],
    ['Range', range(lowest(schema), highest(schema))],
    ['Length', range(schema.minLength, schema.maxLength)],
    ['Items', range(schema.minItems, schema.maxItems)],
    ['Multiple of', schema.multipleOf === undefined ? null : String(schema.multipleOf)],
    ['Pattern', schema.pattern ?? null],
  ];
  return /** @type {[string, string][]} */ (found.filter(([, text]) => text !== null));
}

/** @param {Json} schema */
function lowest(schema) {
  return schema.exclusiveMinimum === undefined ? schema.minimum : `above ${schema.exclusiveMinimum}`;
}

/** @param {Json} schema */
function highest(schema) {
  return schema.exclusiveMaximum === undefined ? schema.maximum : `below ${schema.exclusiveMaximum}`;
}

/** @param {number | string | undefined} low @param {number | string | undefined} high */
function range(low, high) {
  // Number.MAX_SAFE_INTEGER means "no limit" in many generated schemas.
  const top = high === Number.MAX_SAFE_INTEGER ? undefined : high;
  if (low !== undefined && top !== undefined) return low === top ? String(low) : `${low} to ${top}`;
  if (low !== undefined) return typeof low === 'string' ? low : `${low} or more`;
  if (top !== undefined) return typeof top === 'string' ? top : `up to ${top}`;
  return null;
}
