/** Serves thumbnails: each variant is made once, answered, then stored. */
import { buffer } from 'node:stream/consumers';
import { badParameter, notFound, tooMany, unavailable } from '../../core/errors.ts';
import { LARGEST_SIDE, parseThumb, type ThumbAddress } from '../../core/media-address.ts';
import {
  acceptedFormats,
  accepts,
  hasRoom,
  neighbourOf,
  parseVariant,
  type ThumbFormat,
  type Variant,
  variantName,
  variantOf,
} from '../../core/thumb.ts';
import type { Db } from '../../db/connect.ts';
import { BadPicture, PictureTimeout } from '../../images/pool.ts';
import type { ByteCache } from './byte-cache.ts';
import { createFailedThumbs } from './failed-thumbs.ts';
import type { FoundMedia, MediaLookup } from './lookup.ts';
import { isMoving, madeThumb, sizeOf } from './make-thumb.ts';
import { createThumbStore } from './thumb-store.ts';
import { type MediaTools, thumbKey } from './tools.ts';

export interface ServedThumb {
  body: Buffer;
  mime: string;
  etag: string;
  /** A larger substitute under load: cached only briefly. */
  isSubstitute: boolean;
  /** Whether everyone may read it. */
  isOpen: boolean;
}

export interface ThumbRequest {
  accept: string | undefined;
  client: string;
  /** Finds the files that the client may read. */
  find: MediaLookup;
}

export interface ThumbOptions {
  db: Db;
  tools: MediaTools;
  cache: ByteCache;
  /** Whether a client may have one more picture made that is not stored. */
  mayHaveUnstored(client: string): boolean;
  /** A picture was answered but could not be stored. */
  onUnstored(error: unknown): void;
  now: () => number;
}

export interface Thumbs {
  serve(path: string, request: ThumbRequest): Promise<ServedThumb>;
  /** Records which stored pictures were used. */
  noteUses(): Promise<void>;
  /** Waits for pictures that are being stored. */
  finish(): Promise<void>;
}

const MOST_WAITING = 50;
/** Pictures in memory until they are stored; with more, requests wait for the storage. */
const MOST_STORING = 16;
/** After this many requests of clients that accept AVIF, a variant gets an AVIF too. */
const POPULAR = 20;
const WIDEST_AVIF = 1_280;
const MOST_COUNTED = 20_000;
const RETRY_SECONDS = 2;

export function createThumbs(options: ThumbOptions): Thumbs {
  const { tools } = options;
  const store = createThumbStore(options.db, tools, options.cache);
  const failed = createFailedThumbs(options.now);
  const isPopular = createPopularity();
  const making = new Map<string, Promise<Buffer>>();
  const storing = new Set<Promise<void>>();

  async function serve(path: string, { accept, client, find }: ThumbRequest): Promise<ServedThumb> {
    const { media, variant } = await found(find, path, accept);
    if (isPopular(media, variant, accept) && tools.images.waiting() === 0)
      // Not awaited; if it fails, WebP is still served.
      make(media, { ...variant, format: 'avif' }, true).catch(() => undefined);
    const body = (await store.read(media, variant)) ?? (await madeOrSubstitute(media, variant, client));
    return 'body' in body ? body : served(media, variant, body);
  }

  async function madeOrSubstitute(media: FoundMedia, variant: Variant, client: string): Promise<Buffer | ServedThumb> {
    const underWay = making.get(thumbKey(media.sha256, variantName(variant)));
    if (underWay) return underWay;
    const wait = failed.secondsLeft(media.hash, variantName(variant));
    if (wait > 0) throw cannotBeMade(wait);
    if (tools.images.waiting() > MOST_WAITING) return substitute(tools, media, variant);
    const isStored = hasRoom(variant, sizeOf(media), media.variants);
    if (!isStored && !options.mayHaveUnstored(client)) throw tooMany(60);
    return make(media, variant, isStored);
  }

  /** Until it is stored, further requests get the same bytes. */
  function make(media: FoundMedia, variant: Variant, isStored: boolean): Promise<Buffer> {
    const key = thumbKey(media.sha256, variantName(variant));
    const isCrowded = storing.size >= MOST_STORING;
    const made = madeOrFailed(media, variant);
    const stored = made
      .then((bytes) => (isStored ? store.write(media, variant, bytes).catch(options.onUnstored) : undefined))
      .catch(() => undefined) // whoever asked gets this error from `made`
      .finally(() => {
        making.delete(key);
        storing.delete(stored);
      });
    storing.add(stored);
    const answered = isCrowded ? stored.then(() => made) : made;
    making.set(key, answered);
    return answered;
  }

  async function madeOrFailed(media: FoundMedia, variant: Variant): Promise<Buffer> {
    try {
      const bytes = await madeThumb(tools, media, variant);
      if (!bytes) throw noSuchPicture();
      return bytes;
    } catch (error) {
      if (isOfPicture(error)) failed.add(media.hash, variantName(variant));
      throw failure(error);
    }
  }

  return {
    serve,
    noteUses: store.noteUses,
    async finish() {
      await Promise.all(storing);
    },
  };
}

/** The picture of an address, and the variant that the client gets. */
async function found(find: MediaLookup, path: string, accept: string | undefined) {
  const address = parseThumb(path);
  if (!address) throw noSuchPicture();
  refuseSize(address);
  const media = await find(address);
  if (!media?.width || !media.height) throw noSuchPicture();
  const [variant] = acceptedFormats(accept, media.has_alpha || media.pages !== 1)
    .map((format) => variantOf(address, sizeOf(media), format))
    // AVIF takes a second to make: it is served only if it exists.
    .filter((one) => one.format !== 'avif' || media.variants.has(variantName(one)));
  if (!variant) throw noSuchPicture();
  return { media, variant };
}

/** Whether this request is the one that makes an AVIF of a variant worth its time. */
function createPopularity() {
  const asked = new Map<string, number>();
  return (media: FoundMedia, variant: Variant, accept: string | undefined): boolean => {
    if (variant.format !== 'webp' || !accepts(accept, 'image/avif') || variant.width > WIDEST_AVIF) return false;
    if (isMoving(media, variant)) return false;
    const key = thumbKey(media.sha256, variantName(variant));
    const times = (asked.get(key) ?? 0) + 1;
    if (asked.size >= MOST_COUNTED) asked.clear();
    asked.set(key, times);
    return times === POPULAR;
  };
}

async function substitute({ storage }: MediaTools, media: FoundMedia, variant: Variant): Promise<ServedThumb> {
  const neighbour = neighbourOf(variant, media.variants);
  const sent = neighbour && parseVariant(neighbour);
  const stream = sent ? await storage.get(thumbKey(media.sha256, neighbour)) : null;
  if (!sent || !stream) throw unavailable('Many pictures are being made; try again in a moment.', RETRY_SECONDS);
  // With the substitute's own tag: with the requested one, clients would keep these bytes for good.
  return { ...served(media, sent, await buffer(stream)), isSubstitute: true };
}

const MIMES: Record<ThumbFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

function served(media: FoundMedia, variant: Variant, body: Buffer): ServedThumb {
  const etag = `"${media.hash.slice(0, 16)}-${variantName(variant)}"`;
  return { body, mime: MIMES[variant.format], etag, isSubstitute: false, isOpen: media.is_open };
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

/** An immediate retry would fail again. */
function isOfPicture(error: unknown): boolean {
  return error instanceof BadPicture || error instanceof PictureTimeout;
}

function failure(error: unknown): unknown {
  if (isOfPicture(error)) return cannotBeMade(60);
  const isOurs = error instanceof Error && error.name === 'ImageWorkFailed';
  return isOurs ? unavailable('Pictures cannot be made right now; try again in a moment.', RETRY_SECONDS) : error;
}
