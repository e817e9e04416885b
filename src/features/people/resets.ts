/** Links to a new password, made by an owner for someone who forgot theirs. */
import { sql } from 'kysely';
import { gone, notFound } from '../../core/errors.ts';
import { type Actor, grantsOf, type SiteRole, sitesWith } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { type Passwords, refuseWeakPassword } from '../accounts/passwords.ts';
import { type PersonRow, personById } from '../accounts/queries.ts';
import { endSessions, newToken, type SessionClient, startSession, tokenHash } from '../accounts/sessions.ts';
import { lockedPerson, refuseUnowned } from './commands.ts';

const VALID = sql`interval '24 hours'`;
const BATCH = 2_000;

interface ResetRow {
  person_id: number;
  expires_at: Date;
  email: string;
  name: string;
  /** The present roles of the person who made it; null when no person did. */
  maker_roles: SiteRole[] | null;
}

export async function createReset(
  db: Db | Tx,
  id: number,
  caller: Actor,
): Promise<{ token: string; expires_at: Date }> {
  const token = newToken();
  const sites = sitesWith(caller, 'people', 'write');
  return transaction(db, async (tx) => {
    refuseUnowned(await lockedPerson(tx, id, sites), sites);
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

export async function openReset(db: Db | Tx, token: string): Promise<ResetRow> {
  const { rows } = await sql<ResetRow>`
    select password_reset.person_id, expires_at, email, name, case when created_by_person is not null then (
      select coalesce(json_agg(json_build_object('site_id', site_id, 'role', role)), '[]')
      from person_role where person_role.person_id = created_by_person) end as maker_roles
    from password_reset join person on person.id = password_reset.person_id
    where token_hash = ${tokenHash(token)} and expires_at > now()`.execute(db);
  if (!rows[0]) throw notFound('This password reset was used, replaced or has expired; ask an owner for a new one.');
  return rows[0];
}

/** Sets the new password, once. */
export async function acceptReset(
  db: Db | Tx,
  passwords: Passwords,
  token: string,
  password: string,
  client: SessionClient,
): Promise<{ person: PersonRow; token: string }> {
  const { email, name } = await openReset(db, token);
  refuseWeakPassword(password, [email, name]);
  const password_hash = await passwords.hash(password);
  return transaction(db, async (tx) => {
    const { person_id, maker_roles } = await openReset(tx, token);
    const { numDeletedRows } = await tx
      .deleteFrom('password_reset')
      .where('token_hash', '=', tokenHash(token))
      .executeTakeFirstOrThrow();
    const person = await personById(tx, person_id);
    if (numDeletedRows === 0n || !person) throw gone('This password reset was used already.');
    // Whoever made it may have lost the right since.
    if (maker_roles) refuseUnowned(person, sitesWith({ grants: grantsOf(maker_roles) }, 'people', 'write'));
    await tx.updateTable('person').set({ password_hash }).where('id', '=', person_id).execute();
    await endSessions(tx, person_id);
    return { person, token: await startSession(tx, person_id, client) };
  });
}

/** Sets a password from the command line, and ends all sessions. */
export async function setPassword(
  db: Db | Tx,
  passwords: Passwords,
  person: PersonRow,
  { password }: { password: string; caller: Actor },
): Promise<void> {
  const password_hash = await passwords.hash(password);
  await transaction(db, async (tx) => {
    await tx.updateTable('person').set({ password_hash }).where('id', '=', person.id).execute();
    await tx.deleteFrom('password_reset').where('person_id', '=', person.id).execute();
    await endSessions(tx, person.id);
  });
}

/** Deletes a batch of expired resets, and says whether there may be more. */
export async function deleteOldResets(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'password_reset', sql`expires_at < now()`, BATCH)) === BATCH;
}
