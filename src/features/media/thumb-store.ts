/** Stored thumbnails: read, written with a limit per picture, and noted as used. */
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { hasRoom, MOST_STORED, type Variant, variantName } from '../../core/thumb.ts';
import type { Db } from '../../db/connect.ts';
import type { ByteCache } from './byte-cache.ts';
import { withWorkFile } from './local-copy.ts';
import type { FoundMedia } from './lookup.ts';
import { sizeOf } from './make-thumb.ts';
import { type MediaTools, thumbKey } from './tools.ts';

export interface ThumbStore {
  /** Null when it is neither stored nor in memory. */
  read(media: FoundMedia, variant: Variant): Promise<Buffer | null>;
  write(media: FoundMedia, variant: Variant, bytes: Buffer): Promise<void>;
  /** Records which stored pictures were used. */
  noteUses(): Promise<void>;
}

const MOST_NOTED = 20_000;

export function createThumbStore(
  db: Db,
  tools: Pick<MediaTools, 'storage' | 'workFolder'>,
  cache: ByteCache,
): ThumbStore {
  const used = new Map<string, { sha256: Buffer; variant: string }>();
  /** The last write of each picture: the next one waits, so that both see how many are stored. */
  const writing = new Map<string, Promise<void>>();

  async function store(media: FoundMedia, variant: Variant, bytes: Buffer): Promise<void> {
    const name = variantName(variant);
    const key = thumbKey(media.sha256, name);
    if (!hasRoom(variant, sizeOf(media), await storedNames(db, media))) return;
    // Bytes first, then the row: a row without bytes could not be served.
    await withWorkFile(tools.workFolder, async (file) => {
      await writeFile(file, bytes);
      await tools.storage.put(key, file);
    });
    if (await insertThumb(db, media, name, bytes.length)) media.variants.add(name);
    else if (!(await storedNames(db, media)).has(name)) await tools.storage.delete(key);
  }

  return {
    async read(media, variant) {
      const name = variantName(variant);
      const key = thumbKey(media.sha256, name);
      const cached = cache.get(key);
      if (media.variants.has(name) && used.size < MOST_NOTED) used.set(key, { sha256: media.sha256, variant: name });
      if (cached || !media.variants.has(name)) return cached ?? null;
      const stream = await tools.storage.get(key);
      if (!stream) {
        media.variants.delete(name);
        return null;
      }
      const bytes = await buffer(stream);
      cache.put(key, bytes);
      return bytes;
    },
    async write(media, variant, bytes) {
      // Even if it cannot be stored: then it is not made for every request.
      cache.put(thumbKey(media.sha256, variantName(variant)), bytes);
      const before = writing.get(media.hash) ?? Promise.resolve();
      const own = before.catch(() => undefined).then(() => store(media, variant, bytes));
      writing.set(media.hash, own);
      try {
        await own;
      } finally {
        if (writing.get(media.hash) === own) writing.delete(media.hash);
      }
    },
    async noteUses() {
      const noted = [...used.values()];
      used.clear();
      if (noted.length === 0) return;
      await sql`
        update thumb set last_used_on = now() from unnest(
          ${noted.map(({ sha256 }) => sha256)}::bytea[], ${noted.map(({ variant }) => variant)}::text[]) as used(sha256, variant)
        where thumb.sha256 = used.sha256 and thumb.variant = used.variant
          and last_used_on < now() - interval '1 day'`.execute(db);
    },
  };
}

async function storedNames(db: Db, { sha256 }: FoundMedia): Promise<Set<string>> {
  const { rows } = await sql<{ variant: string }>`select variant from thumb where sha256 = ${sha256}`.execute(db);
  return new Set(rows.map(({ variant }) => variant));
}

/** The blob's row is locked against the clean-up that deletes it with its pictures. False beyond the limit, or without the blob. */
async function insertThumb(db: Db, { sha256 }: FoundMedia, name: string, bytes: number): Promise<boolean> {
  const { rows } = await sql`
    insert into thumb (sha256, variant, bytes) select sha256, ${name}, ${bytes} from blob
    where sha256 = ${sha256} and state = 'present'
      and ((select count(*) from thumb where sha256 = ${sha256}) < ${MOST_STORED}
        or exists (select from thumb where sha256 = ${sha256} and variant = ${name})) for key share of blob
    on conflict (sha256, variant) do update set bytes = excluded.bytes returning 1`.execute(db);
  return rows.length > 0;
}
