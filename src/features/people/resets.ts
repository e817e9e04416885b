/** Links to a new password, made by an owner for someone who forgot theirs. */
import { sql } from 'kysely';
import { gone, notFound } from '../../core/errors.ts';
import { type Actor, sitesWith } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type Maker, makerColumn, makerGrants } from '../accounts/makers.ts';
import { type Passwords, passwordsOff, refuseWeakPassword } from '../accounts/passwords.ts';
import { type PersonRow, personColumns } from '../accounts/queries.ts';
import { recordAccess, recordPerson } from '../accounts/recording.ts';
import { endAccess, newToken, type SessionClient, startSession, tokenHash } from '../accounts/sessions.ts';
import { isOwned, lockedPerson, refuseUnowned } from './commands.ts';

const VALID = sql`interval '24 hours'`;
const BATCH = 2_000;

interface ResetRow extends PersonRow {
  expires_at: Date;
  maker: Maker;
}

export async function createReset(
  db: Db | Tx,
  id: number,
  caller: Actor,
): Promise<{ token: string; expires_at: Date }> {
  const token = newToken();
  const sites = sitesWith(caller, 'people', 'write');
  return transaction(db, async (tx) => {
    const person = await lockedPerson(tx, id, sites);
    refuseUnowned(person, sites);
    await recordPerson(tx, caller, 'reset_password', person, person);
    const { rows } = await sql<{ expires_at: Date }>`
      insert into password_reset (person_id, token_hash, created_by, created_by_person, created_by_key, expires_at)
      values (${id}, ${tokenHash(token)}, ${caller.name ?? ''}, ${caller.kind === 'person' ? caller.id : null},
        ${caller.kind === 'key' ? caller.id : null}, now() + ${VALID})
      on conflict (person_id) do update set token_hash = excluded.token_hash, created_by = excluded.created_by,
        created_by_person = excluded.created_by_person, created_by_key = excluded.created_by_key, created_at = now(),
        expires_at = excluded.expires_at
      returning expires_at`.execute(tx);
    return { token, expires_at: rows[0]?.expires_at ?? new Date(0) };
  });
}

/** The person whose password it sets; public, so it reveals nothing about the creator's rights. */
export async function openReset(db: Db | Tx, token: string): Promise<ResetRow> {
  const { rows } = await sql<ResetRow>`
    select ${personColumns}, reset.expires_at, ${makerColumn(sql`reset.created_by_person`, sql`reset.created_by_key`)}
    from (select person_id, token_hash, expires_at, created_by_person, created_by_key from password_reset) as reset
    join person on person.id = reset.person_id
    where reset.token_hash = ${tokenHash(token)} and reset.expires_at > now()`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('This link was used or replaced, or is no longer valid; ask an owner for a new one.');
  // Its creator may have lost the right since.
  if (!isOwned(row, sitesWith({ grants: makerGrants(row.maker) }, 'people', 'write')))
    throw gone('This link is no longer valid; ask an owner for a new one.');
  return row;
}

/** Sets the new password, once. If passwords are disabled, it only signs in, so that the person can add another credential. */
export async function acceptReset(
  db: Db | Tx,
  passwords: Passwords,
  token: string,
  password: string | undefined,
  client: SessionClient,
): Promise<{ person: PersonRow; token: string }> {
  const { id, email, name } = await openReset(db, token);
  if (password !== undefined && !passwords.areOn) throw passwordsOff();
  if (passwords.areOn) refuseWeakPassword(password, [email, name]);
  const password_hash = password === undefined ? undefined : await passwords.hash(password);
  return transaction(db, async (tx) => {
    // In the order of `changePerson`: roles that change at the same time end the reset first, or end the new session.
    await sql`select from person where id = ${id} for update`.execute(tx);
    const person = await openReset(tx, token);
    if (password_hash) await tx.updateTable('person').set({ password_hash }).where('id', '=', id).execute();
    await endAccess(tx, id);
    await recordAccess(tx, person, client, password_hash ? 'set_password' : 'sign_in');
    return { person, token: await startSession(tx, id, password_hash ? 'password' : 'link', client) };
  });
}

/** Sets a password from the command line, and ends all sessions. */
export async function setPassword(
  db: Db | Tx,
  passwords: Passwords,
  person: PersonRow,
  { password, caller }: { password: string; caller: Actor },
): Promise<void> {
  const password_hash = await passwords.hash(password);
  await transaction(db, async (tx) => {
    await tx.updateTable('person').set({ password_hash }).where('id', '=', person.id).execute();
    await endAccess(tx, person.id);
    await recordPerson(tx, caller, 'set_password', person, person);
  });
}

/** Deletes a batch of expired resets, and returns whether there may be more. */
export async function deleteOldResets(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'password_reset', sql`expires_at < now()`, BATCH)) === BATCH;
}
