/** A response with status 200 as the bytes that are sent, in each coding that was requested. */
import type { KnownSite } from '../../db/site-versions.ts';
import { OPEN_HEADERS } from '../cors.ts';
import { JSON_TYPE, OPEN_CACHE, SECURITY_HEADERS } from '../default-headers.ts';
import { acceptsGzip, type Coding, codingFor, compressed, Gzipped, isKnown, tagOf, unzipped } from '../encode.ts';
import type { Counter, RouteCounters } from '../request-counters.ts';
import { rawHeaders } from './raw-headers.ts';

/** Names and values in turn, and the same as text. */
export interface RawHeaders {
  headers: string[];
  text: string;
}

/** A body and the hash for its entity tag. */
export interface ResponseBody {
  body: Buffer | Gzipped;
  hash: string;
}

export interface Variant {
  tag: string;
  body: Buffer;
  full: RawHeaders;
  /** Headers of the 304. */
  short: RawHeaders;
}

export interface CachedResponse {
  readonly key: string;
  readonly route: string;
  readonly counters: RouteCounters;
  readonly cells: { full: Counter; short: Counter };
  /** The response is current while its site is at its version. */
  readonly site: KnownSite;
  readonly version: number;
  readonly hash: string;
  /** Of the text. */
  readonly length: number;
  /** As it was made. */
  readonly made: ResponseBody['body'];
  readonly variants: { [Name in Coding | 'plain']?: Variant | Promise<Variant> };
  /** Raw addresses of the response in the store. */
  readonly urls: string[];
  bytes: number;
  /** Used since the last sweep of the store. */
  isUsed: boolean;
}

const COMMON = Object.entries({
  ...SECURITY_HEADERS,
  ...OPEN_HEADERS,
  'cache-control': OPEN_CACHE,
  vary: 'Accept-Encoding',
}).flat();
/** The value of `Warning` while the database is unavailable. */
export const STALE = '110 - "Response is Stale"';
/** Bytes of a response besides its body: objects, headers, keys. */
const OVERHEAD = 2_000;

export function cachedResponse(
  about: Pick<CachedResponse, 'key' | 'route' | 'counters' | 'site' | 'version'>,
  { body, hash }: ResponseBody,
): CachedResponse {
  const { key, counters } = about;
  const isGzipped = body instanceof Gzipped;
  const bytes = isGzipped ? body.bytes : body;
  return {
    ...about,
    cells: { full: counters.cell('GET', 200), short: counters.cell('GET', 304) },
    hash,
    length: body.length,
    made: body,
    variants: isGzipped ? { gzip: variantOf(hash, bytes, 'gzip') } : { plain: variantOf(hash, bytes, null) },
    urls: [],
    bytes: bytes.length + 2 * key.length + OVERHEAD,
    isUsed: true,
  };
}

export function isCurrent({ site, version }: CachedResponse): boolean {
  return site.version === version;
}

/**
 * The coding for a client. Of packed documents the gzip form is there: Brotli is made for an answer that is asked for again, and a
 * client that has either form may keep it.
 */
export function codingOf(
  answer: CachedResponse,
  accepted: string | undefined,
  { ifNoneMatch, isNew }: { ifNoneMatch: string | undefined; isNew: boolean },
): Coding | null {
  const coding = codingFor(accepted, answer.length);
  if (coding !== 'br' || !(answer.made instanceof Gzipped)) return coding;
  const has = (one: Coding) => isKnown(ifNoneMatch, tagOf(answer.hash, one));
  const isGzipEnough = isNew ? !answer.variants.br && !has('br') : has('gzip');
  return isGzipEnough && acceptsGzip(accepted) ? 'gzip' : coding;
}

/** Compressed or unpacked once, at the first request; `onGrowth` gets the added bytes. */
export function variantIn(
  answer: CachedResponse,
  coding: Coding | null,
  onGrowth: (bytes: number) => void,
): Variant | Promise<Variant> {
  const name = coding ?? 'plain';
  const present = answer.variants[name];
  if (present) return present;
  const making = inCoding(answer.made, coding).then((body) => {
    const variant = variantOf(answer.hash, body, coding);
    answer.variants[name] = variant;
    onGrowth(body.length + OVERHEAD);
    return variant;
  });
  answer.variants[name] = making;
  // A failure is not kept: the next request tries again.
  making.catch(() => delete answer.variants[name]);
  return making;
}

async function inCoding(made: ResponseBody['body'], coding: Coding | null): Promise<Buffer> {
  const text = made instanceof Gzipped ? await unzipped(made) : made;
  return coding === null ? text : compressed(text, coding);
}

function variantOf(hash: string, body: Buffer, coding: Coding | null): Variant {
  const tag = tagOf(hash, coding);
  const short = [...COMMON, 'etag', tag];
  const encoding = coding ? ['content-encoding', coding] : [];
  const full = ['content-type', JSON_TYPE, 'content-length', String(body.length), ...encoding, ...short];
  return {
    tag,
    body,
    full: { headers: full, text: rawHeaders(200, full) },
    short: { headers: short, text: rawHeaders(304, short) },
  };
}
