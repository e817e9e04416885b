/** Entries line by line: written in batches as they arrive, so that a stream may be of any length. */
import type { Static } from 'typebox';
import { type IngestResult, MOST_ENTRIES, type NewEntry } from '../../contract/analytics.ts';
import { invalidBody } from '../../core/errors.ts';
import type { Caller } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Line } from '../handler.ts';
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

async function writeBatches(db: Db | Tx, campaignId: number, lines: AsyncIterable<Line>, options: StreamOptions) {
  const result: Result = { created: 0, updated: 0, unchanged: 0, refused: 0, errors: [] };
  for await (const batch of readAhead(batchesOf(lines))) {
    const faulty = batch.filter(({ problems }) => problems.length > 0);
    const entries = batch
      .filter(({ problems }) => problems.length === 0)
      .map(({ value }) => value as Static<typeof NewEntry>); // by its schema
    result.refused += faulty.length;
    result.errors.push(...faulty.slice(0, MOST_ERRORS - result.errors.length).map(errorOf));
    if (options.isStrict && result.refused > 0) continue;
    const { created, updated, unchanged } = await writeEntries(db, campaignId, entries, options);
    result.created += created;
    result.updated += updated;
    result.unchanged += unchanged;
    options.onBatch?.(result);
  }
  return result;
}

async function* batchesOf(lines: AsyncIterable<Line>): AsyncIterable<Line[]> {
  let batch: Line[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < MOST_ENTRIES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The next batch is read and checked while the database writes the one before. */
async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = iterator.next();
      // A failure is told when its turn comes, or to nobody once the stream has been given up.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    // Not waited for: it may be waiting itself for somebody who stopped sending.
    iterator.return?.().catch(() => undefined);
  }
}

function errorOf({ number, problems }: Line): Result['errors'][number] {
  return { line: number, problems };
}

function problemsOfLine({ line, problems }: Result['errors'][number]) {
  return problems.map(({ path, message }) => ({ path: `/${line}${path}`, message }));
}
