/** Responses of the content API, current while their site is at their version. Concurrent misses share one computation. */
import type { Row } from '../../contract/row.ts';
import type { Site } from '../../db/site-lock.ts';
import type { KnownSite, SiteVersions } from '../../db/site-versions.ts';
import type { Coding } from '../encode.ts';
import type { RequestCounters } from '../request-counters.ts';
import { type CacheKey, cacheKeys } from './cache-key.ts';
import { type CachedResponse, cachedResponse, type ResponseBody, type Variant, variantIn } from './cached-response.ts';
import type { ResponseStore } from './response-store.ts';
import { type StaleRule, staleRule } from './stale.ts';

export interface ResponseCache {
  readonly store: Pick<ResponseStore, 'byUrl' | 'byKey' | 'newest' | 'alias' | 'size'>;
  readonly counts: { hits: number; misses: number; shared: number };
  /** The database is unavailable, so cached responses may be out of date. */
  readonly isStale: boolean;
  /** Which of them may be served then. */
  readonly stale: StaleRule;
  keeps(row: Row): boolean;
  /** The cache key of this address; null when its answer is not cached. */
  keyOf(url: string): CacheKey | null;
  /** The cached response under the key, or a new one. `site` must have been read before anything that `make` reads. */
  answer(cacheKey: CacheKey, row: Row, site: Site, make: () => Promise<ResponseBody>): Promise<CachedResponse>;
  variant(answer: CachedResponse, coding: Coding | null): Variant | Promise<Variant>;
}

interface Computation {
  site: KnownSite;
  version: number;
  landing: Promise<CachedResponse>;
}

export interface ResponseCacheOptions {
  rows: Row[];
  store: ResponseStore;
  versions: SiteVersions;
  counters: RequestCounters;
  /** STALE_MAX, in seconds. */
  staleMax: number;
}

export function createResponseCache({
  rows,
  store,
  versions,
  counters,
  staleMax,
}: ResponseCacheOptions): ResponseCache {
  const kept = new Set(rows.filter(({ method, options }) => method === 'GET' && !options.isUnversioned));
  const flights = new Map<string, Computation>();
  const stale = staleRule(versions, staleMax);
  const counts = { hits: 0, misses: 0, shared: 0 };

  /** The site row was read first, so the response is of its version or newer. */
  async function make(key: string, row: Row, site: KnownSite, version: number, made: () => Promise<ResponseBody>) {
    const about = { key, route: row.path, counters: counters(row.path), site, version };
    const answer = cachedResponse(about, await made());
    if (site.version === version) store.put(answer);
    return answer;
  }

  return {
    store,
    counts,
    stale,
    get isStale() {
      return versions.isUnavailable;
    },
    keeps: (row) => kept.has(row),
    keyOf: cacheKeys([...kept]),
    answer({ key }, row, read, made) {
      const site = versions.learn(read);
      const present = store.byKey(key);
      if (present) {
        counts.hits += 1;
        return Promise.resolve(present);
      }
      // A computation that began before the newest known version may have read older rows.
      const flight = flights.get(key);
      if (flight && flight.site === site && flight.version === site.version) {
        counts.shared += 1;
        return flight.landing;
      }
      counts.misses += 1;
      const version = read.content_version;
      const landing = make(key, row, site, version, made).finally(() => {
        if (flights.get(key)?.landing === landing) flights.delete(key);
      });
      flights.set(key, { site, version, landing });
      return landing;
    },
    variant: (answer, coding) => variantIn(answer, coding, (bytes) => store.grow(answer, bytes)),
  };
}
