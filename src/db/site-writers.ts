/**
 * Writers of one site take turns in this process, before they take a connection. Those that wait for the same site share the next
 * transaction: one lock, one COMMIT (docs/decisions/063).
 */
import { inThisSpan } from '../tracing/span.ts';
import type { Db } from './connect.ts';
import { eachApart, type Tx, transaction } from './transaction.ts';
import { TIMED_OUT } from './turns.ts';

interface Writer {
  work(tx: Tx): Promise<unknown>;
  resolve(result: never): void;
  reject(reason: unknown): void;
  timer: NodeJS.Timeout;
}

/** The first of them is answered when the last one is written. */
const MOST_AT_ONCE = 8;
/** As long as a statement may wait for the lock. */
const PATIENCE_MS = 4_500;

/** The writers that wait for each site while one writes; a `Set` forgets those whose time is up. */
const waitingOf = new WeakMap<Db, Map<number, Set<Writer>>>();

/**
 * Runs `work`, which locks the site, in a transaction: with others that wait for the site, or alone. Each draws a version of its own;
 * one that fails does not fail the others. Without a site it is `transaction`.
 */
export async function siteTransaction<T>(
  db: Db | Tx,
  siteId: number | null,
  work: (tx: Tx) => Promise<T>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<T> {
  if (siteId === null || db.isTransaction) return transaction(db, work);
  const sites = sitesOf(db as Db); // isTransaction says that it is none
  const waiting = sites.get(siteId);
  if (waiting)
    return new Promise<T>((resolve, reject) => join(waiting, { work: inThisSpan(work), resolve, reject }, patienceMs));
  sites.set(siteId, new Set());
  try {
    return await transaction(db, work);
  } finally {
    void writeWaiting(db as Db, siteId);
  }
}

function sitesOf(db: Db): Map<number, Set<Writer>> {
  const sites = waitingOf.get(db) ?? new Map();
  waitingOf.set(db, sites);
  return sites;
}

function join(waiting: Set<Writer>, writer: Omit<Writer, 'timer'>, patienceMs: number): void {
  const timer = setTimeout(() => {
    waiting.delete(one);
    one.reject(new Error(TIMED_OUT));
  }, patienceMs);
  const one: Writer = { ...writer, timer };
  waiting.add(one);
}

/** Until none waits. */
async function writeWaiting(db: Db, siteId: number): Promise<void> {
  const sites = sitesOf(db);
  for (;;) {
    const writers = [...(sites.get(siteId) ?? [])].slice(0, MOST_AT_ONCE);
    if (writers.length === 0) break;
    for (const writer of writers) {
      sites.get(siteId)?.delete(writer);
      clearTimeout(writer.timer);
    }
    await write(db, writers);
  }
  sites.delete(siteId);
}

async function write(db: Db, writers: Writer[]): Promise<void> {
  const works = writers.map(({ work }) => work);
  const outcomes = await transaction(db, (tx) => eachApart(tx, works)).catch((reason: unknown) =>
    works.map((): PromiseRejectedResult => ({ status: 'rejected', reason })),
  );
  outcomes.forEach((outcome, at) => {
    if (outcome.status === 'fulfilled')
      writers[at]?.resolve(outcome.value as never); // of its own work
    else writers[at]?.reject(outcome.reason);
  });
}
