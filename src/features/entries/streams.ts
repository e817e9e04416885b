/** Entries line by line: written in batches as they arrive, so that a stream may be of any length. */
import type { Static } from 'typebox';
import type { IngestResult, NewEntry } from '../../contract/analytics.ts';
import { invalidBody } from '../../core/errors.ts';
import type { Caller } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Line } from '../handler.ts';
import { type Batch, batchOf } from './batches.ts';
import { writeEntries } from './commands.ts';

type Result = Static<typeof IngestResult>;

export interface StreamOptions {
  caller: Caller;
  now: Date;
  /** All lines are written, or none. */
  isStrict: boolean;
  /** Told after each batch, for a person who waits. */
  onBatch?(result: Result): void;
}

/** Of a batch: so many share the cost of a transaction, and are written in a fraction of a statement's time limit. */
const MOST_LINES = 2_500;
const MOST_BYTES = 4 * 1024 * 1024;
/** More faulty lines are counted, not described. */
const MOST_ERRORS = 100;

/**
 * Each batch is a transaction of its own: a stream that breaks off leaves what came before, and can be sent again. When it
 * is strict there is one transaction, and one faulty line undoes it.
 */
export async function writeLines(
  db: Db | Tx,
  campaignId: number,
  lines: AsyncIterable<Line>,
  options: StreamOptions,
): Promise<Result> {
  if (!options.isStrict) return writeBatches(db, campaignId, lines, options);
  return transaction(db, async (tx) => {
    const result = await writeBatches(tx, campaignId, lines, options);
    if (result.refused > 0) throw invalidBody(result.errors.flatMap(problemsOfLine));
    return result;
  });
}

/** While the database writes the rows of a batch, the next one is read and checked. */
async function writeBatches(db: Db | Tx, campaignId: number, lines: AsyncIterable<Line>, options: StreamOptions) {
  const result: Result = { created: 0, updated: 0, unchanged: 0, refused: 0, errors: [] };
  const reading = readAhead(batchesOf(lines, options.now));
  try {
    for (let read = await reading.next(); read; read = await reading.next()) {
      const { batch, faulty } = read;
      result.refused += faulty.length;
      result.errors.push(...faulty.slice(0, MOST_ERRORS - result.errors.length).map(errorOf));
      if (options.isStrict && result.refused > 0) continue;
      const meanwhile = reading.begin;
      const { created, updated, unchanged } = await writeEntries(db, campaignId, batch, { ...options, meanwhile });
      result.created += created;
      result.updated += updated;
      result.unchanged += unchanged;
      options.onBatch?.(result);
    }
    return result;
  } finally {
    reading.end();
  }
}

interface ReadLines {
  batch: Batch;
  faulty: Line[];
}

async function* batchesOf(lines: AsyncIterable<Line>, now: Date): AsyncIterable<ReadLines> {
  let [entries, faulty, bytes] = [[] as Static<typeof NewEntry>[], [] as Line[], 0];
  for await (const line of lines) {
    if (line.problems.length > 0) faulty.push(line);
    else entries.push(line.value as Static<typeof NewEntry>); // by its schema
    bytes += line.bytes;
    if (entries.length + faulty.length < MOST_LINES && bytes < MOST_BYTES) continue;
    yield { batch: batchOf(entries, now), faulty };
    [entries, faulty, bytes] = [[], [], 0];
  }
  if (entries.length + faulty.length > 0) yield { batch: batchOf(entries, now), faulty };
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
      // What is on its way to the database goes first: it would wait for the work that begins here.
      begun ??= new Promise((resolve) => setImmediate(resolve)).then(read);
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

function errorOf({ number, problems }: Line): Result['errors'][number] {
  return { line: number, problems };
}

function problemsOfLine({ line, problems }: Result['errors'][number]) {
  return problems.map(({ path, message }) => ({ path: `/${line}${path}`, message }));
}
