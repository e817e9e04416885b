/** Entries line by line: written or deleted in batches as they arrive, so that a stream may be of any length. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { DeletionResult, EntryName, IngestResult, NewEntry } from '../../contract/analytics.ts';
import { invalidBody } from '../../core/errors.ts';
import { newPace, type Pace } from '../../core/pace.ts';
import type { Actor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Line } from '../handler.ts';
import { batchOf } from './batches.ts';
import { deleteEntries, writeEntries } from './commands.ts';

type Ingested = Static<typeof IngestResult>;
type Deletions = Static<typeof DeletionResult>;

export interface StreamOptions<Result> {
  caller: Actor;
  now: Date;
  /** All lines are written, or none. */
  isStrict: boolean;
  /** The stream ends with an error at this many refused lines; without it, it goes on. */
  mostRefused?: number;
  /** Told after each batch, for a person who waits. */
  onBatch?(result: Result): void;
}

/** Of a batch: lines share the cost of a transaction, and are written in a fraction of a statement's time limit. */
const LINES = { first: 1_000, least: 100, most: 2_500, aimMs: 1_000 };
const MOST_BYTES = 4 * 1024 * 1024;
/**
 * Then whatever else waits has its turn: other requests, and the batch before on its way to the database, which is more than
 * a connection takes at once.
 */
const STRETCH = { lines: 32, bytes: 64 * 1024 };
/** More faulty lines are counted, not described. */
const MOST_ERRORS = 100;
/** Of a stream that a stranger to this service wrote: whatever it is, it is not a list of entries. */
export const MOST_REFUSED = 1_000;

export function writeLines(
  db: Db | Tx,
  campaignId: number,
  lines: AsyncIterable<Line>,
  options: StreamOptions<Ingested>,
): Promise<Ingested> {
  const result: Ingested = { created: 0, updated: 0, unchanged: 0, refused: 0, errors: [] };
  return inBatches(db, lines, options, result, {
    make: (entries: Static<typeof NewEntry>[]) => batchOf(entries, options.now),
    async run(on, batch, meanwhile) {
      const { created, updated, unchanged } = await writeEntries(on, campaignId, batch, { ...options, meanwhile });
      result.created += created;
      result.updated += updated;
      result.unchanged += unchanged;
    },
  });
}

export function deleteLines(
  db: Db | Tx,
  campaignId: number,
  lines: AsyncIterable<Line>,
  options: StreamOptions<Deletions>,
): Promise<Deletions> {
  const result: Deletions = { deleted: 0, missing: 0, refused: 0, errors: [] };
  return inBatches(db, lines, options, result, {
    make: (names: Static<typeof EntryName>[]) => names,
    async run(on, names) {
      const { deleted, missing } = await deleteEntries(on, campaignId, names, options);
      result.deleted += deleted;
      result.missing += missing;
    },
  });
}

/** What is done with the lines of a batch: what can be made of them before the transaction, and the transaction. */
interface Work<Item, Made> {
  make(items: Item[]): Made;
  /** `meanwhile` is called while the database is busy: then the next batch is read. */
  run(db: Db | Tx, made: Made, meanwhile: () => void): Promise<void>;
}

interface Refusals {
  refused: number;
  errors: Ingested['errors'];
}

/**
 * Each batch is a transaction of its own: a stream that breaks off leaves what came before, and can be sent again. When it
 * is strict there is one transaction, and one faulty line undoes it.
 */
async function inBatches<Item, Made, Result extends Refusals>(
  db: Db | Tx,
  lines: AsyncIterable<Line>,
  options: StreamOptions<Result>,
  result: Result,
  work: Work<Item, Made>,
): Promise<Result> {
  if (!options.isStrict) return runBatches(db, lines, options, result, work);
  return transaction(db, async (tx) => {
    await runBatches(tx, lines, options, result, work);
    if (result.refused > 0) throw invalidBody(result.errors.flatMap(problemsOfLine));
    return result;
  });
}

/** Lines that do not fit are told in `result`, to which each batch adds what it did. */
async function runBatches<Item, Made, Result extends Refusals>(
  db: Db | Tx,
  lines: AsyncIterable<Line>,
  { isStrict, mostRefused = Number.POSITIVE_INFINITY, onBatch }: StreamOptions<Result>,
  result: Result,
  { make, run }: Work<Item, Made>,
): Promise<Result> {
  const pace = newPace(LINES);
  const reading = readAhead(batchesOf(lines, make, pace, mostRefused));
  let applied = 0;
  try {
    for (let read = await reading.next(); read; read = await reading.next()) {
      result.refused += read.faulty.length;
      result.errors.push(...read.faulty.slice(0, MOST_ERRORS - result.errors.length).map(errorOf));
      const isSkipped = isStrict && result.refused > 0;
      const began = performance.now();
      if (!isSkipped) await run(db, read.made, reading.begin);
      if (result.refused >= mostRefused) throw stopped(result, read.line, isStrict ? 0 : applied + read.items);
      if (isSkipped) continue;
      applied += read.items;
      pace.took(performance.now() - began);
      onBatch?.(result);
    }
    return result;
  } finally {
    reading.end();
  }
}

function stopped({ refused, errors }: Refusals, line: number, applied: number) {
  const [lineText, refusedText, appliedText] = [line, refused, applied].map((count) => count.toLocaleString('en'));
  const message = `Stopped at line ${lineText}: ${refusedText} lines were refused, see problems; ${appliedText} were applied.`;
  return invalidBody(errors.flatMap(problemsOfLine), message);
}

interface ReadLines<Made> {
  made: Made;
  /** How many lines it was made of. */
  items: number;
  faulty: Line[];
  /** The number of the last line. */
  line: number;
}

async function* batchesOf<Item, Made>(
  lines: AsyncIterable<Line>,
  make: (items: Item[]) => Made,
  pace: Pace,
  mostRefused: number,
): AsyncIterable<ReadLines<Made>> {
  let [items, faulty, bytes, number, refused] = [[] as Item[], [] as Line[], 0, 0, 0];
  const endsStretch = stretches();
  const batch = () => ({ made: make(items), items: items.length, faulty, line: number });
  for await (const line of lines) {
    number = line.number;
    bytes += line.bytes;
    if (line.problems.length === 0)
      items.push(line.value as Item); // by its schema
    else {
      faulty.push(line);
      refused += 1;
      if (refused >= mostRefused) break;
    }
    if (endsStretch(line.bytes)) await turn();
    if (items.length + faulty.length < pace.size && bytes < MOST_BYTES) continue;
    yield batch();
    [items, faulty, bytes] = [[], [], 0];
  }
  if (items.length + faulty.length > 0) yield batch();
}

/** Says after each line whether it ends a stretch. */
function stretches(): (bytes: number) => boolean {
  let [lines, size] = [0, 0];
  return (bytes) => {
    lines += 1;
    size += bytes;
    if (lines < STRETCH.lines && size < STRETCH.bytes) return false;
    [lines, size] = [0, 0];
    return true;
  };
}

/** `next` gives the next item, or null at the end; `begin` lets it be made before it is asked for. */
function readAhead<Item>(items: AsyncIterable<Item>) {
  const iterator = items[Symbol.asyncIterator]();
  let begun: Promise<Item | null> | null = null;
  const read = async () => {
    const { done, value } = await iterator.next();
    return done ? null : (value as Item); // not done, so it is one
  };
  return {
    begin() {
      begun ??= turn().then(read);
      // A failure is told when its turn comes, or to nobody once the stream has been given up.
      begun.catch(() => undefined);
    },
    next() {
      const item = begun ?? read();
      begun = null;
      return item;
    },
    /** Not waited for: it may be waiting itself for somebody who stopped sending. */
    end() {
      iterator.return?.().catch(() => undefined);
    },
  };
}

function errorOf({ number, problems }: Line): Refusals['errors'][number] {
  return { line: number, problems };
}

function problemsOfLine({ line, problems }: Refusals['errors'][number]) {
  return problems.map(({ path, message }) => ({ path: `/${line}${path}`, message }));
}
