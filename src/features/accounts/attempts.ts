/** Attempts to sign in, counted in the database: over all processes, and over restarts. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tooMany } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { type Placeholder, preparedOnce } from '../../db/prepared.ts';
import { deleteRows } from '../../db/rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { normalizedEmail } from './emails.ts';
import type { SignInGate } from './gate.ts';
import { type PersonRow, personColumns } from './queries.ts';

/** Failed attempts of one network on one account. Strangers elsewhere cannot lock an account. */
const MOST_ON_ACCOUNT = 10;
const ACCOUNT_WINDOW = sql`interval '15 minutes'`;
const ACCOUNT_SECONDS = 900;
/** Failed attempts of one network on any account. */
const MOST_OF_NETWORK = 100;
const NETWORK_WINDOW = sql`interval '1 hour'`;
const NETWORK_SECONDS = 3_600;
const BATCH = 2_000;
/** The result of `begin_sign_in_attempt` beyond the limits. */
const OF_ACCOUNT = -1;
const OF_NETWORK = -2;

/**
 * Counts an attempt before its password is checked, so that attempts made at once are counted too. It stays counted unless
 * `uncount` deletes it. Beyond the limits the answer is 429 and nothing is stored.
 */
export async function beginAttempt(db: Db | Tx, network: string, account: string): Promise<number> {
  const [row] = await attemptRows(db, attemptOf(network, account));
  return counted(row, { network, account, gate: null });
}

/** The same with the person of an address, in one round trip: writing to sockets takes most of an attempt's time. */
export async function beginPersonsAttempt(
  db: Db | Tx,
  network: string,
  email: string,
  gate: SignInGate,
): Promise<{ attempt: number; person: PersonRow | undefined }> {
  const account = normalizedEmail(email);
  const [row] = await personsAttemptRows(db, { ...attemptOf(network, account), email: account });
  const attempt = counted(row, { network, account, gate });
  // An outer join without a match has nulls.
  return { attempt, person: row && row.id !== null ? (row as PersonRow) : undefined };
}

interface Limited {
  network: string;
  account: string;
  gate: SignInGate | null;
}

function counted({ attempt }: { attempt: number } = { attempt: 0 }, { network, account, gate }: Limited): number {
  if (attempt === OF_ACCOUNT) throw gate?.note(network, account, ACCOUNT_SECONDS) ?? tooMany(ACCOUNT_SECONDS);
  if (attempt === OF_NETWORK) throw gate?.note(network, null, NETWORK_SECONDS) ?? tooMany(NETWORK_SECONDS);
  return attempt;
}

interface Attempt {
  network: string;
  account: Buffer;
  most_of_network: number;
  most_on_account: number;
}

function attemptOf(network: string, account: string): Attempt {
  const limits = { most_of_network: MOST_OF_NETWORK, most_on_account: MOST_ON_ACCOUNT };
  return { network, account: createHash('sha256').update(account).digest(), ...limits };
}

/** One round trip: under a flood, the statements of a transaction take most of the time of an attempt. */
const begun = (given: Placeholder<Attempt>) =>
  sql`begin_sign_in_attempt(${given('network')}, ${given('account')}::bytea, ${given('most_of_network')}::integer,
    ${NETWORK_WINDOW}, ${given('most_on_account')}::integer, ${ACCOUNT_WINDOW}) as attempt`;

const attemptRows = preparedOnce<Attempt, { attempt: number }>((given) => sql`select ${begun(given)}`);

type PersonsAttempt = { attempt: number } & { [Column in keyof PersonRow]: PersonRow[Column] | null };

const personsAttemptRows = preparedOnce<Attempt & { email: string }, PersonsAttempt>(
  (given) => sql`
    select attempt, ${personColumns} from (select ${begun(given)}) as counted left join person on email = ${given('email')}`,
);

/** The password was right, or was not checked. */
export async function uncount(db: Db | Tx, attempt: number): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', attempt).execute();
}

/** Deletes a batch of attempts that no limit counts any more, and returns whether there may be more. */
export async function deleteOldAttempts(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'sign_in_attempt', sql`at < now() - ${NETWORK_WINDOW}`, BATCH)) === BATCH;
}
