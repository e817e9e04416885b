/** Deletes a file from everything that shows it. */
import { sql } from 'kysely';
import { filePath } from '../../core/media-address.ts';
import { pathsIn, withoutFiles } from '../../core/media-text.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { MOST_IN_A_WRITE, renderAffected } from '../publication/rendering.ts';
import type { MediaRow } from './queries.ts';

/** Texts of articles keep the address, as editors wrote it; rendering leaves it out. Other nouns are served as they are stored. */
export async function clearUses(tx: Tx, site: Site, item: MediaRow): Promise<void> {
  const gone = new Set([filePath(item), ...item.former_paths]);
  await sql`
    insert into deleted_media (site_id, path) select ${site.id}, unnest(${[...gone]}::text[]) on conflict do nothing`.execute(
    tx,
  );
  // A cover on another server is not fetched again, and not served from there.
  await sql`update remote_image set media_id = null, state = 'deleted' where site_id = ${site.id} and media_id = ${item.id}`.execute(
    tx,
  );
  for (const table of Object.keys(CLEARED)) await clearRows(tx, table, item, (path) => gone.has(path));
  // By the queue they could not be found: the uses are deleted with the item.
  if ((await servedUses(tx, item)) > MOST_IN_A_WRITE) await renderAffected(tx, site, 'site', site.id);
  else await renderAffected(tx, site, 'media', item.id);
}

type IsGone = (path: string) => boolean;
type Clear = (value: unknown, isGone: IsGone) => unknown;

const isOf = (value: unknown, isGone: IsGone) => typeof value === 'string' && pathsIn(value).some(isGone);
const address: Clear = (value, isGone) => (isOf(value, isGone) ? null : value);
const html: Clear = (value, isGone) => (typeof value === 'string' ? withoutFiles(value, isGone) : value);

/** The columns that show files. */
const CLEARED: Record<string, Record<string, Clear>> = {
  section: {
    cover_url: address,
    open_graph: (graph, isGone) => graph && JSON.stringify(graph, (_name, value) => address(value, isGone)),
  },
  page: { cover_url: address, body: html },
  author: { avatar: (value, isGone) => address(value, isGone) ?? '', about: html },
  issue: { cover_url: address },
  event: {
    cover_url: address,
    description: html,
    images: (images, isGone) => JSON.stringify((images as { url: string }[]).filter(({ url }) => !isOf(url, isGone))),
  },
};

async function clearRows(tx: Tx, table: string, { site_id, id }: MediaRow, isGone: IsGone): Promise<void> {
  const columns = Object.entries(CLEARED[table] ?? {});
  const { rows } = await sql<Record<string, unknown> & { id: number }>`
    select * from ${sql.table(table)} where site_id = ${site_id} and id in (
      select owner_id::bigint from media_use where site_id = ${site_id} and media_id = ${id} and owner = ${table})`.execute(
    tx,
  );
  for (const row of rows) {
    const changes = columns.map(([name, clear]) => sql`${sql.ref(name)} = ${clear(row[name], isGone)}`);
    await sql`
      update ${sql.table(table)} set ${sql.join(changes)}, version = version + 1
      where site_id = ${site_id} and id = ${row.id}`.execute(tx);
  }
}

async function servedUses(tx: Tx, { site_id, id }: MediaRow): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from media_use
    where site_id = ${site_id} and media_id = ${id} and owner = 'published_article'`.execute(tx);
  return rows[0]?.total ?? 0;
}
