/** `application/x-ndjson`: a body of any length, read line by line as fast as it is taken, and no faster. */
import type { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import { malformed, type Problem, RequestError, tooSlow } from '../core/errors.ts';
import { isDeeperThan, MOST_LEVELS } from '../core/json-depth.ts';
import type { Line } from '../features/handler.ts';
import { objectReader } from './validate.ts';

export const LINES_TYPE = 'application/x-ndjson';
const LONGEST_LINE = 64 * 1024;
const NEWLINE = 10;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const TOO_LONG: Problem[] = [{ path: '', message: `is longer than ${LONGEST_LINE / 1024} kB` }];
const NOT_UTF8: Problem[] = [{ path: '', message: 'is not UTF-8' }];
const TOO_DEEP: Problem[] = [{ path: '', message: `is nested more than ${MOST_LEVELS} levels deep` }];
const NOT_JSON: Problem[] = [{ path: '', message: 'is not valid JSON' }];

export type LinesReader = (body: AsyncIterable<Buffer>) => AsyncIterable<Line>;

export function linesReader(schema: TSchema, inward: (value: unknown) => unknown): LinesReader {
  const read = objectReader({ key: null, schema });
  const lineOf = (number: number, bytes: Buffer | null): Line => {
    const line = { number, bytes: bytes?.length ?? 0, value: null };
    if (bytes === null) return { ...line, problems: TOO_LONG };
    const text = decoded(bytes);
    if (text === null) return { ...line, problems: NOT_UTF8 };
    if (isDeeperThan(MOST_LEVELS, bytes)) return { ...line, problems: TOO_DEEP };
    try {
      return { ...line, value: inward(read(JSON.parse(text))), problems: [] };
    } catch (error) {
      return { ...line, problems: problemsIn(error) };
    }
  };
  return async function* (body) {
    let number = 0;
    for await (const bytes of splitLines(body)) {
      number += 1;
      if (bytes === null || !isBlank(bytes)) yield lineOf(number, bytes);
    }
  };
}

/** Null in place of a line that is too long, which is passed over without being held. */
export async function* splitLines(body: AsyncIterable<Buffer>): AsyncIterable<Buffer | null> {
  let held: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  for await (const chunk of body) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const line = held.length === 0 ? chunk.subarray(from, at) : Buffer.concat([held, chunk.subarray(from, at)]);
      yield isTooLong || line.length > LONGEST_LINE ? null : line;
      held = Buffer.alloc(0);
      isTooLong = false;
      from = at + 1;
    }
    held = isTooLong ? held : Buffer.concat([held, chunk.subarray(from)]);
    if (held.length > LONGEST_LINE) isTooLong = true;
    if (isTooLong) held = Buffer.alloc(0);
  }
  if (isTooLong) yield null;
  else if (held.length > 0) yield held;
}

/**
 * The parts of a request's body. Within each `timeout` a whole line has to arrive, and a body that breaks off is no body. The stream is left
 * as it is when nobody wants more of it: an answer goes out on the same connection.
 */
export async function* partsOf(body: Readable, timeout: number): AsyncIterable<Buffer> {
  const parts = body.iterator({ destroyOnReturn: false });
  let deadline = performance.now() + timeout;
  try {
    for (let next = await inTime(parts, deadline); !next.done; next = await inTime(parts, deadline)) {
      const part: Buffer = next.value;
      yield part;
      if (part.includes(NEWLINE)) deadline = performance.now() + timeout;
    }
  } finally {
    // Not waited for: it may be waiting itself for somebody who stopped sending.
    parts.return?.().catch(() => undefined);
  }
}

async function inTime(parts: AsyncIterator<Buffer>, deadline: number): Promise<IteratorResult<Buffer>> {
  const next = parts.next().catch(() => {
    throw malformed('The body broke off.');
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow('The body stopped arriving.')), deadline - performance.now());
  });
  return Promise.race([next, late]).finally(() => clearTimeout(timer));
}

function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);
}

function problemsIn(error: unknown): Problem[] {
  if (error instanceof SyntaxError) return NOT_JSON;
  if (error instanceof RequestError) return error.details.problems ?? [{ path: '', message: error.message }];
  throw error;
}
