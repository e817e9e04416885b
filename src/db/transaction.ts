import type { Transaction } from 'kysely';
import type { Db } from './connect.ts';
import type { Rows } from './rows.generated.ts';

export type Tx = Transaction<Rows>;

const TRIES = 3;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/**
 * Runs `work` in one transaction; a deadlock or serialization failure is tried again. Inside a transaction it joins that
 * one, so that a command can be part of a larger unit (the remembered answer of an Idempotency-Key).
 */
export async function transaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx); // isTransaction says that it is one
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= TRIES || !mayPassNextTime(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt * (1 + Math.random())));
    }
  }
}

function mayPassNextTime(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}
