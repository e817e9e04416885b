/** Parses a line: the same validation and sanitising as for the body of a request. */
import { type Problem, RequestError } from '../core/errors.ts';
import { cleaned, htmlCleaner } from '../http/clean.ts';
import { objectReader } from '../http/validate.ts';
import { FORMAT_VERSION, FRAME, Header } from './format.ts';
import { LONGEST_LINE, type RawLine, textOf } from './lines.ts';
import type { AnyNoun } from './noun.ts';
import { nouns } from './nouns.ts';
import { described } from './reasons.ts';

export interface Line {
  kind: 'line';
  number: number;
  noun: AnyNoun;
  siteId: number;
  value: object;
  text: string;
  /** Whether its HTML was sanitised. */
  isCleaned: boolean;
  /** Unknown fields that were dropped, as paths. */
  dropped: string[];
}
export interface BadLine {
  kind: 'bad';
  number: number;
  reason: string;
}
export interface Frame {
  kind: 'header' | 'end';
  number: number;
  /** Of the first line. */
  header?: Header;
}
export type Read = Line | BadLine | Frame | null;

const readers = new Map(
  nouns.map((noun) => [
    noun.key,
    { noun, read: objectReader({ key: null, schema: noun.schema }), clean: htmlCleaner(noun.schema) },
  ]),
);
const LONGEST_KEY = 40;
const readHeader = objectReader({ key: null, schema: Header });

/** Null for a blank line. */
export function readLine(raw: RawLine): Read {
  const { number } = raw;
  if (raw.isTooLong) return bad(number, `is longer than ${LONGEST_LINE / 1024 / 1024} MiB`);
  const text = textOf(raw);
  if (text === null) return bad(number, 'is not UTF-8');
  if (text.trim() === '') return null;
  return readText(number, text);
}

export function readText(number: number, text: string): Line | BadLine | Frame {
  let called = '';
  try {
    const [key, value] = unwrapped(JSON.parse(text));
    called = `${key.slice(0, LONGEST_KEY)}: `;
    return key === FRAME ? frame(number, value) : nounLine(number, text, key, value);
  } catch (error) {
    if (error instanceof SyntaxError) return bad(number, 'is not valid JSON');
    if (error instanceof RequestError) return bad(number, `${called}${described(error)}`);
    throw error;
  }
}

function unwrapped(line: unknown): [string, unknown] {
  const entries = typeof line === 'object' && line !== null && !Array.isArray(line) ? Object.entries(line) : [];
  const [only] = entries;
  if (!only || entries.length > 1)
    throw new RequestError(422, 'is not an object with one key, such as {"author": {…}}');
  return only;
}

function frame(number: number, value: unknown): Frame | BadLine {
  if (typeof value === 'object' && value !== null && 'end' in value) return { kind: 'end', number };
  const header = readHeader(value) as Header; // checked by its schema
  if (header.format > FORMAT_VERSION)
    throw new RequestError(422, `was written by a newer version (format ${header.format})`);
  return { kind: 'header', number, header };
}

function nounLine(number: number, text: string, key: string, value: unknown): Line | BadLine {
  const reader = readers.get(key);
  if (!reader) return bad(number, `“${key.slice(0, LONGEST_KEY)}” is not one of ${[...readers.keys()].join(', ')}`);
  const { noun } = reader;
  const dropped: Problem[] = [];
  const body = reader.read(value, dropped) as object; // a reader returns an object
  const isCleaned = cleaned(reader.clean, body).length > 0;
  const paths = dropped.map(({ path }) => path);
  return { kind: 'line', number, noun, siteId: noun.siteOf(body), value: body, text, isCleaned, dropped: paths };
}

const bad = (number: number, reason: string): BadLine => ({ kind: 'bad', number, reason });
