/**
 * The prefix of some field names (`service_site_id`) is a setting: an operator who migrates from a branded installation keeps
 * `acme_site_id`. The code uses `service`; this file renames the fields of schemas, bodies and answers.
 */
import type { TSchema } from 'typebox';
import type { Row, Wrapped } from '../contract/row.ts';
import { RequestError } from '../core/errors.ts';

const NEUTRAL = 'service';
const NEUTRAL_FIELD = /^service_(site_id|section_id|article_ids?)$/;

export interface BrandedRow {
  row: Row;
  /** Renames the fields of a body to the neutral word. */
  inward(value: unknown): unknown;
  /** Renames the fields of an answer to the operator's word. */
  outward(value: unknown): unknown;
  /** The same for the paths of the problems of an error. */
  brandedError(error: unknown): unknown;
}

export function brandedRow(row: Row, word: string): BrandedRow {
  const same = (value: unknown) => value;
  if (word === NEUTRAL || !NEUTRAL_NAME.test(JSON.stringify(schemasOf(row)))) {
    return { row, inward: same, outward: same, brandedError: same };
  }
  const spoken = (name: string) => (NEUTRAL_FIELD.test(name) ? word + name.slice(NEUTRAL.length) : name);
  const outward = renamer(spoken);
  const branded = new RegExp(`^${word}_(site_id|section_id|article_ids?)$`);
  const inward = renamer((name) => (branded.test(name) ? NEUTRAL + name.slice(word.length) : name));
  return { row: withSchemas(row, outward), inward, outward, brandedError: errorRenamer(spoken) };
}

const NEUTRAL_NAME = /"service_(site_id|section_id|article_ids?)"/;

function schemasOf({ body, answer, options }: Row) {
  return [body?.schema, answer, options.line];
}

function withSchemas(row: Row, rename: (value: unknown) => unknown): Row {
  const { line } = row.options;
  return {
    ...row,
    body: row.body && ({ ...row.body, schema: rename(row.body.schema) } as Wrapped),
    answer: row.answer && (rename(row.answer) as TSchema), // a schema with other names is a schema
    options: line ? { ...row.options, line: rename(line) as TSchema } : row.options,
  };
}

/** Commands use the neutral word in the paths of their problems. */
function errorRenamer(rename: (name: string) => string): (error: unknown) => unknown {
  return (error) => {
    if (!(error instanceof RequestError) || !error.details.problems) return error;
    const problems = error.details.problems.map(({ path, message }) => ({
      path: path.split('/').map(rename).join('/'),
      message,
    }));
    return new RequestError(error.status, error.message, { ...error.details, problems });
  };
}

/** Renames at every depth: keys, and the names that a schema's `required` lists. */
function renamer(rename: (name: string) => string): (value: unknown) => unknown {
  const walk = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) {
      const isListOfNames = key === 'required' || key === 'x-computed';
      return value.map((item) => (isListOfNames ? rename(String(item)) : walk(item)));
    }
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), walk(member, name)]));
  };
  return (value) => walk(value);
}
