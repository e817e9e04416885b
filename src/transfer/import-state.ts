/** The progress of an import, committed with its batches, so that it is exact after a crash. */
import { sql } from 'kysely';
import { alreadyInUse } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import { deleteRows, insertRows } from '../db/rows.ts';
import type { Tx } from '../db/transaction.ts';
import type { Line } from './reader.ts';

export interface Counts {
  new: number;
  changed: number;
  same: number;
  /** Lines whose HTML was sanitised. */
  cleaned: number;
  /** Lines by unknown field that was dropped from them; absent where none was. */
  dropped?: Record<string, number>;
}
export type CountsByNoun = Record<string, Counts>;

export interface ImportState {
  id: number;
  lines: number;
  digest: Buffer | null;
  counts: CountsByNoun;
}

export interface LineLeft {
  line: number;
  noun_order: number;
  reason: string;
  /** Stored for lines that are retried. */
  text: string | null;
}

/** A killed process keeps its lock until the database notices. */
const LOCK_TIMEOUT = '15s';
const LOCK = sql`hashtextextended('masthead import', 0)`;
const LOCK_NOT_AVAILABLE = '55P03';

/** One import at a time. `connection` is one connection, which holds the lock until it is unlocked or ends. */
export async function withImportLock<T>(connection: Db, work: () => Promise<T>): Promise<T> {
  await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(connection);
  try {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw alreadyInUse('Another import is running in this database; wait until it is done.');
  } finally {
    await sql`reset lock_timeout`.execute(connection);
  }
  try {
    return await work();
  } finally {
    // A broken connection has no lock, and its error is thrown elsewhere.
    await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => {});
  }
}

/** The import that began with this line, or a new one. */
export async function openImport(db: Db | Tx, source: Buffer): Promise<ImportState> {
  const { rows } = await sql<ImportState>`
    insert into import (source) values (${source}) on conflict (source) do update set source = excluded.source
    returning id, lines, digest, counts`.execute(db);
  if (!rows[0]) throw new Error('An import was neither found nor made.');
  return rows[0];
}

/** Records the progress, in the transaction of the batch. */
export async function saveImport(tx: Tx, { id, lines, digest, counts }: ImportState): Promise<void> {
  await sql`update import set lines = ${lines}, digest = ${digest}, counts = ${JSON.stringify(counts)} where id = ${id}`.execute(
    tx,
  );
}

export async function closeImport(db: Db | Tx, id: number): Promise<void> {
  await sql`delete from import where id = ${id}`.execute(db);
}

export async function leaveLines(tx: Tx, importId: number, lines: LineLeft[]): Promise<void> {
  const rows = lines.map((line) => ({ import_id: importId, ...line }));
  await insertRows(tx, 'import_line', rows, { key: ['import_id', 'line'], taken: 'replace' });
}

export async function forgetLines(tx: Tx, importId: number, lines: Line[]): Promise<void> {
  await sql`delete from import_line where import_id = ${importId} and line = any(${lines.map(({ number }) => number)}::bigint[])`.execute(
    tx,
  );
}

/** Lines to retry, in the order of their dependencies. */
export async function waitingLines(
  db: Db | Tx,
  importId: number,
  after: Pick<LineLeft, 'noun_order' | 'line'> | undefined,
  limit: number,
): Promise<(LineLeft & { text: string })[]> {
  const { rows } = await sql<LineLeft & { text: string }>`
    select line, noun_order, reason, text from import_line
    where import_id = ${importId} and text is not null
      and (noun_order, line) > (${after?.noun_order ?? -1}, ${after?.line ?? 0})
    order by noun_order, line limit ${limit}`.execute(db);
  return rows;
}

export async function badLines(
  db: Db | Tx,
  importId: number,
  after: number,
  limit: number,
): Promise<Pick<LineLeft, 'line' | 'reason'>[]> {
  const { rows } = await sql<Pick<LineLeft, 'line' | 'reason'>>`
    select line, reason from import_line where import_id = ${importId} and line > ${after} order by line limit ${limit}`.execute(
    db,
  );
  return rows;
}

const BATCH = 2_000;
const isAbandoned = sql`started_at < now() - interval '30 days'`;

/** Deletes a batch of rows of interrupted imports that were never resumed, and returns whether there may be more. */
export async function deleteAbandonedImports(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(tx);
  if (!rows[0]?.locked) return false; // an import is running; it may be an old one, resumed
  const isLeft = sql`import_id in (select id from import where ${isAbandoned})`;
  if ((await deleteRows(tx, 'import_line', isLeft, BATCH)) > 0) return true;
  return (await deleteRows(tx, 'import', isAbandoned, BATCH)) === BATCH;
}
