/** Items of the library, and the covers that were fetched from other servers. Their bytes come in an archive beside the file. */
import { type Selectable, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { flag, HASH, id, instant, integer, link, nullable, oneOf, text } from '../contract/common.ts';
import { MediaItem } from '../contract/media.ts';
import { parseFile } from '../core/media-address.ts';
import { HEIC, mediaType, SNIFFED_BYTES, SVG, typeOfMime } from '../core/media-type.ts';
import { isStoredAlike } from '../core/stored-json.ts';
import { parseInstant, utc } from '../core/time.ts';
import type { RemoteImageRow } from '../db/rows.generated.ts';
import { insertRows } from '../db/rows.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { erasedValues } from '../features/erasures/keys.ts';
import { type MediaRow, mediaAfter } from '../features/media/queries.ts';
import { lockBlob } from '../features/media/receive.ts';
import { blobKey } from '../features/media/tools.ts';
import { urlHash } from '../features/publication/remote-covers.ts';
import type { Storage } from '../storage/storage.ts';
import { siteId, version } from './format.ts';
import { type Names, namesHere } from './names.ts';
import { type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { moveSequence } from './sequences.ts';

const AT_ONCE = 200;
const { mime, size, width, height, pages, thumbhash, color } = MediaItem.properties;
const { title, alt_text, credit, caption, focal_x, focal_y, origin, source_url, created_by } = MediaItem.properties;
const hash = (description: string) => text(description, { pattern: HASH, maxLength: 64 });

const ItemLine = Type.Object(
  {
    site_id: siteId,
    id: id('The id, which is kept.'),
    name: text('Its address is /files/sites/{site_id}/{name}.{ext}.'),
    ext: text('Ending of the address.'),
    sha256: hash('Of the bytes that are served.'),
    received_sha256: hash('Of the file that was received.'),
    ...{ mime, size, width, height, pages, thumbhash, color, has_alpha: flag('Whether it is transparent.') },
    ...{ title, alt_text, credit, caption, focal_x, focal_y, origin, source_url },
    legacy_path: Type.Optional(
      nullable(text('Its address in an earlier system, such as `/files/2019/harbour.jpg`, which redirects to it.')),
    ),
    former_paths: Type.Optional(
      Type.Array(text('An address that it had before its file was replaced.', { maxLength: 200 })),
    ),
    created_by,
    created_at: instant('When it was uploaded.'),
    version: Type.Optional(version),
  },
  { additionalProperties: false },
);
type ItemLine = Static<typeof ItemLine>;

const OF_BLOB = ['size', 'mime', 'width', 'height', 'pages', 'has_alpha', 'thumbhash', 'color'] as const;
/** Fields of an item that are stored under their own name. */
const OF_ITEM = [
  ...['title', 'alt_text', 'credit', 'caption', 'focal_x', 'focal_y', 'source_url', 'legacy_path'],
  ...['name', 'ext', 'origin'],
] as const;

export const mediaItems: Noun<ItemLine> = {
  key: 'media_item',
  schema: ItemLine,
  isOfMedia: true,
  async *pages(tx, site) {
    for await (const rows of keyset<MediaRow>((after) => mediaAfter(tx, site.id, after?.id ?? 0, AT_ONCE)))
      yield rows.map(itemLine);
  },
  siteOf: ({ site_id }) => site_id,
  names: (line) => [String(line.id), line.received_sha256, `${line.name}.${line.ext}`],
  async importBatch(tx, context, lines) {
    const who = lines.map((line) => line.created_by);
    const names = await namesHere(tx, context, who);
    const outcomes = new Map<ItemLine, LineOutcome>();
    // In one order, so that two transactions do not wait for each other.
    for (const line of lines.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)))
      outcomes.set(line, await importItem(tx, context, line, names));
    await moveSequence(tx, context, 'media_id', lines);
    return lines.map((line) => outcomes.get(line) ?? 'same');
  },
};

async function importItem(tx: Tx, context: ImportContext, line: ItemLine, names: Names): Promise<LineOutcome> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(media) || jsonb_build_object('sha256', encode(sha256, 'hex')) as row from media
    where site_id = ${line.site_id} and id = ${line.id} for update`.execute(tx);
  const current = rows[0]?.row;
  const given = {
    ...Object.fromEntries(OF_ITEM.map((name) => [name, line[name] ?? null])),
    former_paths: line.former_paths ?? [],
  };
  const changes = Object.entries({ ...given, sha256: line.sha256 }).filter(
    ([name, value]) => !isStoredAlike(current?.[name], value),
  );
  if (current && changes.length === 0) return 'same';
  const reason = await misfit(tx, context, line);
  if (reason) return { reason };
  await putBlob(tx, line);
  const hashes = { sha256: bytea(line.sha256), received_sha256: bytea(line.received_sha256) };
  if (current) {
    const saved = Math.max(Number(current.version) + 1, line.version ?? 1);
    await sql`update media set ${sql.join(
      Object.entries({ ...given, ...hashes, version: saved }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    )} where site_id = ${line.site_id} and id = ${line.id}`.execute(tx);
    return 'changed';
  }
  const created_at = parseInstant(line.created_at) ?? context.now;
  const columns = {
    ...{ site_id: line.site_id, id: line.id, dir: `sites/${line.site_id}`, ...given, ...hashes },
    ...{ created_by: names(line.created_by), created_at, version: line.version ?? 1, orphan_since: context.now },
  };
  await sql`
    insert into media (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))})`.execute(tx);
  return 'new';
}

const bytea = (hex: string) => Buffer.from(hex, 'hex');

/** Under the lock of the bytes, so that no clean-up deletes them before the row is there. */
async function misfit(tx: Tx, { storage, isTrial }: ImportContext, line: ItemLine): Promise<string | null> {
  const { site_id, name, ext, sha256 } = line;
  if (!parseFile(`/files/sites/${site_id}/${name}.${ext}`)) return 'name or ext is not valid for a file';
  const type = typeOfMime(line.mime);
  if (!type || line.mime === SVG) return `mime is not supported: ${line.mime}`;
  if (type.ext !== ext) return `ext must be ${type.ext} for ${line.mime}`;
  const { rows } = await sql<{ id: number }>`
    select id from media where site_id = ${site_id} and id <> ${line.id}
      and (received_sha256 = ${bytea(line.received_sha256)} or (name = ${name} and ext = ${ext})) limit 1`.execute(tx);
  if (rows[0]) return `this file is item ${rows[0].id} here`;
  if ((await erasedValues(tx, site_id, 'file', [sha256])).size > 0) return 'was erased here, and is not imported again';
  await lockBlob(tx, bytea(sha256));
  return isTrial ? null : misfitOfBytes(storage, line);
}

/** Their type is recognized as that of uploads is: readers get what the line says. */
async function misfitOfBytes(
  storage: Storage | null,
  { name, ext, sha256, mime, size }: ItemLine,
): Promise<string | null> {
  const key = blobKey(bytea(sha256));
  const found = await storage?.stat(key);
  if (!storage || !found) return `its bytes are missing: ${name}.${ext} is not in the archive of media`;
  if (found.size !== size) return `size is not that of its bytes, ${found.size}`;
  const chunks: Buffer[] = [];
  for await (const chunk of (await storage.get(key, { from: 0, to: Math.min(size, SNIFFED_BYTES) - 1 })) ?? [])
    chunks.push(chunk);
  const type = mediaType(Buffer.concat(chunks));
  const isSame = type !== null && type !== HEIC && type.mime === mime;
  return isSame ? null : `its bytes are not ${mime}: ${name}.${ext}`;
}

async function putBlob(tx: Tx, line: ItemLine): Promise<void> {
  const columns = OF_BLOB.map((name) => sql.ref(name));
  await sql`
    insert into blob (sha256, ${sql.join(columns)})
    values (${bytea(line.sha256)}, ${sql.join(OF_BLOB.map((name) => sql`${line[name]}`))})
    on conflict (sha256) do update set state = 'present', orphan_since = null`.execute(tx);
}

function itemLine(row: MediaRow): object {
  const fields = [...OF_ITEM, ...OF_BLOB].map((name) => [name, row[name]]);
  return {
    ...{ site_id: row.site_id, id: row.id, ...Object.fromEntries(fields) },
    sha256: row.sha256.toString('hex'),
    received_sha256: row.received_sha256.toString('hex'),
    ...(row.former_paths.length > 0 ? { former_paths: row.former_paths } : {}),
    ...{ created_by: row.created_by, created_at: utc(row.created_at), version: row.version },
  };
}

const RemoteLine = Type.Object(
  {
    site_id: siteId,
    url: link('Where the picture is.'),
    media_id: nullable(id('The resulting item.')),
    state: oneOf(['cached', 'failed', 'gone', 'deleted'], 'Its state.'),
    tries: Type.Optional(integer('Number of attempts.', { minimum: 0 })),
    last_error: Type.Optional(nullable(text('The last error.'))),
    created_at: Type.Optional(instant('When it was first requested.')),
  },
  { additionalProperties: false },
);
type RemoteLine = Static<typeof RemoteLine>;
type RemoteRow = Selectable<RemoteImageRow>;

/** Pending ones are not exported: articles that show them request them again. An imported one ends a pending one here. */
export const remoteImages: Noun<RemoteLine> = {
  key: 'remote_image',
  schema: RemoteLine,
  isOfMedia: true,
  async *pages(tx, site) {
    for await (const rows of keyset<RemoteRow>((after) => remoteAfter(tx, site, after?.url_hash)))
      yield rows.map(remoteLine);
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ url }) => [url],
  async importBatch(tx, { siteId: site_id, now }, lines) {
    const hashes = lines.map(({ url }) => urlHash(url));
    const known = await sql<{ url: string }>`
      select url from remote_image
      where site_id = ${site_id} and url_hash = any(${hashes}::bytea[]) and state <> 'waiting'`.execute(tx);
    const held = new Set(known.rows.map(({ url }) => url));
    const rows = lines
      .filter(({ url }) => !held.has(url))
      .map(({ created_at, ...line }) => ({
        ...{ tries: 0, last_error: null, ...line, url_hash: `\\x${urlHash(line.url).toString('hex')}` },
        created_at: (created_at && parseInstant(created_at)) || now,
      }));
    // Hashes travel as text.
    await insertRows(tx, 'remote_image', rows as unknown as RemoteRow[], {
      key: ['site_id', 'url_hash'],
      taken: 'replace',
    });
    return lines.map(({ url }) => (held.has(url) ? 'same' : 'new'));
  },
};

function remoteLine({ site_id, url, media_id, state, tries, last_error, created_at }: RemoteRow): object {
  return { site_id, url, media_id, state, tries, last_error, created_at: utc(created_at) };
}

async function remoteAfter(tx: Tx, { id }: Site, after: Buffer | undefined): Promise<RemoteRow[]> {
  const { rows } = await sql<RemoteRow>`
    select * from remote_image where site_id = ${id} and state <> 'waiting' and url_hash > ${after ?? Buffer.alloc(0)}
    order by url_hash limit ${AT_ONCE}`.execute(tx);
  return rows;
}
