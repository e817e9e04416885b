import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type { BlobRow, MediaRow as MediaTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

type OfBlob = 'size' | 'mime' | 'width' | 'height' | 'pages' | 'has_alpha' | 'thumbhash' | 'color';
export type MediaRow = Selectable<MediaTable> & Pick<Selectable<BlobRow>, OfBlob> & { created_by_name: string | null };

export interface MediaFilter {
  q?: string | undefined;
  type?: string | undefined;
  origin?: string | undefined;
  created_by?: string | undefined;
  unused?: boolean | undefined;
}

export interface UseRow {
  owner: string;
  owner_id: string;
  title: string | null;
  article_uid: string | null;
}

export const noSuchMedia = () => notFound('There is no such media item.');

const columns = sql`media.*, blob.size, blob.mime, blob.width, blob.height, blob.pages, blob.has_alpha, blob.thumbhash, blob.color`;
const items = sql`from media join blob using (sha256)`;
const uploader = sql`case split_part(created_by, ':', 1)
  when 'person' then (select name from person where id = split_part(created_by, ':', 2)::bigint)
  when 'key' then (select name from api_key where id = split_part(created_by, ':', 2)::bigint) end as created_by_name`;

export async function mediaById(db: Db | Tx, siteId: number, id: number): Promise<MediaRow> {
  const { rows } =
    await sql<MediaRow>`select ${columns}, ${uploader} ${items} where site_id = ${siteId} and id = ${id}`.execute(db);
  if (!rows[0]) throw noSuchMedia();
  return rows[0];
}

export async function mediaItemCount(db: Db | Tx, siteIds: number[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from media where site_id = any(${siteIds}::bigint[])`.execute(db);
  return rows[0]?.total ?? 0;
}

/** In the order of their ids. */
export async function mediaAfter(db: Db | Tx, siteId: number, after: number, limit: number): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select ${columns}, ${uploader} ${items} where site_id = ${siteId} and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The item of this file. */
export async function itemByHash(db: Db | Tx, siteId: number, received: Buffer): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    select ${columns}, ${uploader} ${items} where site_id = ${siteId} and received_sha256 = ${received}`.execute(db);
  return rows[0];
}

/** Newest first: a numbered page, or what comes after a cursor. */
export async function mediaPage(
  db: Db | Tx,
  siteId: number,
  filter: MediaFilter,
  limit: number,
  { offset = 0, below = null }: { offset?: number; below?: number | null },
): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select ${columns}, ${uploader} ${items} where site_id = ${siteId} and ${matching(filter)}
      and ${below === null ? sql`true` : sql`id < ${below}`}
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function mediaCount(db: Db | Tx, siteId: number, filter: MediaFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${items} where site_id = ${siteId} and ${matching(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Casts happen only for the owner that they belong to. */
const ofOwner = (table: string, id: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql`(select ${value} from ${sql.table(table)} as owned where owned.site_id = media_use.site_id and ${id})`;
const byUid = sql`owned.uid = owner_id::uuid`;
const byId = sql`owned.id = owner_id::bigint`;
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

/** The file that an address serves; null if there is none, or it is not public yet. */
export interface ServedMedia extends Pick<MediaRow, 'site_id' | 'id' | 'sha256' | OfBlob> {
  variants: string[];
}

export async function servedMedia(
  db: Db | Tx,
  { dir, name, ext }: { dir: string; name: string; ext: string },
): Promise<ServedMedia | null> {
  const { rows } = await sql<ServedMedia>`
    select ${columns}, array(select variant from thumb where thumb.sha256 = media.sha256) as variants ${items}
    where dir = ${dir} and name = ${name} and ext = ${ext} and ${isOpen}`.execute(db);
  return rows[0] ?? null;
}

/** Submissions of strangers are not served before published content uses them. */
const isOpen = sql<boolean>`(origin in ('upload', 'import') or exists (
  select from media_use as used where used.site_id = media.site_id and used.media_id = media.id and used.owner <> 'article'
))`;

function matching({ q, type, origin, created_by, unused }: MediaFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`];
  const isUsed = sql<boolean>`exists (
    select from media_use as used where used.site_id = media.site_id and used.media_id = media.id)`;
  if (q) {
    const words = sql`lower(concat_ws(' ', title, caption, credit, alt_text, name))`;
    conditions.push(sql`strpos(${words}, lower(${q})) > 0`);
  }
  if (type === 'document') conditions.push(sql`mime = 'application/pdf'`);
  else if (type) conditions.push(sql`starts_with(mime, ${`${type}/`})`);
  if (created_by) conditions.push(sql`created_by = ${created_by}`);
  if (origin) conditions.push(sql`origin = ${origin}`);
  if (unused !== undefined) conditions.push(unused ? sql`not ${isUsed}` : isUsed);
  return sql.join<boolean>(conditions, sql` and `);
}
