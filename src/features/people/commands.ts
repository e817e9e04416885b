/** Owners manage people. If a person also has roles on other sites, owners change only the roles on their own sites. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { PersonChange } from '../../contract/people.ts';
import { forbidden, notFound } from '../../core/errors.ts';
import { type Actor, grantsOf, type SiteRole, type Sites, sitesWith, within } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { refuseRepeatedBylines, replaceBylines } from '../accounts/bylines.ts';
import { storedEmail } from '../accounts/emails.ts';
import { type Passwords, refuseWeakPassword } from '../accounts/passwords.ts';
import {
  addRoles,
  emailTaken,
  insertPerson,
  keepingAnOwner,
  lockPeople,
  refuseRepeatedSites,
} from '../accounts/people.ts';
import { type PersonRow, personById } from '../accounts/queries.ts';
import { recordPerson } from '../accounts/recording.ts';
import { endAccess } from '../accounts/sessions.ts';
import type { Ways } from '../accounts/ways.ts';
import { deleteInvitationsOf } from '../invitations/queries.ts';
import { personOn } from './queries.ts';

export interface Request {
  caller: Actor;
  /** The session of the request: it survives a change of its own person. */
  sessionId: number | null;
  ifMatch: string | undefined;
}

/** Adds a person with a password, from the command line or the demo. */
export async function createPerson(
  db: Db | Tx,
  passwords: Passwords,
  input: {
    email: string;
    name: string;
    password: string | null;
    roles: readonly SiteRole[];
    isDemo?: boolean;
    caller: Actor;
  },
): Promise<number> {
  const { password, email, name } = input;
  if (password !== null) refuseWeakPassword(password, [email, name]);
  const passwordHash = password === null ? null : await passwords.hash(password);
  return transaction(db, async (tx) => {
    await lockPeople(tx);
    const id = await insertPerson(tx, { ...input, passwordHash });
    await addRoles(tx, id, input.roles);
    await recordPerson(tx, input.caller, 'create', null, (await personById(tx, id)) ?? null);
    return id;
  });
}

export async function changePerson(
  db: Db | Tx,
  id: number,
  { roles, bylines, ...input }: Static<typeof PersonChange>,
  { caller, sessionId, ifMatch }: Request,
  ways: Ways,
): Promise<PersonRow> {
  const sites = sitesWith(caller, 'people', 'write');
  refuseRepeatedSites(roles ?? []);
  if (!within(sitesOf(roles ?? []), sites)) throw forbidden('You can give roles only on sites that you own.');
  refuseRepeatedBylines(bylines ?? []);
  if (
    !within(
      (bylines ?? []).map(({ site_id }) => site_id),
      sites,
    )
  )
    throw forbidden('You can give bylines only on sites that you own.');
  return transaction(db, (tx) =>
    keepingAnOwner(tx, ways, async () => {
      const current = await lockedPerson(tx, id, sites);
      refuseStale(ifMatch, current.version, 'person');
      if (input.name !== undefined || input.email !== undefined) refuseUnowned(current, sites);
      await saveFields(tx, id, input);
      if (bylines) await replaceBylines(tx, id, bylines, sites);
      if (roles && (await replaceRoles(tx, current, roles, sites))) {
        await endAccess(tx, id, caller.kind === 'person' && caller.id === id ? sessionId : null);
        // An earlier invitation must not undo the change.
        await deleteInvitationsOf(tx, current.email, sites);
      }
      const changed = (await personOn(tx, id, 'all')) ?? current;
      await recordPerson(tx, caller, 'change', current, changed);
      return changed;
    }),
  );
}

export async function deletePerson(db: Db | Tx, id: number, { caller, ifMatch }: Request, ways: Ways): Promise<void> {
  const sites = sitesWith(caller, 'people', 'write');
  await transaction(db, (tx) =>
    keepingAnOwner(tx, ways, async () => {
      const current = await lockedPerson(tx, id, sites);
      refuseStale(ifMatch, current.version, 'person');
      refuseUnowned(current, sites);
      await tx.deleteFrom('person').where('id', '=', id).execute();
      await recordPerson(tx, caller, 'delete', current, null);
    }),
  );
}

export const noSuchPerson = () => notFound('There is no such person.');

export async function lockedPerson(tx: Tx, id: number, sites: Sites): Promise<PersonRow> {
  await sql`select from person where id = ${id} for update`.execute(tx);
  const row = await personOn(tx, id, sites);
  if (!row) throw noSuchPerson();
  return row;
}

export function refuseUnowned(person: PersonRow, sites: Sites): void {
  if (!isOwned(person, sites))
    throw forbidden('This person has roles on sites that you do not own; you can change the roles on yours.');
}

/** Whether all sites of the person are also the caller's, who then may change anything of the person. */
export function isOwned({ roles }: Pick<PersonRow, 'roles'>, sites: Sites): boolean {
  return within(sitesOf(roles), sites);
}

export function sitesOf(roles: readonly SiteRole[]): Sites {
  const sites = grantsOf(roles).map((grant) => grant.sites);
  return sites.includes('all') ? 'all' : sites.flatMap((one) => (one === 'all' ? [] : one));
}

async function saveFields(tx: Tx, id: number, { name, email }: Static<typeof PersonChange>): Promise<void> {
  const columns = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(email === undefined ? {} : { email: storedEmail(email) }),
  };
  await tx
    .updateTable('person')
    .set({ ...columns, updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      throw emailTaken(error);
    });
}

/** Replaces the roles on these sites. Returns whether anything changed. */
async function replaceRoles(
  tx: Tx,
  { id, roles: current }: PersonRow,
  roles: readonly SiteRole[],
  sites: Sites,
): Promise<boolean> {
  const before = current.filter((role) => within(sitesOf([role]), sites));
  const spelled = (list: readonly SiteRole[]) =>
    list
      .map(({ site_id, role }) => `${site_id} ${role}`)
      .sort()
      .join();
  if (spelled(before) === spelled(roles)) return false;
  for (const { site_id } of before)
    await sql`delete from person_role where person_id = ${id} and site_id is not distinct from ${site_id}::bigint`.execute(
      tx,
    );
  await addRoles(tx, id, roles);
  return true;
}
