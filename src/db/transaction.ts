import { sql, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import { isOutdated } from './pg-adapter.ts';
import type { Rows } from './rows.generated.ts';

export type Tx = Transaction<Rows>;

/** What a transaction did to a site. */
export interface SiteChange {
  /** The version that it gave the site, and the first of them if it gave several. */
  version: number;
  first: number;
  /** Changes that may take something from readers. With none, what was served before may be served on while the database is unavailable. */
  removals: number;
}
/** The sites that a transaction changed. */
export type SiteChanges = ReadonlyMap<number, SiteChange>;
/** Called when a transaction has ended, before its caller continues. `isCertain` is false if COMMIT failed. */
export type CommitWatcher = (changes: SiteChanges, isCertain: boolean) => void;

const ATTEMPTS = 3;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const STATEMENT_TIMEOUT = '57014';

/** What a transaction has done to sites, and what follows its commit. */
const changesOf = new WeakMap<Tx, { sites: Map<number, SiteChange>; afterwards: (() => void)[] }>();
const watchersOf = new WeakMap<Db, Set<CommitWatcher>>();

/**
 * Runs `work` in one transaction; a deadlock or serialization failure is retried, so `work` may run three times and must change
 * nothing outside of the database. Inside a transaction it joins that one, so that a command can be part of a larger unit
 * (the stored answer of an Idempotency-Key).
 */
export async function transaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx); // isTransaction says that it is one
  return retried(() => committed(db, work));
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt * (1 + Math.random())));
    }
  }
}

/** Inside a transaction: its commit gives the site this version. */
export function noteSiteChange(tx: Tx, siteId: number, version: number): void {
  const sites = changesOf.get(tx)?.sites;
  const { first = version, removals = 0 } = sites?.get(siteId) ?? {};
  sites?.set(siteId, { version, first, removals: removals + 1 });
}

/** The change that was noted last takes nothing from readers: no unpublish, no hiding, no closing, no erasure (db/site-history.ts). */
export function noteAddition(tx: Tx, siteId: number): void {
  const change = changesOf.get(tx)?.sites.get(siteId);
  if (change) change.removals -= 1;
}

export function watchCommits(db: Db, watcher: CommitWatcher): () => void {
  const watchers = watchersOf.get(db) ?? new Set();
  watchersOf.set(db, watchers.add(watcher));
  return () => watchers.delete(watcher);
}

/** Inside a transaction: calls `act` when it is committed for certain, before its caller continues. */
export function afterCommit(tx: Tx, act: () => void): void {
  changesOf.get(tx)?.afterwards.push(act);
}

async function committed<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const sites = new Map<number, SiteChange>();
  const afterwards: (() => void)[] = [];
  let isToBeCommitted = false;
  try {
    const result = await db.transaction().execute(async (tx) => {
      changesOf.set(tx, { sites, afterwards });
      const done = await work(tx);
      isToBeCommitted = true;
      return done;
    });
    notifyWatchers(db, sites, true);
    for (const act of afterwards) act();
    return result;
  } catch (error) {
    // The connection may have broken before or after the COMMIT.
    if (isToBeCommitted) notifyWatchers(db, sites, false);
    throw error;
  }
}

function notifyWatchers(db: Db, changes: SiteChanges, isCertain: boolean): void {
  if (changes.size === 0) return;
  for (const watcher of watchersOf.get(db) ?? []) watcher(changes, isCertain);
}

/** Inside a transaction (that of an Idempotency-Key) only the failed operation is rolled back. */
export async function apart<T>(db: Db | Tx, work: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) return work();
  await sql`savepoint operation`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint operation`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint operation`.execute(db);
    throw error;
  }
}

/**
 * Inside a transaction: one after the other, each in a savepoint. What fails is rolled back alone, with the versions that it gave to
 * sites. An error that ends the whole transaction is thrown. If the first ones wait in vain, the others would, too: they fail at once.
 */
export async function eachApart<T>(tx: Tx, works: ((tx: Tx) => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const outcomes: PromiseSettledResult<T>[] = [];
  for (const work of works) {
    // Both in one round trip. Without the release each savepoint would be inside the one before.
    await sql.raw(outcomes.length === 0 ? 'savepoint one' : 'release savepoint one; savepoint one').execute(tx);
    const outcome = await outcomeOf(tx, work);
    outcomes.push(outcome);
    if (isTimeout(outcome) && outcomes.every(({ status }) => status === 'rejected'))
      return works.map((_, at) => outcomes[at] ?? outcome);
  }
  return outcomes;
}

const isTimeout = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && (outcome.reason as { code?: string }).code === STATEMENT_TIMEOUT;

async function outcomeOf<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<PromiseSettledResult<T>> {
  const { sites, afterwards } = changesOf.get(tx) ?? { sites: new Map<number, SiteChange>(), afterwards: [] };
  const before = [...sites].map(([id, change]) => [id, { ...change }] as const);
  const acts = afterwards.length;
  try {
    return { status: 'fulfilled', value: await work(tx) };
  } catch (reason) {
    if (isRetryable(reason)) throw reason;
    await sql.raw('rollback to savepoint one').execute(tx);
    sites.clear();
    for (const [id, change] of before) sites.set(id, change);
    afterwards.length = acts;
    return { status: 'rejected', reason };
  }
}

/** Runs `work` in one snapshot, so that several statements see the same state. Inside a transaction it joins that one, whose statements each see the newest state. */
export async function snapshot<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx); // isTransaction says that it is one
  return retried(() => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work));
}

/** Runs `work` on one connection: it waits for its turn once. */
export async function inOneTurn<T>(db: Db | Tx, work: (db: Db | Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : (db as Db).connection().execute(work); // isTransaction says that it is none
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isOutdated(error);
}
