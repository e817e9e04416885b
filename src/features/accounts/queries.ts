import { sql } from 'kysely';
import type { SiteRole } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Byline, bylinesOf } from './bylines.ts';
import { normalizedEmail } from './emails.ts';

/** A session ends after `IDLE` without a request, and after `LONGEST` in any case. */
export const IDLE = sql`interval '12 hours'`;
export const LONGEST = sql`interval '30 days'`;
/** How long a session counts as confirmed. */
const CONFIRMED = sql`interval '10 minutes'`;

export interface SessionHolder {
  session_id: number;
  person_id: number;
  /** Of the person. */
  name: string;
  is_confirmed: boolean;
  roles: SiteRole[];
}

/** Valid sessions. If passwords are disabled, sessions that began with one have ended. */
export function isOpen(passwordsAreOn: boolean) {
  return sql`last_seen_at > now() - ${IDLE} and created_at > now() - ${LONGEST} and (${passwordsAreOn} or method <> 'password')`;
}

/** The person of the first session that has not ended and the site of the path, in one round trip. Either may be missing. */
export async function sessionAndSite(
  db: Db | Tx,
  hashes: Buffer[],
  siteId: number | null,
  { areOn }: { areOn: boolean },
): Promise<{ holder: SessionHolder | null; site: Site | null }> {
  const { rows } = await sql<Site & { holder: SessionHolder | null }>`
    select site.*, (
      select json_build_object('session_id', id, 'person_id', person_id,
        'name', (select name from person where person.id = session.person_id), 'is_confirmed', confirmed_at > now() - ${CONFIRMED}, 'roles', ${rolesOf(sql`session.person_id`)})
      from session
      where token_hash = any(${hashes}::bytea[]) and ${isOpen(areOn)}
      order by array_position(${hashes}::bytea[], token_hash) limit 1
    ) as holder
    from (select) as nothing left join site on site.id = ${siteId}::bigint`.execute(db);
  const { holder = null, ...site } = rows[0] ?? { id: null };
  return { holder, site: site.id === null ? null : (site as Site) }; // an outer join without a match has a null id
}

export interface PersonRow {
  id: number;
  email: string;
  name: string;
  password_hash: string | null;
  language: string;
  theme: string;
  shortcuts: boolean;
  is_demo: boolean;
  version: number;
  created_at: Date;
  last_seen_at: Date | null;
  roles: (SiteRole & { site_name: string | null })[];
  bylines: Byline[];
}

export async function personById(db: Db | Tx, id: number): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${personColumns} from person where id = ${id}`.execute(db);
  return rows[0];
}

export async function personByEmail(db: Db | Tx, email: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from person where email = ${normalizedEmail(email)}`.execute(db);
  return rows[0];
}

function rolesOf(personId: ReturnType<typeof sql>) {
  return sql`(
    select coalesce(json_agg(json_build_object('site_id', site_id, 'role', role,
      'site_name', (select name from site where site.id = site_id)) order by site_id nulls first), '[]')
    from person_role where person_id = ${personId})`;
}

/** Those of the demo do not count. */
export const OWNERS_OF_ALL = sql`
  select person.* from person join person_role on person_id = person.id
  where site_id is null and role = 'owner' and not is_demo`;

/** Setup is open until someone owns all sites: an invited editor could not add the first owner. */
export async function isSetUp(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ is_set_up: boolean }>`select exists (${OWNERS_OF_ALL}) as is_set_up`.execute(db);
  return rows[0]?.is_set_up ?? false;
}

/** Outside development people of the demo have no password. */
export async function whoIsThere(db: Db | Tx): Promise<{ has_demo: boolean; has_people: boolean }> {
  const { rows } = await sql<{ has_demo: boolean; has_people: boolean }>`
    select exists (select from person where is_demo and password_hash is not null) as has_demo,
      exists (select from person where not is_demo) as has_people`.execute(db);
  return rows[0] ?? { has_demo: false, has_people: false };
}

export const personColumns = sql`person.id, email, name, password_hash, language, theme, shortcuts, is_demo, version, created_at,
  last_seen_at, ${rolesOf(sql`person.id`)} as roles, ${bylinesOf(sql`person.id`)} as bylines`;
