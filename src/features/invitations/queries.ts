import { sql } from 'kysely';
import type { SiteRole, Sites } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Maker, makerColumn } from '../accounts/makers.ts';

export interface InvitationRow {
  id: number;
  email: string;
  roles: SiteRole[];
  bylines: { site_id: number; author_id: number | null }[];
  /** Of the first author that is named. */
  author_name: string | null;
  /** Of its roles. */
  sites: { id: number; name: string }[];
  created_by: string;
  /** The name of the person or key. */
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  maker: Maker;
}

const MOST_SITES = 20;
const columns = sql`id, email, created_by, created_at, expires_at, (
    select coalesce(json_agg(json_build_object('site_id', site_id, 'role', role) order by site_id nulls first), '[]')
    from invitation_role where invitation_id = invitation.id
  ) as roles, (
    select coalesce(json_agg(json_build_object('site_id', site_id, 'author_id', author_id) order by site_id), '[]')
    from invitation_byline where invitation_id = invitation.id
  ) as bylines, (
    select trim(firstname || ' ' || lastname) from invitation_byline as byline join author on author.site_id = byline.site_id and author.id = author_id
    where invitation_id = invitation.id order by byline.site_id limit 1
  ) as author_name, (
    select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from (
      select id, name from site where exists (
        select from invitation_role where invitation_id = invitation.id and coalesce(invitation_role.site_id, site.id) = site.id)
      order by id limit ${sql.lit(MOST_SITES)}) as named
  ) as sites, coalesce(
    (select name from person where person.id = invitation.person_id), (select name from api_key where api_key.id = invitation.api_key_id)
  ) as invited_by, ${makerColumn(sql`invitation.person_id`, sql`invitation.api_key_id`)}`;

/** An invitation that can still be accepted. */
export async function invitationByToken(db: Db | Tx, hash: Buffer): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitation where token_hash = ${hash} and expires_at > now()`.execute(db);
  return rows[0];
}

export async function invitationById(db: Db | Tx, id: number, sites: Sites): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitation where id = ${id} and ${within(sites)}`.execute(db);
  return rows[0];
}

export async function invitationPage(
  db: Db | Tx,
  sites: Sites,
  limit: number,
  offset: number,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitation where expires_at > now() and ${within(sites)}
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function invitationCount(db: Db | Tx, sites: Sites): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from invitation where expires_at > now() and ${within(sites)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Deletes the invitations of an address that reach no further than these sites. */
export async function deleteInvitationsOf(tx: Tx, email: string, sites: Sites): Promise<void> {
  await sql`delete from invitation where email = ${email} and ${within(sites)}`.execute(tx);
}

/** Owners of single sites see the invitations that reach no further. */
function within(sites: Sites) {
  if (sites === 'all') return sql`true`;
  return sql`not exists (select from invitation_role where invitation_id = invitation.id
    and (site_id is null or site_id <> all(${[...sites]}::bigint[])))`;
}
