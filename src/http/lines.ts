/** `application/x-ndjson`: a body of any length, read line by line with backpressure. */
import type { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import { malformed, type Problem, RequestError, tooSlow } from '../core/errors.ts';
import { jsonExcess } from '../core/json-limits.ts';
import type { Line } from '../features/handler.ts';
import { objectReader } from './validate.ts';

export const LINES_TYPE = 'application/x-ndjson';
const LONGEST_LINE = 64 * 1024;
const NEWLINE = 10;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const TOO_LONG: Problem[] = [{ path: '', message: `is longer than ${LONGEST_LINE / 1024} kB` }];
const NOT_UTF8: Problem[] = [{ path: '', message: 'is not UTF-8' }];
const NOT_JSON: Problem[] = [{ path: '', message: 'is not valid JSON' }];

export type LinesReader = (body: AsyncIterable<Buffer>) => AsyncIterable<Line>;

export function linesReader(schema: TSchema, inward: (value: unknown) => unknown): LinesReader {
  const read = objectReader({ key: null, schema });
  const lineOf = (number: number, bytes: Buffer | null): Line => {
    const line = { number, bytes: bytes?.length ?? 0, value: null };
    if (bytes === null) return { ...line, problems: TOO_LONG };
    const text = decoded(bytes);
    if (text === null) return { ...line, problems: NOT_UTF8 };
    const excess = jsonExcess(bytes);
    if (excess !== null) return { ...line, problems: [{ path: '', message: excess }] };
    try {
      return { ...line, value: inward(read(JSON.parse(text))), problems: [] };
    } catch (error) {
      return { ...line, problems: problemsIn(error) };
    }
  };
  return async function* (body) {
    const splitter = lineSplitter();
    for await (const part of body) for (const { number, bytes } of splitter.split(part)) yield lineOf(number, bytes);
    const last = splitter.last();
    if (last) yield lineOf(last.number, last.bytes);
  };
}

interface SplitLine {
  number: number;
  /** Null for a line that is too long; it is skipped without being stored. */
  bytes: Buffer | null;
}

/** Counts and skips blank lines here: a chunk may contain nothing else. */
function lineSplitter() {
  let held: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  let number = 0;

  function* split(part: Buffer): Iterable<SplitLine> {
    let from = 0;
    for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, from)) {
      hold(part.subarray(from, at));
      from = at + 1;
      const line = take();
      if (line) yield line;
    }
    hold(part.subarray(from));
  }

  function hold(bytes: Buffer): void {
    if (isTooLong) return;
    isTooLong = held.length + bytes.length > LONGEST_LINE;
    if (!isTooLong) held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
  }

  function take(): SplitLine | null {
    number += 1;
    const line = { number, bytes: isTooLong ? null : held };
    const isLeftOut = !isTooLong && isBlank(held);
    held = Buffer.alloc(0);
    isTooLong = false;
    return isLeftOut ? null : line;
  }

  return { split, last: take };
}

/**
 * The chunks of a body. Each `timeout` at least one whole line must arrive; a body that ends early is an error. The stream is
 * not destroyed when reading stops: the response uses the same connection.
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
    // Not awaited: it may itself wait for a client that stopped sending.
    parts.return?.().catch(() => undefined);
  }
}

async function inTime(parts: AsyncIterator<Buffer>, deadline: number): Promise<IteratorResult<Buffer>> {
  const next = parts.next().catch(() => {
    throw malformed('The body ended early.');
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
  return bytes.length === 0 || bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);
}

function problemsIn(error: unknown): Problem[] {
  if (error instanceof SyntaxError) return NOT_JSON;
  if (error instanceof RequestError) return error.details.problems ?? [{ path: '', message: error.message }];
  throw error;
}
