import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import { filePath, parseFile } from '../../core/media-address.ts';
import type { Db } from '../../db/connect.ts';
import type { BlobRow, MediaRow as MediaTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';
import { byId, ofOwner } from './uses.ts';

type OfBlob = 'size' | 'mime' | 'width' | 'height' | 'pages' | 'has_alpha' | 'thumbhash' | 'color';
export type MediaRow = Selectable<MediaTable> & Pick<Selectable<BlobRow>, OfBlob> & { created_by_name: string | null };

export interface MediaFilter {
  q?: string | undefined;
  type?: string | undefined;
  origin?: string | undefined;
  created_by?: string | undefined;
  unused?: boolean | undefined;
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

/** The file at an address; null if there is none. */
export interface ServedMedia extends Pick<MediaRow, 'site_id' | 'id' | 'sha256' | OfBlob> {
  variants: string[];
  /** Whether everyone may read it. */
  is_open: boolean;
}

export async function servedMedia(
  db: Db | Tx,
  { dir, name, ext }: { dir: string; name: string; ext: string },
): Promise<ServedMedia | null> {
  const { rows } = await sql<ServedMedia>`
    select ${columns}, array(select variant from thumb where thumb.sha256 = media.sha256) as variants, ${isOpen} as is_open ${items}
    where dir = ${dir} and name = ${name} and ext = ${ext}`.execute(db);
  return rows[0] ?? null;
}

/** Those of the paths whose files are not open to everyone, and that the source did not bring itself. */
export async function privatePaths(
  db: Db | Tx,
  siteId: number,
  paths: readonly string[],
  sourceId: number | null = null,
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const files = paths.flatMap((path) => parseFile(path) ?? []);
  const { rows } = await sql<{ dir: string; name: string; ext: string }>`
    select dir, name, ext from media join unnest(${files.map(({ dir }) => dir)}::text[], ${files.map(({ name }) => name)}::text[],
      ${files.map(({ ext }) => ext)}::text[]) as file(dir, name, ext) using (dir, name, ext)
    where site_id = ${siteId} and not ${isOpen} and not exists (
      select from source_media own where own.site_id = media.site_id and own.source_id = ${sourceId} and own.media_id = media.id)`.execute(
    db,
  );
  return new Set(rows.map(filePath));
}

/** Media that editors did not upload are private until something that is served uses them. */
const isServed = (table: string, condition: RawBuilder<unknown>) =>
  sql`when ${sql.lit(table)} then ${ofOwner(table, byId, condition)}`;
const isOpen = sql<boolean>`(origin in ('upload', 'import') or exists (
  select from media_use where media_use.site_id = media.site_id and media_id = media.id and case owner
    when 'article' then false
    ${isServed('published_article', sql`is_served`)}
    ${isServed('section', sql`state = 'public'`)}
    ${isServed('page', sql`visibility <> 'private'`)}
    ${isServed('issue', sql`published`)}
    ${isServed('event', sql`is_served`)}
    else true end
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
