/** Replaces the file of an item: it gets a new address, and everything that shows it follows. */
import { type RawBuilder, sql } from 'kysely';
import { conflict, unsupportedMedia } from '../../core/errors.ts';
import { filePath } from '../../core/media-address.ts';
import { kindOf } from '../../core/media-type.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { lockSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { UploadedFile } from '../handler.ts';
import { renderAffected } from '../publication/rendering.ts';
import { lockedMedia, noteOrphan, refuseOther, type Which } from './commands.ts';
import { type MediaRow, mediaById } from './queries.ts';
import { lockBlob, newName, type PreparedFile, withStoredFile, writeBlob } from './receive.ts';
import type { MediaTools } from './tools.ts';

interface Replacement extends Which {
  sourceUrl: string | null;
}

/** The same file again changes nothing. */
export async function replaceFile(
  db: Db | Tx,
  tools: MediaTools,
  file: UploadedFile,
  which: Replacement,
): Promise<MediaRow> {
  // Before the work on a picture.
  const known = await transaction(db, async (tx) =>
    judged(tx, await mediaById(tx, which.siteId, which.id), file, which),
  );
  if (known.received_sha256.equals(file.sha256)) return known;
  return withStoredFile(tools, file, (prepared) => transaction(db, (tx) => exchange(tx, tools, prepared, which)));
}

/** Null when the bytes are gone again. */
async function exchange(
  tx: Tx,
  tools: MediaTools,
  prepared: PreparedFile,
  which: Replacement,
): Promise<MediaRow | null> {
  const { siteId, id, caller, sourceUrl } = which;
  const { file, master } = prepared;
  const site = await lockSite(tx, siteId);
  const before = await judged(tx, await lockedMedia(tx, siteId, id), file, which);
  // Uploads take these locks too, so that none takes the address that is left here.
  for (const sha256 of [before.sha256, master.sha256].sort(Buffer.compare)) await lockBlob(tx, sha256);
  if (!(await writeBlob(tx, tools, prepared))) return null;
  const name = await newName(tx, siteId, prepared);
  const to = { dir: before.dir, name, ext: master.type.ext };
  await refuseOtherItem(tx, before, file, to);
  await sql`
    update media set sha256 = ${master.sha256}, received_sha256 = ${file.sha256}, name = ${to.name}, ext = ${to.ext},
      former_paths = array_append(former_paths, ${filePath(before)}), origin = 'upload', source_url = ${sourceUrl},
      version = version + 1
    where site_id = ${siteId} and id = ${id}`.execute(tx);
  await noteOrphan(tx, before.sha256);
  await moveInRows(tx, before, to);
  await renderAffected(tx, site, 'media', id);
  const after = await mediaById(tx, siteId, id);
  await recordChange(tx, caller, { action: 'change', noun: 'media_item', id, sites: [siteId], before, after });
  return after;
}

async function judged(
  tx: Tx,
  row: MediaRow,
  { type }: UploadedFile,
  { ifMatch, createdBy }: Replacement,
): Promise<MediaRow> {
  await refuseOther(tx, row, createdBy);
  refuseStale(ifMatch, row.version, 'media item');
  const kind = kindOf(row.mime);
  if (type.kind !== kind)
    throw unsupportedMedia(`This item is of the kind ${kind} and the file is ${type.mime}; upload it as a new item.`);
  return row;
}

async function refuseOtherItem(
  tx: Tx,
  { site_id, id }: MediaRow,
  { sha256 }: UploadedFile,
  { dir, name, ext }: Address,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from media where site_id = ${site_id} and id <> ${id}
      and (received_sha256 = ${sha256} or (dir = ${dir} and name = ${name} and ext = ${ext})) limit 1`.execute(tx);
  if (rows[0]) throw conflict(`This file is item ${rows[0].id} of the library already; use that one instead.`);
}

type Address = Pick<MediaRow, 'dir' | 'name' | 'ext'>;

/** Columns with addresses; articles are rendered from texts that keep theirs, see rendering.ts. */
const COLUMNS: Record<string, { texts: string[]; json: string[] }> = {
  section: { texts: ['cover_url'], json: ['open_graph'] },
  page: { texts: ['cover_url', 'body'], json: [] },
  author: { texts: ['avatar', 'about'], json: [] },
  issue: { texts: ['cover_url'], json: [] },
  event: { texts: ['cover_url', 'description'], json: ['images'] },
};

async function moveInRows(tx: Tx, { site_id, id, dir, name, ext }: MediaRow, to: Address): Promise<void> {
  const literal = (text: string) => text.replace(/[.+*?()[\]{}|\\^$]/g, '\\$&');
  const sizes = '(~[0-9]+x[0-9]+)?(_s[0-9]+x[0-9]+[a-z0-9_]*)?';
  const pattern = `(/(?:files|thumbs)/${literal(dir)}/)${literal(name)}${sizes}\\.${literal(ext)}(?![a-z0-9])`;
  const moved = (column: RawBuilder<unknown>) =>
    sql`regexp_replace(${column}, ${pattern}, ${`\\1${to.name}\\2\\3.${to.ext}`}, 'g')`;
  for (const [table, { texts, json }] of Object.entries(COLUMNS)) {
    const changes = [
      ...texts.map((column) => sql`${sql.ref(column)} = ${moved(sql.ref(column))}`),
      ...json.map((column) => sql`${sql.ref(column)} = ${moved(sql`${sql.ref(column)}::text`)}::jsonb`),
    ];
    await sql`
      update ${sql.table(table)} set ${sql.join(changes)}, version = version + 1
      where site_id = ${site_id} and id in (select owner_id::bigint from media_use
        where site_id = ${site_id} and media_id = ${id} and owner = ${table})`.execute(tx);
  }
}
