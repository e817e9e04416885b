/** How people and their roles are saved. */
import { sql } from 'kysely';
import { conflict, invalidBody } from '../../core/errors.ts';
import type { SiteRole } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { storedEmail } from './emails.ts';
import { OWNERS_OF_ALL } from './queries.ts';
import { hasWay, type Ways } from './ways.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** A lock for adding people and changing owners: the first person and the last owner are decided one at a time. */
export async function lockPeople(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('masthead people', 0))`.execute(tx);
}

export interface NewPerson {
  email: string;
  name: string;
  passwordHash: string | null;
  isDemo?: boolean;
}

export async function insertPerson(tx: Tx, { email, name, passwordHash, isDemo = false }: NewPerson): Promise<number> {
  try {
    const { id } = await tx
      .insertInto('person')
      .values({ email: storedEmail(email), name: name.trim(), password_hash: passwordHash, is_demo: isDemo })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    throw emailTaken(error);
  }
}

export function emailTaken(error: unknown): unknown {
  const isTaken = (error as { code?: string }).code === UNIQUE_VIOLATION;
  return isTaken ? conflict('There is a person with this e-mail address already.', { taken_field: 'email' }) : error;
}

/** Adds roles; one on the same site is replaced. The first owner of all sites closes setup. */
export async function addRoles(tx: Tx, personId: number, roles: readonly SiteRole[]): Promise<void> {
  for (const { site_id, role } of roles) {
    await sql`
      insert into person_role (person_id, site_id, role) values (${personId}, ${site_id}, ${role})
      on conflict (person_id, site_id) do update set role = excluded.role`
      .execute(tx)
      .catch((error) => {
        throw unknownSite(error);
      });
  }
  await sql`delete from setup where exists (${OWNERS_OF_ALL})`.execute(tx);
}

export function unknownSite(error: unknown): unknown {
  const isUnknown = (error as { code?: string }).code === FOREIGN_KEY_VIOLATION;
  return isUnknown ? invalidBody([{ path: '/roles', message: 'names a site that does not exist' }]) : error;
}

export function refuseRepeatedSites(roles: readonly SiteRole[]): void {
  const sites = roles.map(({ site_id }) => site_id);
  if (new Set(sites).size < sites.length)
    throw invalidBody([{ path: '/roles', message: 'names a site twice; a person has one role on a site' }]);
}

/** People who own all sites, without those of the demo. Without passwords, only those who have another way to sign in. */
export async function ownersOfAll(tx: Db | Tx, ways: Ways): Promise<number> {
  const { rows } = await sql<{ owners: number }>`
    select count(*) as owners from (${OWNERS_OF_ALL}) as person
    where (${ways.passwordsAreOn} or ${hasWay(ways)})`.execute(tx);
  return rows[0]?.owners ?? 0;
}

/** Runs a change that must not take away the last owner of all sites. */
export async function keepingAnOwner<T>(tx: Tx, ways: Ways, change: () => Promise<T>): Promise<T> {
  await lockPeople(tx);
  const before = await ownersOfAll(tx, ways);
  const result = await change();
  if (before > 0 && (await ownersOfAll(tx, ways)) === 0)
    throw conflict('This would leave no owner of all sites; make someone else an owner first.');
  return result;
}
