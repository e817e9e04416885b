/** Makes and serves thumbnails: each variant once, stored when it is complete, with a limit per picture. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { badParameter, notFound, tooMany, unavailable } from '../../core/errors.ts';
import { LARGEST_SIDE, parseThumb, type ThumbAddress } from '../../core/media-address.ts';
import {
  acceptedFormats,
  accepts,
  type Crop,
  cropOf,
  hasRoom,
  MOST_STORED,
  neighbourOf,
  parseVariant,
  type Size,
  type ThumbFormat,
  type Variant,
  variantName,
  variantOf,
} from '../../core/thumb.ts';
import type { Db } from '../../db/connect.ts';
import { BadPicture, PictureTimeout } from '../../images/pool.ts';
import { MOST_ANIMATED_PIXELS, MOST_ENCODED_PIXELS, MOST_FRAMES } from '../../images/work.ts';
import type { ByteCache } from './byte-cache.ts';
import { createFailedThumbs } from './failed-thumbs.ts';
import { withLocalCopy, withWorkFile } from './local-copy.ts';
import type { FoundMedia, MediaLookup } from './lookup.ts';
import { blobKey, type MediaTools, thumbKey } from './tools.ts';

export interface ServedThumb {
  body: Buffer;
  mime: string;
  etag: string;
  /** A larger substitute under load: cached only briefly. */
  isSubstitute: boolean;
}

export interface ThumbOptions {
  db: Db;
  tools: MediaTools;
  lookup: MediaLookup;
  cache: ByteCache;
  /** Whether a client may have one more picture made that is not stored. */
  mayHaveUnstored(client: string): boolean;
  now: () => number;
}

export interface Thumbs {
  serve(path: string, accept: string | undefined, client: string): Promise<ServedThumb>;
  /** Records which stored pictures were used. */
  noteUses(): Promise<void>;
}

const MOST_WAITING = 50;
/** After this many requests of clients that accept AVIF, a variant gets an AVIF too. */
const POPULAR = 20;
const WIDEST_AVIF = 1_280;
const MOST_COUNTED = 20_000;
const RETRY_SECONDS = 2;

export function createThumbs({ db, tools, lookup, cache, mayHaveUnstored, now }: ThumbOptions): Thumbs {
  const failed = createFailedThumbs(now);
  const making = new Map<string, Promise<Buffer>>();
  const asked = new Map<string, number>();
  const used = new Map<string, { sha256: Buffer; variant: string }>();

  async function serve(path: string, accept: string | undefined, client: string): Promise<ServedThumb> {
    const address = parseThumb(path);
    if (!address) throw noSuchPicture();
    refuseSize(address);
    const media = await lookup(address);
    if (!media?.width || !media.height) throw noSuchPicture();
    const source = { width: media.width, height: media.height };
    const variants = acceptedFormats(accept, media.has_alpha || media.pages !== 1)
      .map((format) => variantOf(address, source, format))
      // AVIF takes a second to make: it is served only if it exists.
      .filter((variant) => variant.format !== 'avif' || media.variants.has(variantName(variant)));
    const [variant] = variants;
    if (!variant) throw noSuchPicture();
    countForAvif(media, variant, accept);
    const body = (await stored(media, variant)) ?? (await madeOrSubstitute(media, variant, client));
    return 'body' in body ? body : served(media, variant, body);
  }

  async function stored(media: FoundMedia, variant: Variant): Promise<Buffer | null> {
    const name = variantName(variant);
    if (!media.variants.has(name)) return null;
    const key = thumbKey(media.sha256, name);
    if (used.size < MOST_COUNTED) used.set(key, { sha256: media.sha256, variant: name });
    const cached = cache.get(key);
    if (cached) return cached;
    const stream = await tools.storage.get(key);
    if (!stream) {
      media.variants.delete(name);
      return null;
    }
    const bytes = await buffer(stream);
    cache.put(key, bytes);
    return bytes;
  }

  async function madeOrSubstitute(media: FoundMedia, variant: Variant, client: string): Promise<Buffer | ServedThumb> {
    const key = thumbKey(media.sha256, variantName(variant));
    const underWay = making.get(key);
    if (underWay) return underWay;
    const wait = failed.secondsLeft(media.hash, variantName(variant));
    if (wait > 0) throw cannotBeMade(wait);
    if (tools.images.waiting() > MOST_WAITING) return substitute(media, variant);
    const isStored = hasRoom(variant, sizeOf(media), media.variants);
    if (!isStored && !mayHaveUnstored(client)) throw tooMany(60);
    const work = make(media, variant, isStored).finally(() => making.delete(key));
    making.set(key, work);
    return work;
  }

  async function substitute(media: FoundMedia, variant: Variant): Promise<ServedThumb> {
    const neighbour = neighbourOf(variant, media.variants);
    const sent = neighbour && parseVariant(neighbour);
    const stream = sent ? await tools.storage.get(thumbKey(media.sha256, neighbour)) : null;
    if (!sent || !stream) throw unavailable('Many pictures are being made; try again in a moment.', RETRY_SECONDS);
    // With the substitute's own tag: with the requested one, clients would keep these bytes for good.
    return { ...served(media, sent, await buffer(stream)), isSubstitute: true };
  }

  async function make(media: FoundMedia, variant: Variant, isStored: boolean): Promise<Buffer> {
    try {
      const made = await withLocalCopy(tools, blobKey(media.sha256), (file) =>
        withWorkFile(tools.workFolder, async (out) => {
          const { width, height, format, quality } = variant;
          const crop = cropFor(media, variant);
          const isAnimated = format === 'webp' && isMoving(media, crop);
          await tools.images.run({ kind: 'thumb', file, out, crop, width, height, format, quality, isAnimated });
          const bytes = await readFile(out);
          if (isStored) await store(media, variant, out, bytes);
          return bytes;
        }),
      );
      if (!made) throw noSuchPicture();
      return made;
    } catch (error) {
      if (isOfPicture(error)) failed.add(media.hash, variantName(variant));
      throw failure(error);
    }
  }

  /** Bytes first, then the row: a row without bytes could not be served. */
  async function store(media: FoundMedia, variant: Variant, file: string, bytes: Buffer): Promise<void> {
    const name = variantName(variant);
    if (!hasRoom(variant, sizeOf(media), await storedNames(media))) return;
    await tools.storage.put(thumbKey(media.sha256, name), file);
    // The blob's row is locked against the clean-up that deletes it with its pictures.
    const { rows } = await sql`
      insert into thumb (sha256, variant, bytes) select sha256, ${name}, ${bytes.length} from blob
      where sha256 = ${media.sha256} and state = 'present'
        and ((select count(*) from thumb where sha256 = ${media.sha256}) < ${MOST_STORED}
          or exists (select from thumb where sha256 = ${media.sha256} and variant = ${name})) for key share of blob
      on conflict (sha256, variant) do update set bytes = excluded.bytes returning 1`.execute(db);
    if (rows.length > 0) {
      media.variants.add(name);
      cache.put(thumbKey(media.sha256, name), bytes);
    } else if (!(await storedNames(media)).has(name)) await tools.storage.delete(thumbKey(media.sha256, name));
  }

  async function storedNames({ sha256 }: FoundMedia): Promise<Set<string>> {
    const { rows } = await sql<{ variant: string }>`select variant from thumb where sha256 = ${sha256}`.execute(db);
    return new Set(rows.map(({ variant }) => variant));
  }

  function countForAvif(media: FoundMedia, variant: Variant, accept: string | undefined): void {
    if (variant.format !== 'webp' || !accepts(accept, 'image/avif') || variant.width > WIDEST_AVIF) return;
    if (isMoving(media, cropFor(media, variant))) return;
    const key = thumbKey(media.sha256, variantName(variant));
    const times = (asked.get(key) ?? 0) + 1;
    if (asked.size >= MOST_COUNTED) asked.clear();
    asked.set(key, times);
    if (times !== POPULAR || tools.images.waiting() > 0) return;
    // Not awaited; if it fails, WebP is still served.
    make(media, { ...variant, format: 'avif' }, true).catch(() => undefined);
  }

  return {
    serve,
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

const MIMES: Record<ThumbFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

function served(media: FoundMedia, variant: Variant, body: Buffer): ServedThumb {
  const etag = `"${media.hash.slice(0, 16)}-${variantName(variant)}"`;
  return { body, mime: MIMES[variant.format], etag, isSubstitute: false };
}

function refuseSize({ width, height, quality }: ThumbAddress): void {
  if (width > LARGEST_SIDE || height > LARGEST_SIDE)
    throw badParameter('size', `Thumbnails are at most ${LARGEST_SIDE} pixels wide and high.`);
  if (width === 0 && height === 0) throw badParameter('size', 'One side of a thumbnail may be 0, not both.');
  if (quality !== null && (quality < 1 || quality > 100))
    throw badParameter('quality', 'The quality must be from 1 to 100.');
}

const noSuchPicture = () => notFound('There is no such picture.');

const cannotBeMade = (seconds: number) => unavailable('This picture could not be made.', seconds);

function sizeOf({ width, height }: FoundMedia): Size {
  return { width: width ?? 1, height: height ?? 1 };
}

function cropFor(media: FoundMedia, variant: Variant): Crop {
  return cropOf(sizeOf(media), variant, variant.focal);
}

/** Beyond the limits, of the source and of what is encoded, a thumbnail shows the first frame. */
function isMoving({ pages, width, height }: FoundMedia, { scaled }: Crop): boolean {
  const frames = pages ?? 1;
  const isReadable = frames * (width ?? 0) * (height ?? 0) <= MOST_ANIMATED_PIXELS;
  const isQuick = frames * scaled.width * scaled.height <= MOST_ENCODED_PIXELS;
  return frames > 1 && frames <= MOST_FRAMES && isReadable && isQuick;
}

/** An immediate retry would fail again. */
function isOfPicture(error: unknown): boolean {
  return error instanceof BadPicture || error instanceof PictureTimeout;
}

function failure(error: unknown): unknown {
  if (isOfPicture(error)) return cannotBeMade(60);
  const isOurs = error instanceof Error && error.name === 'ImageWorkFailed';
  return isOurs ? unavailable('Pictures cannot be made right now; try again in a moment.', RETRY_SECONDS) : error;
}
