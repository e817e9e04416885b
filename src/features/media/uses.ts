/** What uses an item of the library. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';

export interface UseRow {
  owner: string;
  owner_id: string;
  title: string | null;
  article_uid: string | null;
}

/** Casts happen only for the owner that they belong to. */
export const ofOwner = (table: string, id: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql`(select ${value} from ${sql.table(table)} as owned where owned.site_id = media_use.site_id and ${id})`;
const byUid = sql`owned.uid = owner_id::uuid`;
export const byId = sql`owned.id = owner_id::bigint`;
/** Of a working copy, or as readers see it. */
const title = sql`case owner
  when 'article' then ${ofOwner('article', byUid, sql`owned.written ->> 'title'`)}
  when 'published_article' then ${ofOwner('published_article', byId, sql`owned.doc::json ->> 'title'`)}
  when 'author' then ${ofOwner('author', byId, sql`concat_ws(' ', nullif(firstname, ''), nullif(lastname, ''))`)}
  ${sql.join(
    ['section', 'page', 'issue', 'event'].map(
      (table) => sql`when ${sql.lit(table)} then ${ofOwner(table, byId, sql`name`)}`,
    ),
    sql` `,
  )} end`;
const articleUid = sql`case owner
  when 'article' then owner_id when 'published_article' then ${ofOwner('article', byId, sql`owned.uid::text`)} end`;

export async function usesOf(
  db: Db | Tx,
  siteId: number,
  id: number,
  { createdBy, count, offset }: { createdBy: string | null; count: number; offset: number },
): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select owner, owner_id, ${title} as title, ${articleUid} as article_uid from media_use
    where site_id = ${siteId} and media_id = ${id} and ${isSeenBy(createdBy)}
    order by owner, owner_id limit ${count} offset ${offset}`.execute(db);
  return rows;
}

export async function useCount(
  db: Db | Tx,
  siteId: number,
  id: number,
  createdBy: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from media_use
    where site_id = ${siteId} and media_id = ${id} and ${isSeenBy(createdBy)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Authors see no articles of others, not even their ids. */
function isSeenBy(createdBy: string | null) {
  if (createdBy === null) return sql`true`;
  return sql`case owner
    when 'article' then exists (select from article where article.site_id = media_use.site_id
      and uid = owner_id::uuid and created_by = ${createdBy})
    when 'published_article' then exists (select from article where article.site_id = media_use.site_id
      and article.id = owner_id::bigint and created_by = ${createdBy})
    else true end`;
}
