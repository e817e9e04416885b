/** The time of a request for many small transactions: it ends with an answer that says how far they came. */
import { sql } from 'kysely';
import { unavailable } from '../core/errors.ts';
import type { Tx } from '../db/transaction.ts';

/** No transaction begins later. */
const LONGEST_WORK_MS = 3_000;
/** For the last transaction and the answer. */
const RESERVED_MS = 1_500;
/** A transaction that would commit later is rolled back: the request may have been answered without it. */
const LAST_MS = 200;
const LONGEST_WAIT = '1s';
const LOCK_TIMEOUT = '55P03';
const STATEMENT_TIMEOUT = '57014';

export const OUT_OF_TIME = 'There was no time left; send it again.';

export interface RequestTime {
  isSpent(): boolean;
  /** The last step of a transaction. */
  refuseLate(): void;
}

/** `endsAt` is that of the request (features/handler.ts). */
export function requestTime(endsAt: number): RequestTime {
  const stopAt = Math.min(performance.now() + LONGEST_WORK_MS, endsAt - RESERVED_MS);
  return {
    isSpent: () => performance.now() >= stopAt,
    refuseLate() {
      if (performance.now() > endsAt - LAST_MS) throw unavailable(OUT_OF_TIME);
    },
  };
}

/** Another transaction that keeps a row locked must not take all the time. */
export async function limitWaits(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${LONGEST_WAIT}, true)`.execute(tx);
}

export function isWaitTimeout(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === LOCK_TIMEOUT || code === STATEMENT_TIMEOUT;
}
