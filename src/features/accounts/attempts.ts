/** Attempts to sign in, counted in the database: over all processes, and over restarts. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tooMany } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';

/** Failed attempts of one network on one account. Strangers elsewhere cannot lock an account. */
const MOST_ON_ACCOUNT = 10;
const ACCOUNT_WINDOW = sql`interval '15 minutes'`;
const ACCOUNT_SECONDS = 900;
/** Failed attempts of one network on any account. */
const MOST_OF_NETWORK = 100;
const NETWORK_WINDOW = sql`interval '1 hour'`;
const NETWORK_SECONDS = 3_600;
const BATCH = 2_000;

/**
 * Counts an attempt before its password is checked, so that attempts made at once are counted too. It stays counted unless
 * `uncount` deletes it. Beyond the limits the answer is 429 and nothing is stored.
 */
export async function beginAttempt(db: Db | Tx, network: string, account: string): Promise<number> {
  const hash = createHash('sha256').update(account).digest();
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${network}`}, 0))`.execute(tx);
    const { rows } = await sql<{ on_account: number; of_network: number }>`
      select count(*) as of_network,
        count(*) filter (where account = ${hash} and at > now() - ${ACCOUNT_WINDOW}) as on_account
      from sign_in_attempt where network = ${network} and at > now() - ${NETWORK_WINDOW}`.execute(tx);
    const { on_account = 0, of_network = 0 } = rows[0] ?? {};
    if (on_account >= MOST_ON_ACCOUNT) throw tooMany(ACCOUNT_SECONDS);
    if (of_network >= MOST_OF_NETWORK) throw tooMany(NETWORK_SECONDS);
    const inserted = await sql<{ id: number }>`
      insert into sign_in_attempt (network, account) values (${network}, ${hash}) returning id`.execute(tx);
    return inserted.rows[0]?.id ?? 0;
  });
}

/** The password was right, or was not checked. */
export async function uncount(db: Db | Tx, attempt: number): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', attempt).execute();
}

/** Deletes a batch of attempts that no limit counts any more, and returns whether there may be more. */
export async function deleteOldAttempts(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'sign_in_attempt', sql`at < now() - ${NETWORK_WINDOW}`, BATCH)) === BATCH;
}
