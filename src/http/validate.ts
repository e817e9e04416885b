/** Reads path, query and body by the schemas of a row: 400 names the parameter, 422 lists every problem. */
import { type TProperties, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';
import { LARGEST_ID, MOST_PROBLEMS, patternWords } from '../contract/common.ts';
import { type Row, TEXT_PARAMETERS, type Wrapped } from '../contract/row.ts';
import { badParameter, invalidBody, malformed, type Problem } from '../core/errors.ts';
import { MOST_LEVELS } from '../core/json-limits.ts';
import { parseFile } from '../core/media-address.ts';
import { isTimeZone, parseInstant } from '../core/time.ts';
import { isWebAddress } from '../core/web-address.ts';
import { normalizer } from './normalize.ts';
import { onFirstUse } from './on-first-use.ts';
import { errorFinder, type SchemaError } from './schema-errors.ts';

/** A name, an e-mail address or `@name:server`: texts in which a browser finds no URL scheme except `mailto`. */
const NO_SCHEME = /^(mailto:\S+|@\S*|[^:\p{Cc}]*)$/u;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

Format.Set('date-time', (text) => parseInstant(text) !== null);
Format.Set('time-zone', isTimeZone);
Format.Set('uuid', (text) => UUID.test(text));
Format.Set('uri', (text) => text === '' || isWebAddress(text));
Format.Set('uri-reference', (text) => text === '' || isWebAddress(text) || parseFile(text) !== null);
Format.Set('receiver', (text) => /^\s*https?:\/\//i.test(text));
Format.Set('contact', (text) => NO_SCHEME.test(text) || isWebAddress(text));

/** The query parser replaces a value with invalid escapes by this. */
export const MALFORMED = Symbol('malformed');

export interface Validator {
  params(raw: unknown): Record<string, number | string>;
  query(raw: unknown): Record<string, unknown>;
  /** Unknown fields that may be dropped are added to `dropped`; without it they are rejected. */
  body(raw: unknown, dropped?: Problem[]): unknown;
}

export function validatorOf(row: Row): Validator {
  const query = parameterReader(row.query);
  return {
    params: (raw) =>
      Object.fromEntries(Object.entries(Object(raw)).map(([name, value]) => [name, pathId(name, value)])),
    query,
    body: row.body ? objectReader(row.body) : () => undefined,
  };
}

export function isId(text: string): boolean {
  return /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= LARGEST_ID;
}

/** An article is addressed by its uid, or by its id if it has one. */
function pathId(name: string, value: unknown): number | string {
  if (name === 'uid') return articleAddress(String(value));
  if ((TEXT_PARAMETERS as readonly string[]).includes(name)) return pathText(name, String(value));
  if (!isId(String(value))) throw badParameter(name, `${name} must be a whole number of at least 1.`);
  return Number(value);
}

function articleAddress(text: string): string {
  if (isId(text) || UUID.test(text)) return text.toLowerCase();
  throw badParameter('uid', 'uid must be the uid of an article, or its id.');
}

function pathText(name: string, text: string): string {
  if (!isStorable(text)) throw badParameter(name, `${name} contains invalid characters.`);
  return text;
}

function parameterReader(properties: TProperties): Validator['query'] {
  const schema = Type.Object(properties);
  const findErrors = onFirstUse(() => {
    const validator = Compile(schema);
    // The check is compiled; listing the problems is slow.
    return (known: unknown) => (validator.Check(known) ? [] : validator.Errors(known));
  });
  return (raw) => {
    const given = Object(raw) as Record<string, unknown>; // the parsed query string
    const known: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries<TSchema>(properties)) {
      if (given[name] !== undefined) known[name] = parameter(name, given[name], schema);
    }
    const missing = schema.required?.find((name) => known[name] === undefined);
    if (missing !== undefined) throw badParameter(missing, `${missing} is required.`);
    const [error] = findErrors(known);
    if (error) throw badParameter(error.instancePath.slice(1), parameterSentence(error));
    return known;
  };
}

/** Converts text of a query string to the type of its schema; the schema rejects other texts. */
function parameter(name: string, value: unknown, schema: TSchema): unknown {
  if (value === MALFORMED) throw badParameter(name, `${name} contains a malformed escape.`);
  if (typeof value !== 'string') throw badParameter(name, `${name} may be given only once.`);
  if (!isStorable(value)) throw badParameter(name, `${name} contains invalid characters.`);
  const type = (schema as { type?: unknown }).type;
  if (type === 'integer') return wholeNumber(name, value);
  if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[value] ?? value;
  return value;
}

/** The schema rejects what is no whole number. */
function wholeNumber(name: string, text: string): number | string {
  if (!/^-?[0-9]+$/.test(text)) return text;
  if (!/^-?[0-9]{1,15}$/.test(text)) throw badParameter(name, `${name} has more than 15 digits.`);
  return Number(text);
}

function parameterSentence(error: SchemaError): string {
  const name = error.instancePath.slice(1);
  return `${name} ${friendly(error)}.`;
}

/** All problems of a value, as sentences. */
export function problemsOf(schema: TSchema, value: unknown): Problem[] {
  return problemFinder(schema)(value);
}

function problemFinder(schema: TSchema): (value: unknown) => Problem[] {
  const errors = errorFinder(schema);
  return (value) => errors(value).filter(isTelling).flatMap(problemsIn).slice(0, MOST_PROBLEMS);
}

/** Reads one object by its schema: a body, or a line of one. */
export function objectReader({ key, schema, isOptional }: Wrapped): Validator['body'] {
  const findProblems = problemFinder(schema);
  const withoutComputed = computedRemover(schema);
  const normalized = normalizer(schema);
  return (raw, dropped) => {
    const body = raw === undefined && isOptional ? {} : unwrapped(raw, key);
    if (!isObject(body))
      throw invalidBody([{ path: '', message: `must be an object such as {"${key ?? 'name'}": …}` }]);
    const kept = normalized(withoutComputed(body), dropped);
    const problems = findProblems(kept);
    if (problems.length > 0) throw invalidBody(problems);
    refuseUnstorable(kept);
    return kept;
  };
}

/** Fields beside the wrapper in answers: clients may edit an answer and send it back. */
const BESIDE_ANSWERS = ['removed', 'rendering'];

/** The wrapper may be omitted; fields beside it are rejected. */
function unwrapped(raw: unknown, key: string | null): unknown {
  if (key === null || !isObject(raw) || !(key in raw)) return raw;
  const beside = Object.keys(raw).filter((name) => name !== key && !BESIDE_ANSWERS.includes(name));
  if (beside.length === 0) return raw[key];
  throw invalidBody(
    beside.slice(0, MOST_PROBLEMS).map((name) => ({ path: `/${name}`, message: `is not allowed beside "${key}"` })),
  );
}

/** Computed fields (`"readOnly": true`) are accepted in a body: clients edit an answer and send it back. */
function computedRemover(schema: TSchema): (body: Record<string, unknown>) => Record<string, unknown> {
  const computed = new Set((schema as { 'x-computed'?: string[] })['x-computed'] ?? []);
  if (computed.size === 0) return (body) => body;
  return (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !computed.has(name)));
}

/** The validator reports extra properties twice; the second problem names all of them. */
function isTelling(error: SchemaError): boolean {
  return error.keyword !== 'additionalProperties';
}

function problemsIn(error: SchemaError): Problem[] {
  const missing = (error.params as { requiredProperties?: string[] }).requiredProperties;
  if (missing) return missing.map((name) => ({ path: `${error.instancePath}/${name}`, message: 'is missing' }));
  return [{ path: error.instancePath, message: friendly(error) }];
}

function friendly({ keyword, message, params }: SchemaError): string {
  const { format, allowedValues, pattern } = params as { format?: string; allowedValues?: unknown[]; pattern?: string };
  if (keyword === 'boolean') return 'is not a field here';
  if (keyword === 'enum') return `must be one of ${allowedValues?.map((value) => JSON.stringify(value)).join(', ')}`;
  if (keyword === 'pattern') return patternWords[pattern ?? ''] ?? 'has a form that is not allowed';
  if (format === 'date-time') return 'must be a date, or a date-time with its offset such as 2026-03-29T09:00:00Z';
  if (format === 'time-zone') return 'must be a time zone such as Europe/Helsinki';
  if (format === 'uri-reference') return 'must be a web address, or the path of a file of the media library';
  if (format === 'uri') return 'must be a web address such as https://example.com/';
  if (format === 'receiver') return 'must be an http or https address such as https://example.com/path';
  if (format === 'contact') return 'must be a web address, an e-mail address or a name';
  return message
    .replace(/^must be (integer|array|object)$/, 'must be an $1')
    .replace(/^must be (string|number|boolean)$/, 'must be a $1');
}

/** PostgreSQL cannot store NUL or half a surrogate pair, in text or JSON. */
function refuseUnstorable(body: unknown): void {
  const path = unstorablePath(body, 0);
  if (path !== null) throw invalidBody([{ path, message: 'contains invalid characters' }]);
}

/** The path of the first name or value that cannot be stored. */
function unstorablePath(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MOST_LEVELS) throw malformed(`The body is nested more than ${MOST_LEVELS} levels deep.`);
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return '';
    const below = unstorablePath(member, depth + 1);
    if (below !== null) return `/${name}${below}`;
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
