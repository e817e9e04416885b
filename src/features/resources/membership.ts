/** The articles of an issue or a container, in the order of its editors. */
import { sql } from 'kysely';
import { invalidBody, type Problem } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { wholeSecond } from '../../core/time.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { countList, forgetList } from '../publication/counts.ts';
import { resourceRow } from './queries.ts';
import type { Columns, Resource, ResourceRow, WrittenResource } from './resource.ts';
import { refusal } from './restriction.ts';

export type MemberList = 'issue' | 'featured_item_container';
/** The columns that both share. */
type HolderRow = { site_id: number; id: number; version: number };

export interface Member {
  id: number;
  /** The types of the working copy and of the served article, which may differ. */
  types: string[];
}

/** A holder's own rules. */
export interface Membership<Table extends MemberList> {
  resource: Pick<Resource<Table, string, string, unknown>, 'table' | 'called'>;
  /** Columns of the holder that change with its list. */
  touched?(now: Date): Columns;
  problems?(holder: ResourceRow<Table>, members: Member[]): Problem[];
}

export interface ListRequest {
  caller: Actor;
  site: { id: number };
  params: { id: number };
  body: { article_ids: number[] };
  ifMatch: string | undefined;
  now: Date;
}

/** Replaces the list; raises and returns the holder's version if the list changed. */
export async function setArticles<Table extends MemberList>(
  db: Db | Tx,
  membership: Membership<Table>,
  { caller, site, params: { id }, body: { article_ids }, ifMatch, now }: ListRequest,
): Promise<number> {
  const { resource } = membership;
  return transaction(db, async (tx) => {
    await lockSite(tx, site.id);
    const holder = await resourceRow<Table>(tx, resource, site.id, id);
    refuseStale(ifMatch, holder.version, resource.called);
    const replaced = await putMembers(tx, membership, holder, article_ids);
    if (!replaced) {
      await forgetTrashed(tx, resource.table, holder);
      return holder.version;
    }
    const lists = { before: { ...holder, articles: replaced }, after: { ...holder, articles: article_ids } };
    await recordChange(tx, caller, { action: 'change', noun: resource.table, id, sites: [site.id], ...lists });
    return touch(tx, resource.table, holder, membership.touched?.(now) ?? {});
  });
}

/** Replaces a list and returns the former one, or null if they are the same; the site is locked. */
export async function putMembers<Table extends MemberList>(
  tx: Tx,
  membership: Membership<Table>,
  holder: ResourceRow<Table>,
  articleIds: number[],
): Promise<number[] | null> {
  const { table } = membership.resource;
  await refuseMisfits(tx, membership, holder, articleIds);
  const before = await memberIds(tx, table, holder);
  if (before.join() === articleIds.join()) return null;
  await replaceMembers(tx, table, holder, articleIds);
  await countList(tx, holder.site_id, `${table}:${holder.id}`, articleIds);
  return before;
}

/** The lists of holders, in order, without articles in the trash. */
export async function membersOf(
  tx: Tx,
  table: MemberList,
  siteId: number,
  holderIds: number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; article_ids: number[] }>`
    select ${sql.ref(`${table}_id`)} as id, array_agg(article_id order by position) as article_ids
    from ${sql.table(`${table}_article`)} member
    join article on article.site_id = member.site_id and article.id = member.article_id and deleted_at is null
    where member.site_id = ${siteId} and ${sql.ref(`${table}_id`)} = any(${holderIds}::bigint[]) group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ id, article_ids }) => [id, article_ids]));
}

/** Updates the lists that contain an article when it is deleted or restored. */
export async function touchHolders(tx: Tx, siteId: number, articleId: number, now: Date): Promise<void> {
  await sql`
    with changed_issue as (
      update issue set updated_at = ${wholeSecond(now)}, version = version + 1 where site_id = ${siteId}
        and id in (select issue_id from issue_article where site_id = ${siteId} and article_id = ${articleId})
    )
    update featured_item_container set version = version + 1 where site_id = ${siteId} and id in (
      select featured_item_container_id from featured_item_container_article
      where site_id = ${siteId} and article_id = ${articleId})`.execute(tx);
}

export async function containersHolding(
  tx: Tx,
  siteId: number,
  articleId: number,
): Promise<{ id: number; name: string; type_restriction: string }[]> {
  const { rows } = await sql<{ id: number; name: string; type_restriction: string }>`
    select container.id, name, type_restriction from featured_item_container_article member
    join featured_item_container container
      on container.site_id = member.site_id and container.id = member.featured_item_container_id
    where member.site_id = ${siteId} and member.article_id = ${articleId} order by container.id`.execute(tx);
  return rows;
}

/** Removes an article from the containers that do not accept its type. */
export async function leaveContainers(
  tx: Tx,
  siteId: number,
  { id, type }: { id: number; type: string },
): Promise<void> {
  const containers = await containersHolding(tx, siteId, id);
  const closed = containers.filter(({ type_restriction }) => refusal(type_restriction, type)).map((one) => one.id);
  await sql`
    delete from featured_item_container_article where site_id = ${siteId} and article_id = ${id}
      and featured_item_container_id = any(${closed}::bigint[])`.execute(tx);
}

/** Deletes the count with its holder: a later one may get the same id. */
export function forgetCount(table: MemberList) {
  return async (tx: Tx, { site, before, after }: WrittenResource<MemberList>): Promise<void> => {
    if (before && !after) await forgetList(tx, site.id, `${table}:${before.id}`);
  };
}

/** Loads articles and locks them, so that their types stay until the transaction ends. */
export async function lockedMembers(tx: Tx, siteId: number, ids: number[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select article.id, array_remove(array[article.type, snapshot.doc::json ->> 'type'], null) as types
    from article left join published_article snapshot on snapshot.site_id = article.site_id and snapshot.id = article.id
    where article.site_id = ${siteId} and article.id = any(${ids}::bigint[]) and deleted_at is null order by article.id
    for share of article`.execute(tx);
  return rows;
}

async function refuseMisfits<Table extends MemberList>(
  tx: Tx,
  membership: Membership<Table>,
  holder: ResourceRow<Table>,
  ids: number[],
): Promise<void> {
  const members = await lockedMembers(tx, holder.site_id, ids);
  const known = new Set(members.map((member) => member.id));
  const unknown = ids.filter((id) => !known.has(id));
  const problems = membership.problems?.(holder, members) ?? [];
  if (unknown.length > 0)
    problems.unshift({ path: '/article_ids', message: `names no article of this site: ${unknown.join(', ')}` });
  if (problems.length > 0) throw invalidBody(problems);
}

export async function memberIds(tx: Tx, table: MemberList, { site_id, id }: HolderRow): Promise<number[]> {
  return (await membersOf(tx, table, site_id, [id])).get(id) ?? [];
}

async function replaceMembers(tx: Tx, table: MemberList, { site_id, id }: HolderRow, ids: number[]): Promise<void> {
  const [members, holder] = [sql.table(`${table}_article`), sql.ref(`${table}_id`)];
  await sql`delete from ${members} where site_id = ${site_id} and ${holder} = ${id}`.execute(tx);
  await sql`
    insert into ${members} (site_id, ${holder}, article_id, position)
    select ${site_id}, ${id}, article_id, position
    from unnest(${ids}::bigint[]) with ordinality as listed(article_id, position)`.execute(tx);
}

/** A list that is set has the articles that it names, also after others return from the trash. */
async function forgetTrashed(tx: Tx, table: MemberList, { site_id, id }: HolderRow): Promise<void> {
  await sql`
    delete from ${sql.table(`${table}_article`)} member using article
    where member.site_id = ${site_id} and ${sql.ref(`member.${table}_id`)} = ${id}
      and article.site_id = member.site_id and article.id = member.article_id and deleted_at is not null`.execute(tx);
}

async function touch(
  tx: Tx,
  table: MemberList,
  { site_id, id, version }: HolderRow,
  columns: Columns,
): Promise<number> {
  const changes = Object.entries({ ...columns, version: version + 1 });
  await sql`
    update ${sql.table(table)} set ${sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where site_id = ${site_id} and id = ${id}`.execute(tx);
  return version + 1;
}
