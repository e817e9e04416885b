/**
 * A pooler in transaction mode gives each transaction another session of the server. Locks, notifications, settings and prepared
 * statements of a session are then lost, or are those of someone else, and nothing reports it.
 */
import type pg from 'pg';
import { badConfiguration } from '../core/errors.ts';

const ROUNDS = 3;
const STATEMENT_MODE = /statement pooling mode/;

/** Needs two connections of the pool. */
export async function refuseTransactionPooling(pool: pg.Pool): Promise<void> {
  const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    for (let round = 0; round < ROUNDS; round++) if (await isShared(one, other)) throw refusal();
  } catch (error) {
    throw STATEMENT_MODE.test((error as Error).message) ? refusal() : error;
  } finally {
    one.release();
    other.release();
  }
}

/**
 * The session of the first connection is idle, so a pooler gives it to the transaction of the second. If another client was faster, the next
 * statement of the first is in another session.
 */
async function isShared(one: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  const first = await sessionOf(one);
  await other.query('begin');
  try {
    return (await sessionOf(other)) === first || (await sessionOf(one)) !== first;
  } finally {
    await other.query('rollback');
  }
}

async function sessionOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const refusal = () =>
  badConfiguration(
    'DATABASE_URL leads to a pooler that shares sessions of the server between its clients (in PgBouncer: pool_mode = transaction); use session mode, or the server itself.',
  );
