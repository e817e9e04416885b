/** The library as a tar archive: bytes under their hash, and pages of items after the bytes that they name. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import { dataTrouble } from '../../core/errors.ts';
import { parseFile } from '../../core/media-address.ts';
import { SVG, typeOfMime } from '../../core/media-type.ts';
import type { Actor } from '../../core/rights.ts';
import { parseTarHeader, TAR_BLOCK, tarHeader, tarPadding } from '../../core/tar.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { withWorkFile } from './local-copy.ts';
import { localFile } from './local-file.ts';
import { lockBlob } from './receive.ts';
import { blobKey, type MediaTools } from './tools.ts';

const PAGE = 500;
const LARGEST_PAGE = 16 * 1024 * 1024;

interface ItemLine {
  site_id: number;
  id: number;
  sha256: string;
  blob: { mime: string };
  [column: string]: unknown;
}

type ArchiveTools = Pick<MediaTools, 'storage' | 'workFolder'>;

export interface ArchiveCounts {
  items: number;
  files: number;
}

/** Writes all items of these sites, or of all; `write` takes a chunk and resolves when it can take the next. */
export async function writeArchive(
  db: Db | Tx,
  { storage }: Pick<MediaTools, 'storage'>,
  siteIds: number[] | null,
  write: (bytes: Buffer) => Promise<void>,
): Promise<ArchiveCounts> {
  const written = new Set<string>();
  let items = 0;
  for (let after = { site_id: 0, id: 0 }; ; ) {
    const { rows } = await sql<{ line: ItemLine }>`
      select to_jsonb(media) || jsonb_build_object('sha256', encode(media.sha256, 'hex'),
        'received_sha256', encode(received_sha256, 'hex'), 'blob', to_jsonb(blob) - 'sha256' - 'orphan_since' - 'state') as line
      from media join blob using (sha256)
      where (site_id, id) > (${after.site_id}, ${after.id}) and ${siteIds ? sql`site_id = any(${siteIds}::bigint[])` : sql`true`}
      order by site_id, id limit ${sql.lit(PAGE)}`.execute(db);
    const last = rows.at(-1)?.line;
    if (!last) break;
    for (const { line } of rows) if (!written.has(line.sha256)) await writeBlob(line.sha256);
    const page = Buffer.from(rows.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
    await write(
      Buffer.concat([tarHeader({ name: `items/${items}.ndjson`, size: page.length }), page, tarPadding(page.length)]),
    );
    items += rows.length;
    after = last;
  }
  await write(Buffer.alloc(2 * TAR_BLOCK));
  return { items, files: written.size };

  async function writeBlob(hash: string): Promise<void> {
    const key = blobKey(Buffer.from(hash, 'hex'));
    const [object, stream] = [await storage.stat(key), await storage.get(key)];
    if (!object || !stream) throw dataTrouble(`The bytes of ${key} are missing from the storage.`);
    await write(tarHeader({ name: key, size: object.size }));
    for await (const part of stream) await write(part);
    await write(tarPadding(object.size));
    written.add(hash);
  }
}

/**
 * Existing items are not changed. The sites must exist. With `isBytesAlone`, items are left to the lines of an import: their bytes
 * are stored and kept for the 30 days that bytes without an item have.
 */
export async function readArchive(
  db: Db,
  tools: ArchiveTools,
  bytes: AsyncIterable<Buffer>,
  caller: Actor,
  { isBytesAlone = false } = {},
): Promise<ArchiveCounts & { known: number }> {
  const counts = { items: 0, files: 0, known: 0 };
  const reader = blockReader(bytes);
  for (;;) {
    const header = parseHeader(await reader.take(TAR_BLOCK));
    if (!header) break;
    if (/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(header.name)) counts.files += await importBlob(tools, header, reader);
    else if (/^items\/\d+\.ndjson$/.test(header.name) && header.size <= LARGEST_PAGE) {
      const lines = (await reader.take(header.size)).toString('utf8').split('\n').filter(Boolean);
      for (const line of lines) {
        const item = JSON.parse(line) as ItemLine; // its fields are checked one by one
        if (isBytesAlone) await keepBytes(db, tools, item);
        else if (await importItem(db, tools, item, caller)) counts.items += 1;
        else counts.known += 1;
      }
    } else throw dataTrouble(`${header.name} does not belong in a media archive.`);
    await reader.take(tarPadding(header.size).length);
  }
  if (!isBytesAlone) await recordUses(db);
  return counts;
}

function parseHeader(block: Buffer) {
  try {
    return parseTarHeader(block);
  } catch (error) {
    throw dataTrouble((error as Error).message);
  }
}

async function importBlob(
  tools: ArchiveTools,
  { name, size }: { name: string; size: number },
  reader: BlockReader,
): Promise<number> {
  return withWorkFile(tools.workFolder, async (path) => {
    const hash = createHash('sha256');
    const file = createWriteStream(path, { mode: 0o600 });
    for await (const part of reader.parts(size)) {
      hash.update(part);
      if (!file.write(part)) await once(file, 'drain');
    }
    file.end();
    await finished(file);
    if (hash.digest('hex') !== name.slice(-64)) throw dataTrouble(`${name} is damaged: its bytes have another hash.`);
    if (await tools.storage.stat(name)) return 0;
    // Only files that could have been uploaded.
    await localFile(path);
    await tools.storage.put(name, path);
    return 1;
  });
}

/** False for an existing item. */
async function importItem(db: Db, tools: ArchiveTools, line: ItemLine, caller: Actor): Promise<boolean> {
  const { blob: _, ...item } = line;
  return withBytes(db, tools, line, async (tx) => {
    await sql`insert into blob select * from ${blobRecord(line, sql`null`)}
      on conflict (sha256) do update set state = 'present', orphan_since = null`.execute(tx);
    const given = { ...item, sha256: `\\x${item.sha256}`, received_sha256: `\\x${item.received_sha256}` };
    const { rows } = await sql`
      insert into media select * from jsonb_populate_record(null::media, ${JSON.stringify({ former_paths: [], ...given })}::jsonb)
      where exists (select from site where site.id = ${item.site_id})
      on conflict do nothing returning draw_id('media_id', id)`.execute(tx);
    if (rows.length === 0) return false;
    const sites = [item.site_id];
    await recordChange(tx, caller, { action: 'create', noun: 'media_item', id: item.id, sites, after: item });
    return true;
  });
}

/** A row for the bytes of an item that is imported later. */
async function keepBytes(db: Db, tools: ArchiveTools, line: ItemLine): Promise<void> {
  await withBytes(db, tools, line, async (tx) => {
    await sql`insert into blob select * from ${blobRecord(line, sql`now()`)}
      on conflict (sha256) do update set state = 'present', orphan_since = now() where blob.orphan_since is not null`.execute(
      tx,
    );
  });
}

const blobRecord = (
  { blob, sha256 }: ItemLine,
  orphanSince: RawBuilder<unknown>,
) => sql`jsonb_populate_record(null::blob, ${JSON.stringify(blob)}::jsonb
  || jsonb_build_object('sha256', ${`\\x${sha256}`}::text, 'state', 'present', 'orphan_since', ${orphanSince}))`;

/** In a transaction that holds the lock of the bytes, which must be there. */
async function withBytes<T>(db: Db, tools: ArchiveTools, line: ItemLine, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { blob, ...item } = line;
  const sha256 = Buffer.from(item.sha256, 'hex');
  const address = `/files/${item.dir}/${item.name}.${item.ext}`;
  const isValid = parseFile(address) && item.dir === `sites/${item.site_id}`;
  if (!isValid || !typeOfMime(blob.mime) || blob.mime === SVG)
    throw dataTrouble(`Item ${item.id} of site ${item.site_id} is invalid.`);
  return transaction(db, async (tx) => {
    await lockBlob(tx, sha256);
    if (!(await tools.storage.stat(blobKey(sha256)))) throw dataTrouble(`The archive has no bytes for ${address}.`);
    return work(tx);
  });
}

/** Texts that were imported before their media. */
async function recordUses(db: Db): Promise<void> {
  const owners = [
    sql`select record_media_use(site_id, 'article', uid::text, written::text) from article_revision where strpos(written::text, '/sites/') > 0`,
    sql`select record_media_use(site_id, 'published_article', id::text, doc) from published_article where strpos(doc, '/sites/') > 0`,
    sql`select record_media_use(site_id, 'section', id::text, concat_ws(' ', cover_url, open_graph::text)) from section`,
    sql`select record_media_use(site_id, 'page', id::text, concat_ws(' ', cover_url, body)) from page`,
    sql`select record_media_use(site_id, 'author', id::text, concat_ws(' ', avatar, about)) from author`,
    sql`select record_media_use(site_id, 'issue', id::text, cover_url) from issue where cover_url is not null`,
    sql`select record_media_use(site_id, 'event', id::text, concat_ws(' ', cover_url, description, images::text)) from event`,
  ];
  for (const statement of owners) await statement.execute(db);
}

type BlockReader = ReturnType<typeof blockReader>;

function blockReader(bytes: AsyncIterable<Buffer>) {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  async function* parts(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (held.length === 0) {
        const next = await source.next();
        if (next.done) throw dataTrouble('The archive is truncated.');
        held = next.value;
      }
      const part = held.subarray(0, left);
      held = held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  return {
    parts,
    async take(size: number): Promise<Buffer> {
      const taken: Buffer[] = [];
      for await (const part of parts(size)) taken.push(part);
      return Buffer.concat(taken);
    },
  };
}
