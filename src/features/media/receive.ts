/** Receives a file: inspects it, stores its bytes, then inserts its rows. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import type { MediaItemWire } from '../../contract/media.ts';
import { invalidBody, unavailable, unsupportedMedia } from '../../core/errors.ts';
import { filePath } from '../../core/media-address.ts';
import { type MediaType, SVG, typeOfMime } from '../../core/media-type.ts';
import type { Actor } from '../../core/rights.ts';
import { slugify } from '../../core/slug.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { noSuchSite } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { BadPicture, CostlyPicture, DrawingsWait, PictureTimeout } from '../../images/pool.ts';
import type { Inspected } from '../../images/work.ts';
import type { UploadedFile } from '../handler.ts';
import { deletedPaths, movedPaths } from '../publication/queries.ts';
import { withWorkFile } from './local-copy.ts';
import { itemByHash, type MediaRow, mediaById } from './queries.ts';
import { blobKey, type MediaTools } from './tools.ts';

export interface NewItem {
  siteId: number;
  origin: MediaItemWire['origin'];
  caller: Actor;
  sourceUrl?: string | null;
  /** Given by an import. */
  id?: number;
  fields: Partial<Pick<MediaItemWire, 'title' | 'alt_text' | 'credit' | 'caption' | 'focal_x' | 'focal_y'>>;
}

/** The stored form of a file: the served bytes, which may differ from the uploaded ones. */
interface Master {
  path: string;
  sha256: Buffer;
  size: number;
  type: MediaType;
  picture: Inspected | null;
}

const LONGEST_NAME = 60;
const HASH_IN_NAME = 12;
/** Bytes that a clean-up deletes between storing and writing the row are stored again. */
const TRIES = 3;

const OF_EDITORS: string[] = ['upload', 'import'];

/** A file whose bytes are in the storage. */
export interface PreparedFile {
  file: UploadedFile;
  master: Omit<Master, 'path'>;
}

/** Uploading the same file again returns the existing item; one that a form or a network brought becomes an upload. */
export async function receiveFile(
  db: Db | Tx,
  tools: MediaTools,
  file: UploadedFile,
  item: NewItem,
): Promise<MediaRow> {
  const known = await itemByHash(db, item.siteId, file.knownBy ?? file.sha256);
  if (known) return item.origin === 'upload' ? adopted(db, known, item) : known;
  const by = OF_EDITORS.includes(item.origin) ? 'editor' : 'others';
  const write = async (prepared: PreparedFile) => {
    const id = await transaction(db, (tx) => writeItem(tx, tools, prepared, item));
    return id === null ? null : mediaById(db, item.siteId, id);
  };
  return withStoredFile(tools, file, write, by);
}

/** What editors upload is open, and no clean-up deletes it. */
async function adopted(db: Db | Tx, known: MediaRow, { caller, siteId }: NewItem): Promise<MediaRow> {
  const { id, origin } = known;
  if (origin === 'upload' || origin === 'import') return known;
  return transaction(db, async (tx) => {
    await sql`update media set origin = 'upload', orphan_since = null where site_id = ${siteId} and id = ${id}`.execute(
      tx,
    );
    const change = { before: { origin }, after: { origin: 'upload' } };
    await recordChange(tx, caller, { action: 'change', noun: 'media_item', id, sites: [siteId], ...change });
    return mediaById(tx, siteId, id);
  });
}

/** `write` returns null when the bytes are gone again. */
export async function withStoredFile<T>(
  tools: MediaTools,
  file: UploadedFile,
  write: (prepared: PreparedFile) => Promise<T | null>,
  by: 'editor' | 'others' = 'editor',
): Promise<T> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const written = await write(await prepareFile(tools, file, by));
    if (written !== null) return written;
  }
  throw unavailable('The file could not be stored; try again in a moment.');
}

/** Inspects a file and stores the bytes that will be served. The file itself stays. */
export async function prepareFile(
  tools: MediaTools,
  file: UploadedFile,
  by: 'editor' | 'others' = 'editor',
): Promise<PreparedFile> {
  return withWorkFile(tools.workFolder, async (spare) =>
    withWorkFile(tools.workFolder, async (drawn) => {
      const { path, ...master } = await masterOf(tools, file, { spare, drawn, by });
      const key = blobKey(master.sha256);
      // Of another size where a storage keeps what it received of an upload that broke off.
      if ((await tools.storage.stat(key))?.size !== master.size) {
        await withWorkFile(tools.workFolder, async (copy) => {
          // `put` may move the file.
          await copyFile(path, copy, constants.COPYFILE_FICLONE);
          await tools.storage.put(key, copy);
        });
      }
      return { file, master };
    }),
  );
}

/**
 * Inserts the rows of an item, after its bytes: a crash in between leaves bytes without a row, which a clean-up deletes.
 * Null when that has just happened to these bytes.
 */
export async function writeItem(
  tx: Tx,
  tools: MediaTools,
  prepared: PreparedFile,
  item: NewItem,
): Promise<number | null> {
  await lockBlob(tx, prepared.master.sha256);
  return (await writeBlob(tx, tools, prepared)) ? insertItem(tx, prepared, item) : null;
}

/** Under the lock of the bytes. False when they are gone. */
export async function writeBlob(tx: Tx, tools: MediaTools, { master }: PreparedFile): Promise<boolean> {
  if ((await tools.storage.stat(blobKey(master.sha256)))?.size !== master.size) return false;
  await putBlob(tx, master);
  return true;
}

async function masterOf(
  tools: MediaTools,
  file: UploadedFile,
  { spare, drawn, by }: { spare: string; drawn: string; by: 'editor' | 'others' },
): Promise<Master> {
  if (file.type.kind !== 'image') return { ...file, picture: null };
  try {
    const isDrawing = file.type.mime === SVG;
    if (isDrawing) await tools.images.run({ kind: 'draw', file: file.path, out: drawn }, by);
    const type = isDrawing ? (typeOfMime('image/png') ?? file.type) : file.type;
    const path = isDrawing ? drawn : file.path;
    const picture = await tools.images.run({ kind: 'inspect', file: path, master: spare, mime: type.mime }, by);
    const served = picture.isRewritten ? spare : path;
    const isReceived = served === file.path;
    return {
      path: served,
      sha256: isReceived ? file.sha256 : await hashOfFile(served),
      size: isReceived ? file.size : (await stat(served)).size,
      type,
      picture,
    };
  } catch (error) {
    if (error instanceof CostlyPicture) throw tooCostly();
    throw error instanceof BadPicture ? unreadable(file.type) : asUnavailable(error);
  }
}

const unreadable = ({ mime }: MediaType) =>
  unsupportedMedia(`The file cannot be read as ${mime}: it is damaged, larger than 50 megapixels, or something else.`);

const tooCostly = () =>
  invalidBody(
    [{ path: '/file', message: 'takes too much time or memory; send a smaller or simpler one' }],
    'The picture cannot be processed: it takes too much time or memory. Send a smaller or simpler one.',
  );

function asUnavailable(error: unknown): unknown {
  if (error instanceof PictureTimeout)
    return unavailable('The picture took too long to read; try again in a moment, or send a smaller one.', 30);
  if (error instanceof DrawingsWait)
    return unavailable('Too many drawings wait to be processed; try again in a moment.', 10);
  const isOurs = error instanceof Error && error.name === 'ImageWorkFailed';
  return isOurs ? unavailable('Pictures cannot be processed right now; try again in a moment.', 5) : error;
}

async function hashOfFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

/**
 * A lock until the transaction ends, which the clean-up of bytes takes too. Storage works meanwhile, for as long as it takes: a
 * transaction that ended before would let an upload store the bytes that are being deleted.
 */
export async function lockBlob(tx: Tx, sha256: Buffer): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true),
    pg_advisory_xact_lock(hashtextextended('masthead blob ' || encode(${sha256}, 'hex'), 0))`.execute(tx);
}

async function putBlob(tx: Tx, { sha256, size, type, picture }: PreparedFile['master']): Promise<void> {
  await sql`
    insert into blob (sha256, size, mime, width, height, pages, has_alpha, thumbhash, color)
    values (${sha256}, ${size}, ${type.mime}, ${picture?.width ?? null}, ${picture?.height ?? null},
      ${picture?.pages ?? null}, ${picture?.hasAlpha ?? false}, ${picture?.thumbhash ?? null}, ${picture?.color ?? null})
    on conflict (sha256) do update set state = 'present', orphan_since = null`.execute(tx);
}

/** The id of the new item, or of the one that another request has just made of the same file. */
async function insertItem(tx: Tx, { file, master }: PreparedFile, item: NewItem): Promise<number> {
  const { fields, siteId } = item;
  const name = await newName(tx, siteId, { file, master });
  const title = fields.title ?? withoutExtension(file.name).slice(0, 500);
  const drawn: RawBuilder<number> = sql`draw_id('media_id', ${item.id ?? null})`;
  const { rows } = await sql<{ id: number }>`
    insert into media (site_id, id, sha256, received_sha256, dir, name, ext, title, alt_text, credit, caption, focal_x, focal_y,
      origin, source_url, created_by, orphan_since)
    values (${siteId}, ${drawn}, ${master.sha256}, ${file.knownBy ?? file.sha256}, ${`sites/${siteId}`}, ${name}, ${master.type.ext}, ${title},
      ${fields.alt_text ?? null}, ${fields.credit ?? null}, ${fields.caption ?? ''}, ${fields.focal_x ?? 50},
      ${fields.focal_y ?? 50}, ${item.origin}, ${item.sourceUrl ?? null}, ${item.caller.name ?? ''}, now())
    on conflict do nothing returning id`
    .execute(tx)
    .catch((error) => {
      throw error.code === '23503' ? noSuchSite() : error;
    });
  if (rows[0]) {
    // A picture that is fetched automatically, or that a reader sends, is not a change by someone known.
    if (!['remote', 'form', 'email'].includes(item.origin)) await recordItem(tx, item, rows[0].id, title);
    return rows[0].id;
  }
  const known = await sql<{ id: number }>`
    select id from media where site_id = ${siteId} and (received_sha256 = ${file.knownBy ?? file.sha256}
      or (dir = ${`sites/${siteId}`} and name = ${name} and ext = ${master.type.ext})) order by id limit 1`.execute(tx);
  return known.rows[0]?.id ?? 0;
}

/** Never the address of a file that was replaced or deleted: texts that have it mean that one. */
export async function newName(tx: Tx, siteId: number, { file, master }: PreparedFile): Promise<string> {
  const slug = slugify(withoutExtension(file.name), 'file').slice(0, LONGEST_NAME);
  const base = slug.replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'file';
  // Not of the bytes of a file that is known by something else: the name must not be that of an item with the same bytes.
  const hash = (file.knownBy ?? master.sha256).toString('hex').slice(0, HASH_IN_NAME);
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${base}-${hash}` : `${base}-${number}-${hash}`;
    const path = filePath({ dir: `sites/${siteId}`, name, ext: master.type.ext });
    const isTaken =
      (await movedPaths(tx, siteId, [path])).has(path) || (await deletedPaths(tx, siteId, [path])).has(path);
    if (!isTaken) return name;
  }
}

async function recordItem(
  tx: Tx,
  { siteId, origin, caller, fields }: NewItem,
  id: number,
  title: string,
): Promise<void> {
  const after = { ...fields, title, origin };
  await recordChange(tx, caller, { action: 'create', noun: 'media_item', id, sites: [siteId], after });
}

function withoutExtension(name: string): string {
  return name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[\p{Cc}\p{Cs}\u{fffd}]/gu, '')
    .trim();
}
