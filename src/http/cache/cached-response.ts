/** An answer with status 200 that is kept as it goes over the wire, in each coding that somebody asked for. */
import type { KnownSite } from '../../db/site-versions.ts';
import { OPEN_HEADERS } from '../cors.ts';
import { JSON_TYPE, OPEN_CACHE, SECURITY_HEADERS } from '../default-headers.ts';
import { type Coding, compressed, tagOf } from '../encode.ts';
import type { Counter, RouteCounters } from '../request-counters.ts';
import { rawHeaders } from './raw-headers.ts';

/** Of an answer in one coding: names and values in turn, and as the text that begins it. */
export interface RawHeaders {
  headers: string[];
  text: string;
}

/** A body, and the hash that its entity tag is made of. */
export interface ResponseBody {
  body: Buffer;
  hash: string;
}

export interface Variant {
  tag: string;
  body: Buffer;
  full: RawHeaders;
  /** Of the 304. */
  short: RawHeaders;
}

export interface CachedResponse {
  readonly key: string;
  readonly route: string;
  readonly counters: RouteCounters;
  readonly cells: { full: Counter; short: Counter };
  /** It holds as long as its site is at its version. */
  readonly site: KnownSite;
  readonly version: number;
  readonly hash: string;
  readonly plain: Variant;
  readonly coded: { [C in Coding]?: Variant | Promise<Variant> };
  /** Raw addresses that lead here. */
  readonly urls: string[];
  bytes: number;
  /** Asked for since the store last looked for something to drop. */
  isUsed: boolean;
}

const COMMON = Object.entries({
  ...SECURITY_HEADERS,
  ...OPEN_HEADERS,
  'cache-control': OPEN_CACHE,
  vary: 'Accept-Encoding',
}).flat();
/** The value of `Warning` while the database is away. */
export const STALE = '110 - "Response is Stale"';
/** What an answer costs beside its body: objects, headers, its places in the tables. */
const OVERHEAD = 2_000;

export function cachedResponse(
  about: Pick<CachedResponse, 'key' | 'route' | 'counters' | 'site' | 'version'>,
  { body, hash }: ResponseBody,
): CachedResponse {
  const { key, counters } = about;
  return {
    ...about,
    cells: { full: counters.cell('GET', 200), short: counters.cell('GET', 304) },
    hash,
    plain: variantOf(hash, body, null),
    coded: {},
    urls: [],
    bytes: body.length + 2 * key.length + OVERHEAD,
    isUsed: true,
  };
}

export function isCurrent({ site, version }: CachedResponse): boolean {
  return site.version === version;
}

/** Compressed when it is first asked for, once; `onGrowth` hears how many bytes that adds. */
export function variantIn(
  answer: CachedResponse,
  coding: Coding | null,
  onGrowth: (bytes: number) => void,
): Variant | Promise<Variant> {
  if (coding === null) return answer.plain;
  const present = answer.coded[coding];
  if (present) return present;
  const making = compressed(answer.plain.body, coding).then((body) => {
    const variant = variantOf(answer.hash, body, coding);
    answer.coded[coding] = variant;
    onGrowth(body.length + OVERHEAD);
    return variant;
  });
  answer.coded[coding] = making;
  return making;
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
