/** Streams of entries, written or deleted in batches as they arrive, so that a stream can have any length. */
import { randomUUID } from 'node:crypto';
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
  /** All lines or none. */
  isStrict: boolean;
  /** The stream fails at this many rejected lines; without it there is no limit. */
  mostRefused?: number;
  /** Called after each batch, to show progress. */
  onBatch?(result: Result): void;
}

/** Lines per batch: enough to share the cost of a transaction, few enough for the statement timeout. */
const LINES = { first: 1_000, least: 100, most: 2_500, aimMs: 1_000 };
const MOST_BYTES = 4 * 1024 * 1024;
/** After so many lines or bytes other work runs: other requests, and sending the previous batch, which is more than one write. */
const STRETCH = { lines: 32, bytes: 64 * 1024 };
/** Further invalid lines are counted but not described. */
const MOST_ERRORS = 100;
/** A stream with so many invalid lines is not a list of entries. */
export const MOST_REFUSED = 1_000;

export function writeLines(
  db: Db | Tx,
  campaignId: number,
  lines: AsyncIterable<Line>,
  options: StreamOptions<Ingested>,
): Promise<Ingested> {
  const result: Ingested = { created: 0, updated: 0, unchanged: 0, refused: 0, errors: [] };
  const caller = inOneEntry(options.caller, campaignId, 'write_entries');
  return inBatches(db, lines, options, result, {
    make: (entries: Static<typeof NewEntry>[]) => batchOf(entries, options.now),
    async run(on, batch, meanwhile) {
      const { created, updated, unchanged } = await writeEntries(on, campaignId, batch, {
        ...options,
        caller,
        meanwhile,
      });
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
  const caller = inOneEntry(options.caller, campaignId, 'delete_entries');
  return inBatches(db, lines, options, result, {
    make: (names: Static<typeof EntryName>[]) => names,
    async run(on, names) {
      const { deleted, missing } = await deleteEntries(on, campaignId, names, { ...options, caller });
      result.deleted += deleted;
      result.missing += missing;
    },
  });
}

/** The batches of a stream are one entry of the audit log. */
function inOneEntry(caller: Actor, id: number, action: 'write_entries' | 'delete_entries'): Actor {
  return { ...caller, run: { key: `stream ${randomUUID()}`, noun: 'campaign', id, action } };
}

/** The two steps of a batch: preparation before the transaction, and the transaction. */
interface Work<Item, Made> {
  make(items: Item[]): Made;
  /** `meanwhile` is called while the database works, to read the next batch. */
  run(db: Db | Tx, made: Made, meanwhile: () => void): Promise<void>;
}

interface Refusals {
  refused: number;
  errors: Ingested['errors'];
}

/**
 * Each batch has its own transaction: a stream that ends early keeps the batches before, and can be sent again. A strict
 * stream has one transaction, which one invalid line rolls back.
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

/** Adds invalid lines and the result of each batch to `result`. */
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
  /** Number of lines, invalid ones included. */
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

/** Decides after each line whether to pause. */
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

/** `next` returns the next item, or null at the end; `begin` starts making it early. */
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
      // `next` reports a failure; after the stream was abandoned it is ignored.
      begun.catch(() => undefined);
    },
    next() {
      const item = begun ?? read();
      begun = null;
      return item;
    },
    /** Not awaited: it may itself wait for a client that stopped sending. */
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
