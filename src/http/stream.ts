/** Files that are made while they are sent, with backpressure. */
import { Readable } from 'node:stream';
import { csvLine } from '../core/csv.ts';
import type { Streamed } from '../features/handler.ts';
import { LINES_TYPE } from './lines.ts';

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', ndjson: LINES_TYPE };

export function fileHeaders({ name, format }: Streamed): Record<string, string> {
  return { 'content-type': TYPES[format], 'content-disposition': `attachment; filename="${name}"` };
}

/** The file, with its first chunk already made. */
export async function begunFile(file: Streamed, outward: (value: unknown) => unknown): Promise<Readable> {
  const chunks = (file.format === 'csv' ? csvChunks(file, outward) : jsonChunks(file, outward))[Symbol.asyncIterator]();
  const first = await chunks.next();
  return Readable.from(resumed(first, chunks));
}

async function* resumed(first: IteratorResult<string>, chunks: AsyncIterator<string>): AsyncIterable<string> {
  for (let next = first; !next.done; next = await chunks.next()) yield next.value;
}

/** One chunk per page; the first begins with the names of the columns. */
async function* csvChunks({ columns, pages }: Streamed, outward: (value: unknown) => unknown): AsyncIterable<string> {
  const names = Object.fromEntries(columns.map((name) => [name, name]));
  let head = csvLine(Object.keys(outward(names) as object)); // it renames the keys alone
  for await (const page of pages) {
    const lines = page.map((record) => csvLine(columns.map((name) => (record as Record<string, unknown>)[name]))); // by its columns
    yield head + lines.join('');
    head = '';
  }
  if (head !== '') yield head;
}

async function* jsonChunks({ pages }: Streamed, outward: (value: unknown) => unknown): AsyncIterable<string> {
  for await (const page of pages) yield page.map((record) => `${JSON.stringify(outward(record))}\n`).join('');
}
