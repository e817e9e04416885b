/** Invitations: an owner creates one, the invited person accepts it once. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Acceptance, NewInvitation } from '../../contract/people.ts';
import { auditedBylines, auditedRoles, sitesOfRoles } from '../../core/audit.ts';
import { forbidden, gone, invalidBody, notFound } from '../../core/errors.ts';
import { type Actor, may, personActor, type SiteRole, sitesWith } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { storedEmail } from '../accounts/emails.ts';
import { makerGrants } from '../accounts/makers.ts';
import { type Passwords, passwordsOff, refuseWeakPassword } from '../accounts/passwords.ts';
import { addRoles, insertPerson, keepingAnOwner, refuseRepeatedSites, unknownSite } from '../accounts/people.ts';
import { type Client, proofBySession, proofOf } from '../accounts/proof.ts';
import { type PersonRow, personByEmail, personById } from '../accounts/queries.ts';
import { recordPerson } from '../accounts/recording.ts';
import { endAccess, newToken, type SessionMethod, startSession, tokenHash } from '../accounts/sessions.ts';
import type { SignInTools } from '../accounts/ways.ts';
import { giveBylines, insertBylines, refuseBylines } from './bylines.ts';
import { type InvitationRow, invitationById, invitationByToken } from './queries.ts';

const VALID = sql`interval '7 days'`;
const BATCH = 1_000;

export async function createInvitation(
  db: Db | Tx,
  { email, roles, bylines = [] }: Static<typeof NewInvitation>,
  caller: Actor,
): Promise<InvitationRow & { token: string }> {
  refuseRepeatedSites(roles);
  refuseBylines(bylines, roles);
  if (!mayGive(caller, roles)) throw forbidden('You can give roles only on sites that you own.');
  const token = newToken();
  const row = await transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into invitation (token_hash, email, created_by, person_id, api_key_id, expires_at)
      values (${tokenHash(token)}, ${storedEmail(email)}, ${caller.name ?? ''},
        ${caller.kind === 'person' ? caller.id : null}, ${caller.kind === 'key' ? caller.id : null}, now() + ${VALID})
      returning id`.execute(tx);
    const invitation_id = rows[0]?.id ?? 0;
    await tx
      .insertInto('invitation_role')
      .values(roles.map(({ site_id, role }) => ({ invitation_id, site_id, role })))
      .execute()
      .catch((error) => {
        throw unknownSite(error);
      });
    await insertBylines(tx, invitation_id, bylines);
    const made = await invitationById(tx, invitation_id, 'all');
    if (!made) throw noSuchInvitation();
    await recordInvitation(tx, caller, 'create', made);
    return made;
  });
  return { ...row, token };
}

export async function deleteInvitation(db: Db | Tx, id: number, caller: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await invitationById(tx, id, sitesWith(caller, 'people', 'write'));
    if (!row) throw noSuchInvitation();
    const { numDeletedRows } = await tx.deleteFrom('invitation').where('id', '=', id).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw noSuchInvitation(); // it was used meanwhile
    await recordInvitation(tx, caller, 'delete', row);
  });
}

async function recordInvitation(tx: Tx, caller: Actor, action: 'create' | 'delete', row: InvitationRow): Promise<void> {
  const recorded = { ...row, roles: auditedRoles(row.roles), bylines: auditedBylines(row.bylines) };
  const rows = action === 'create' ? { after: recorded } : { before: recorded };
  await recordChange(tx, caller, { action, noun: 'invitation', id: row.id, sites: sitesOfRoles(row.roles), ...rows });
}

export async function openInvitation(db: Db | Tx, token: string): Promise<InvitationRow> {
  const row = await invitationByToken(db, tokenHash(token));
  if (!row) throw notFound('This invitation was used, revoked or has expired; ask for a new one.');
  // The inviting person may have lost the right since, and sites may have been deleted.
  const isValid = row.roles.length > 0 && mayGive({ grants: makerGrants(row.maker) }, row.roles);
  if (!isValid) throw gone('This invitation is no longer valid; ask for a new one.');
  return row;
}

/** A new person sets a password, or later a passkey if passwords are disabled; an existing person must authenticate. */
export async function acceptInvitation(
  db: Db | Tx,
  { passwords, ways }: SignInTools,
  token: string,
  given: Static<typeof Acceptance>,
  { client, now }: { client: Client; now: Date },
): Promise<{ person: PersonRow; token: string }> {
  const { email } = await openInvitation(db, token);
  const known = (await personByEmail(db, email)) ?? null;
  const newcomer = known ? null : await newPerson(passwords, email, given);
  const settle = known ? await proof(db, passwords, known, given, client) : null;
  return transaction(db, (tx) =>
    keepingAnOwner(tx, ways(), async () => {
      const { roles, bylines } = await openInvitation(tx, token);
      await useUp(tx, token);
      await settle?.(tx);
      const id = newcomer ? await insertPerson(tx, newcomer) : (known?.id ?? 0); // one of them is there
      await addRoles(tx, id, roles);
      // A change of roles ends the sessions of the person, and a reset that was made for someone with fewer rights.
      await endAccess(tx, id);
      const session = await startSession(tx, id, methodOf(passwords, given), client);
      const named = await personById(tx, id);
      if (!named) throw noSuchInvitation();
      const caller = personActor(named, client);
      await giveBylines(tx, named, bylines, { caller, now });
      const person = (await personById(tx, id)) ?? named;
      await recordPerson(tx, caller, known ? 'change' : 'create', known, person);
      return { person, token: session };
    }),
  );
}

/** Deletes a batch of expired invitations, and returns whether there may be more. */
export async function deleteOldInvitations(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'invitation', sql`expires_at < now()`, BATCH)) === BATCH;
}

async function newPerson(passwords: Passwords, email: string, { name, password }: Static<typeof Acceptance>) {
  if (name === undefined) throw invalidBody([{ path: '/name', message: 'is required' }]);
  if (!passwords.areOn && password === undefined) return { email, name, passwordHash: null };
  if (!passwords.areOn) throw passwordsOff();
  refuseWeakPassword(password, [email, name]);
  return { email, name, passwordHash: await passwords.hash(password) };
}

function proof(db: Db | Tx, passwords: Passwords, known: PersonRow, given: Static<typeof Acceptance>, client: Client) {
  const isBare = given.password === undefined && given.credential === undefined;
  return isBare ? proofBySession(db, passwords, known, client) : proofOf(db, passwords, known, given, client);
}

/** The session that authenticates the person may have begun with a password. */
function methodOf({ areOn }: Passwords, { credential }: Static<typeof Acceptance>): SessionMethod {
  if (credential !== undefined) return 'passkey';
  return areOn ? 'password' : 'link';
}

async function useUp(tx: Tx, token: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw gone('This invitation was used already.');
}

function mayGive(maker: Pick<Actor, 'grants'>, roles: readonly SiteRole[]): boolean {
  const sites = sitesWith(maker, 'people', 'write');
  return roles.every(({ site_id }) => (site_id === null ? sites === 'all' : may(maker, 'people', 'write', site_id)));
}

const noSuchInvitation = () => notFound('There is no such invitation.');
