/** The first person. A code that the service prints at start keeps strangers from taking a new installation. */
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewSetup } from '../../contract/people.ts';
import { clientNetwork } from '../../core/addresses.ts';
import { conflict, forbidden, RequestError } from '../../core/errors.ts';
import { personActor } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { beginAttempt, uncount } from '../accounts/attempts.ts';
import { randomCode } from '../accounts/codes.ts';
import { type Passwords, passwordsOff, refuseWeakPassword } from '../accounts/passwords.ts';
import { addRoles, insertPerson, lockPeople } from '../accounts/people.ts';
import { isSetUp, type PersonRow, personByEmail, personById } from '../accounts/queries.ts';
import { recordAccess, recordPerson } from '../accounts/recording.ts';
import { type SessionClient, startSession, tokenHash } from '../accounts/sessions.ts';
import { settleVerified, verified } from '../accounts/verification.ts';

/** Of the code: 60 bits. */
const GROUPS = 3;
const GROUP = 4;
/** Codes are tried like passwords: failed attempts count against the network. */
const ACCOUNT = 'setup';
/** How long a repeated request signs in. */
const REPEATED_MS = 10 * 60_000;

/** The code of a database without an owner of all sites, the same in every process; null once setup is done. */
export async function setupCode(db: Db): Promise<string | null> {
  return transaction(db, async (tx) => {
    if (await isSetUp(tx)) return null;
    await sql`insert into setup (code) values (${randomCode(GROUPS, GROUP)}) on conflict do nothing`.execute(tx);
    return (await tx.selectFrom('setup').select('code').executeTakeFirst())?.code ?? null;
  });
}

export async function setUp(
  db: Db | Tx,
  passwords: Passwords,
  given: Static<typeof NewSetup>,
  client: SessionClient,
): Promise<{ person: PersonRow; token: string }> {
  const { code, name, email, password } = given;
  if (await isSetUp(db)) return repeated(db, passwords, given, client);
  if (!passwords.areOn) throw passwordsOff();
  refuseWeakPassword(password, [name, email]);
  const attempt = await beginAttempt(db, clientNetwork(client.address), ACCOUNT);
  const stored = (await db.selectFrom('setup').select('code').executeTakeFirst())?.code;
  // Another request was first and deleted the code: nothing was checked.
  if (stored === undefined || isSameCode(code, stored)) await uncount(db, attempt);
  if (stored === undefined && (await isSetUp(db))) return repeated(db, passwords, given, client);
  if (stored === undefined || !isSameCode(code, stored))
    throw forbidden('The setup code is wrong. The service prints it when it starts.');
  const passwordHash = await passwords.hash(password);
  const done = await transaction(db, async (tx) => {
    await lockPeople(tx);
    if (await isSetUp(tx)) return null;
    const id = await insertPerson(tx, { email, name, passwordHash });
    await addRoles(tx, id, [{ site_id: null, role: 'owner' }]);
    const token = await startSession(tx, id, 'password', client);
    const person = await personById(tx, id);
    if (!person) throw alreadySetUp();
    await recordPerson(tx, personActor(person, client), 'create', null, person);
    return { person, token };
  });
  return done ?? repeated(db, passwords, given, client);
}

/**
 * The first answer may have been lost after its transaction: the same request again signs the person in, for a while. The password
 * counts as at every sign-in, so this tells and allows no more than that.
 */
async function repeated(
  db: Db | Tx,
  passwords: Passwords,
  { email, password }: Static<typeof NewSetup>,
  client: SessionClient,
): Promise<{ person: PersonRow; token: string }> {
  const known = await personByEmail(db, email);
  if (!passwords.areOn || !known || Date.now() - known.created_at.getTime() > REPEATED_MS) throw alreadySetUp();
  const checked = await verified(db, passwords, { email, password }, client.address).catch((error) => {
    throw error instanceof RequestError && error.status === 401 ? alreadySetUp() : error;
  });
  return transaction(db, async (tx) => {
    await settleVerified(tx, checked);
    await recordAccess(tx, checked.person, client, 'sign_in');
    return { person: checked.person, token: await startSession(tx, checked.person.id, 'password', client) };
  });
}

const alreadySetUp = () =>
  conflict('Setup is done: someone owns all sites already. Sign in, or ask an owner for an invitation.');

/** As people type it: in any case, with or without dashes. */
function isSameCode(given: string, stored: string): boolean {
  const bare = (code: string) => tokenHash(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  return timingSafeEqual(bare(given), bare(stored));
}
