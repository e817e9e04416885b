/**
 * Idempotency-Key: the response of a POST is stored in the write's own transaction, so a repeat either finds
 * both or neither, even after a crash.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Repeatable {
  caller: string;
  key: string;
  /** The request's fingerprint: a key used for another request is refused. */
  request: string;
  showsSecret: boolean;
}

const KEPT = sql`interval '24 hours'`;
/** Longer than the longest request to another server that a handler makes. */
const IDLE_TIMEOUT = '30s';
const BATCH = 2_000;

export async function answerOnce(
  db: Db,
  { caller, key, request, showsSecret }: Repeatable,
  answer: (tx: Tx) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const hash = createHash('sha256').update(request).digest();
  return transaction(db, async (tx) => {
    if (!(await claim(tx, caller, key, hash))) return remembered(tx, caller, key, hash);
    const made = await answer(tx);
    await tx
      .updateTable('remembered_answer')
      .set({
        status: made.status,
        headers: JSON.stringify(made.headers),
        body: showsSecret ? null : String(made.body),
      })
      .where('caller', '=', caller)
      .where('idempotency_key', '=', key)
      .execute();
    return made;
  });
}

/** True for the first request. A concurrent repeat waits here until the first has committed. */
async function claim(tx: Tx, caller: string, key: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into remembered_answer (caller, idempotency_key, request_hash, status, headers)
    values (${caller}, ${key}, ${hash}, 0, '{}')
    on conflict (caller, idempotency_key) do update
      set request_hash = excluded.request_hash, created_at = now(), body = null
      where remembered_answer.created_at < now() - ${KEPT}
    returning set_config('idle_in_transaction_session_timeout', ${IDLE_TIMEOUT}, true)`.execute(tx);
  return rows.length > 0;
}

async function remembered(tx: Tx, caller: string, key: string, hash: Buffer): Promise<HttpAnswer> {
  const row = await tx
    .selectFrom('remembered_answer')
    .selectAll()
    .where('caller', '=', caller)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  if (!hash.equals(row.request_hash)) {
    throw conflict('This Idempotency-Key was used for another request; use a new one.');
  }
  if (row.body === null) throw conflict('This was done already; its answer contained a secret and is not shown twice.');
  const headers = row.headers as Record<string, string>; // written above
  return { status: row.status, headers: { ...headers, 'idempotent-replay': 'true' }, body: row.body };
}

/** Deletes a batch of expired responses and returns whether there may be more. */
export async function deleteOldAnswers(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'remembered_answer', sql`created_at < now() - ${KEPT}`, BATCH)) === BATCH;
}
