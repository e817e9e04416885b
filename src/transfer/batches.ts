/** Groups consecutive lines into batches of one noun and one site. */
import { createHash, type Hash } from 'node:crypto';
import type { RawLine } from './lines.ts';
import { type BadLine, type Line, type Read, readLine } from './reader.ts';

/** A batch is a transaction that locks the site, so its size is limited. */
export const MOST_LINES = 500;
const MOST_BYTES = 8 * 1024 * 1024;
/** The last line of a file is far below this. */
const LONGEST_FRAME = 500;

export interface LineBatch {
  lines: Line[];
  bad: BadLine[];
  /** The last line of this batch, and the hash of all lines so far. */
  upTo: number;
  digest: Buffer;
  bytes: number;
}

export interface BatchReading {
  /** Lines before this are done: they are only counted and hashed. */
  done: number;
  /** The header and the footer of the file. */
  hasHeader: boolean;
  hasEnd: boolean;
  /** Called with the hash of the lines that are done. */
  check(digest: Buffer): void;
  refusal(line: Line): string | null;
  /** Lines that the import skips. */
  isLeftOut?(line: Line): boolean;
}

export async function* batchesOf(raw: AsyncIterable<RawLine>, reading: BatchReading): AsyncGenerator<LineBatch> {
  const hash = createHash('sha256');
  let batch = emptyBatch();
  for await (const line of raw) {
    const isDone = line.number <= reading.done;
    const read = readFramed(line, reading, isDone);
    if (isFull(batch) || (read?.kind === 'line' && !fits(batch, read))) {
      yield { ...batch, digest: digestOf(hash) };
      batch = emptyBatch();
    }
    hash.update(line.bytes).update('\n');
    if (!isDone) add(batch, read, line, reading);
    else if (line.number === reading.done) reading.check(digestOf(hash));
  }
  if (batch.upTo > 0) yield { ...batch, digest: digestOf(hash) };
}

/** Separate lines, in batches of one noun and one site. */
export function grouped(lines: Line[]): Line[][] {
  const groups: Line[][] = [];
  let batch = emptyBatch();
  for (const line of lines) {
    if (!fits(batch, line)) batch = emptyBatch();
    if (batch.lines.length === 0) groups.push(batch.lines);
    put(batch, line);
  }
  return groups;
}

/** Of lines that are done only the frame matters, which is first and last. */
function readFramed(line: RawLine, reading: BatchReading, isDone: boolean): Read {
  const read = isDone && line.number > 1 && line.bytes.length > LONGEST_FRAME ? null : readLine(line);
  if (read?.kind === 'header') reading.hasHeader = true;
  reading.hasEnd = read?.kind === 'end' || (reading.hasEnd && read === null);
  return read;
}

type OpenBatch = Omit<LineBatch, 'digest'> & { names: Set<string> };

function emptyBatch(): OpenBatch {
  return { lines: [], bad: [], upTo: 0, bytes: 0, names: new Set() };
}

function isFull({ lines, bad, bytes }: OpenBatch): boolean {
  return lines.length + bad.length >= MOST_LINES || bytes >= MOST_BYTES;
}

function fits(batch: OpenBatch, line: Line): boolean {
  const [first] = batch.lines;
  if (first && (first.noun !== line.noun || first.siteId !== line.siteId)) return false;
  return !line.noun.names(line.value).some((name) => batch.names.has(name));
}

function add(batch: OpenBatch, read: Read, raw: RawLine, { refusal, isLeftOut }: BatchReading): void {
  batch.upTo = raw.number;
  batch.bytes += raw.bytes.length;
  if (read?.kind === 'bad') batch.bad.push(read);
  if (read?.kind !== 'line' || isLeftOut?.(read)) return;
  const reason = refusal(read);
  if (reason) batch.bad.push({ kind: 'bad', number: read.number, reason });
  else put(batch, read);
}

function put(batch: OpenBatch, line: Line): void {
  batch.lines.push(line);
  for (const name of line.noun.names(line.value)) batch.names.add(name);
}

const digestOf = (hash: Hash) => hash.copy().digest();
