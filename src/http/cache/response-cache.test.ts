import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contentApi } from '../../contract/routes.ts';
import type { ChangeKind } from '../../db/site-history.ts';
import { siteHistory } from '../../db/site-history.ts';
import type { Site } from '../../db/site-lock.ts';
import type { KnownSite } from '../../db/site-versions.ts';
import { createRequestCounters } from '../request-counters.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';
import { createResponseStore } from './response-store.ts';

const row = contentApi.listArticles;
const url = '/v1/sites/1/articles';

/** One site, whose version the tests set as a commit does. */
let site: KnownSite;
let responseCache: ResponseCache;
beforeEach(() => {
  site = { id: 1, version: 1, row: null, changedAt: 0, history: siteHistory() };
  const versions = {
    ...{ isUnavailable: false, unavailableSince: null },
    ...{ row: () => null, learn: () => site, raise: () => {}, stop: async () => {} },
  };
  responseCache = createResponseCache({
    rows: [row],
    store: createResponseStore(1_000_000),
    versions,
    counters: createRequestCounters(new Registry()),
    staleMax: 60,
  });
});

const cacheKey = { key: url, showsKey: false };
/** A request that read the site at its current version, and whose answer the test completes. */
function request(text: string) {
  let land = () => {};
  const body = new Promise<Buffer>((resolve) => {
    land = () => resolve(Buffer.from(text));
  });
  const read = { id: 1, content_version: site.version } as Site; // what the responseCache looks at
  const answer = responseCache
    .answer(cacheKey, row, read, async () => ({ body: await body, hash: text }))
    .then(({ made }) => String(made));
  return { answer, land: () => land() };
}

describe('a computation', () => {
  it('is shared by concurrent requests, and cached for later ones', async () => {
    const [first, second] = [request('first'), request('second')];
    first.land();
    expect(await Promise.all([first.answer, second.answer])).toEqual(['first', 'first']);
    expect(await request('third').answer).toBe('first');
    expect(responseCache.counts).toEqual({ hits: 1, misses: 1, shared: 1 });
  });

  it('that began before a write is not shared with later requests, and not cached', async () => {
    const before = request('before');
    site.version = 2;
    const after = request('after');
    const joining = request('joining');
    after.land();
    before.land();
    expect(await Promise.all([before.answer, after.answer, joining.answer])).toEqual(['before', 'after', 'after']);
    expect(await request('later').answer).toBe('after');
  });

  it('that lands before one that began earlier is not replaced by it', async () => {
    const before = request('before');
    site.version = 2;
    const after = request('after');
    after.land();
    await after.answer;
    before.land();
    await before.answer;
    expect(await request('later').answer).toBe('after');
  });

  it('that fails rejects for all that share it, and runs again for the next', async () => {
    const read = { id: 1, content_version: 1 } as Site; // what the responseCache looks at
    const fail = async () => Promise.reject(new Error('away'));
    const failing = [responseCache.answer(cacheKey, row, read, fail), responseCache.answer(cacheKey, row, read, fail)];
    for (const answer of failing) await expect(answer).rejects.toThrow('away');
    const next = request('next');
    next.land();
    expect(await next.answer).toBe('next');
  });

  it('of a site that was deleted meanwhile is not cached', async () => {
    const before = request('before');
    const forgotten = site;
    site = { ...site };
    forgotten.version = -1;
    before.land();
    await before.answer;
    const after = request('after');
    after.land();
    expect(await after.answer).toBe('after');
  });
});

describe('while the database is unavailable', () => {
  const cached = async () => {
    const { answer, land } = request('a');
    land();
    await answer;
    const found = responseCache.store.newest(url);
    if (!found) throw new Error('It is not cached.');
    return found;
  };
  const change = (version: number, kind: ChangeKind) => {
    site.history.add(version, kind);
    site.version = version;
  };
  beforeEach(() => change(1, 'removal'));

  it('the newest response is served after additions, and never after a change that may have taken something away', async () => {
    const answer = await cached();
    change(2, 'addition');
    expect(responseCache.stale.ageOf(answer)).toBe(0);
    change(3, 'removal');
    expect(responseCache.stale.ageOf(answer)).toBe(null);
  });

  it('a removal that may have been committed counts as one', async () => {
    const answer = await cached();
    site.history.add(2, 'removal');
    site.version = -1;
    expect(responseCache.stale.ageOf(answer)).toBe(null);
  });

  it('none is served that was replaced longer ago than STALE_MAX, or by too many changes', async () => {
    const answer = await cached();
    vi.useFakeTimers({ toFake: ['performance'] });
    change(2, 'addition');
    vi.advanceTimersByTime(60_000);
    expect(responseCache.stale.ageOf(answer)).toBe(60);
    vi.advanceTimersByTime(1_000);
    expect(responseCache.stale.ageOf(answer)).toBe(null);
    vi.useRealTimers();
    const next = await cached();
    for (let version = 3; version < 1_100; version++) change(version, 'addition');
    expect(responseCache.stale.ageOf(next)).toBe(null);
  });
});
