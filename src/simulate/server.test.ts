/** The simulated networks: paging, quotas, faults, the clock, and posts that change. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atFileEnd } from '../../test/at-file-end.ts';
import { simulator } from './server.ts';
import { untilMidnight } from './youtube.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
type Body = any;

let url: string;
beforeAll(async () => {
  const server = simulator().listen(0, '127.0.0.1');
  await once(server, 'listening');
  atFileEnd(async () => void server.close());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

let token = 0;
beforeEach(() => {
  token += 1;
});
const get = async (path: string) => {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer t${token}` } });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: (isJson ? await answer.json() : null) as Body };
};
const control = async (path: string, body: object): Promise<Body> =>
  (await fetch(`${url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
const search = (query: string, more = '') => get(`/x/2/tweets/search/recent?query=${encodeURIComponent(query)}${more}`);

describe('simulated X', () => {
  it('pages from the newest to the oldest, and afterwards has nothing newer', async () => {
    await control('x/seed', { posts: Array.from({ length: 25 }, (_, n) => ({ text: `#pages ${n}` })) });
    const seen: string[] = [];
    let next = '';
    let newest = '';
    do {
      const { body } = await search('(#pages OR "no such words")', `&max_results=10${next && `&next_token=${next}`}`);
      newest ||= body.meta.newest_id;
      seen.push(...body.data.map(({ id }: Body) => id));
      next = body.meta.next_token ?? '';
    } while (next);
    expect(new Set(seen).size).toBe(25);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(BigInt(newest)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect((await search('#pages', `&since_id=${newest}`)).body).toEqual({ meta: { result_count: 0 } });
  });

  it('names users and figures, in the words of its dialect; the figures grow', async () => {
    const { posts } = await control('x/seed', {
      // Its id says how many likes it gets: a few posts get none.
      posts: [{ id: '2026000000000000001', text: '#dialect', user: 'ida', image: 'https://a.example/1.jpg' }],
    });
    const before = (await search('from:ida')).body;
    expect(before.data[0]).toMatchObject({ id: posts[0].id, text: '#dialect', public_metrics: { retweet_count: 0 } });
    expect(before.includes).toMatchObject({
      users: [{ username: 'ida' }],
      media: [{ url: 'https://a.example/1.jpg' }],
    });
    await control('x/seed', { dialect: 'new' });
    await control('clock', { ahead: 86_400 });
    const after = (await search('from:ida')).body;
    expect(after.data[0].public_metrics.like_count).toBeGreaterThan(before.data[0].public_metrics.like_count);
    expect(after.data[0].public_metrics).toHaveProperty('repost_count');
    await control('x/seed', { dialect: 'old' });
    await control('clock', { ahead: -86_400 });
  });

  it('lists posts that are gone or protected as errors beside the others', async () => {
    const { posts } = await control('x/seed', { count: 3 });
    const [one, two, three] = posts.map(({ id }: Body) => id);
    await control('x/seed', {
      posts: [
        { id: one, state: 'gone' },
        { id: two, state: 'protected' },
      ],
    });
    const { status, body } = await get(`/x/2/tweets?ids=${one},${two},${three}`);
    expect([status, body.data.map(({ id }: Body) => id)]).toEqual([200, [three]]);
    expect(body.errors.map(({ resource_id, type }: Body) => [resource_id, type.split('/').at(-1)])).toEqual([
      [one, 'resource-not-found'],
      [two, 'not-authorized-for-resource'],
    ]);
  });

  it('refuses requests without a token, above the quota until its window ends, and with old ids', async () => {
    expect((await fetch(`${url}/x/2/tweets?ids=1`)).status).toBe(401);
    await control('x/seed', { limits: { search: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await search('#harbour')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { headers } = await search('#harbour');
    expect(headers.get('x-rate-limit-remaining')).toBe('0');
    expect(Number(headers.get('x-rate-limit-reset'))).toBeGreaterThan(Date.now() / 1_000);
    await control('clock', { ahead: 901 });
    expect((await search('#harbour')).status).toBe(200);
    await control('x/seed', { limits: { search: 450 } });
    expect((await search('#harbour', '&since_id=1')).body).toMatchObject({ title: 'Invalid Request', status: 400 });
  });

  it.each([
    ['unauthorized', 401, { title: 'Unauthorized', type: 'about:blank' }],
    ['locked', 200, { errors: [{ code: 326 }] }],
    ['rate_limited_legacy', 429, { errors: [{ code: 88 }] }],
    ['capped', 403, { title: 'UsageCapExceeded' }],
    ['credits', 402, { title: 'CreditsDepleted' }],
    ['unavailable', 503, {}],
  ])('fails as it is told: %s', async (kind, status, body) => {
    await control('x/fault', { match: '/search', kind });
    expect(await search('#harbour')).toMatchObject({ status, body });
    expect((await search('#harbour')).status).toBe(200);
  });

  it('cuts a connection, and answers with HTML', async () => {
    await control('x/fault', { match: '/search', kind: 'cut' });
    await expect(search('#harbour')).rejects.toThrow();
    await control('x/fault', { match: '/search', kind: 'html' });
    expect((await search('#harbour')).headers.get('content-type')).toBe('text/html');
  });
});

describe('simulated Mastodon', () => {
  it('gives the posts right after min_id, so that a poller misses none', async () => {
    const { posts } = await control('mastodon/seed', {
      posts: Array.from({ length: 90 }, (_, n) => ({ text: `Post ${n} #Reef`, user: 'ida' })),
    });
    const seen: string[] = [];
    let after = '1';
    for (;;) {
      const { body, headers } = await get(`/mastodon/api/v1/timelines/tag/reef?limit=40&min_id=${after}`);
      if (body.length === 0) break;
      expect(headers.get('link')).toContain('rel="prev"');
      seen.push(...body.map(({ id }: Body) => id).reverse());
      after = body[0].id;
    }
    expect(seen).toEqual(posts.map(({ id }: Body) => id));
    const { body: account } = await get('/mastodon/api/v1/accounts/lookup?acct=ida');
    const { body: own } = await get(`/mastodon/api/v1/accounts/${account.id}/statuses`);
    expect(own).toHaveLength(20);
    expect((await get(`/mastodon/api/v1/statuses/${seen[0]}`)).body).toMatchObject({ content: '<p>Post 0 #Reef</p>' });
    await control('mastodon/seed', { posts: [{ id: seen[0], state: 'gone' }] });
    expect(await get(`/mastodon/api/v1/statuses/${seen[0]}`)).toMatchObject({
      status: 404,
      body: { error: 'Record not found' },
    });
  });

  it('has a quota whose end is a date, and faults of its own', async () => {
    const { headers } = await get('/mastodon/api/v1/timelines/tag/harbour');
    expect(headers.get('x-ratelimit-limit')).toBe('300');
    expect(Date.parse(headers.get('x-ratelimit-reset') ?? '')).toBeGreaterThan(Date.now());
    await control('mastodon/fault', { kind: 'unauthorized' });
    expect((await get('/mastodon/api/v1/timelines/tag/harbour')).body).toEqual({
      error: 'The access token is invalid',
    });
  });
});

describe('simulated LinkedIn', () => {
  const version = { 'linkedin-version': '202609' };
  const ask = async (path: string, headers: Record<string, string> = version) => {
    const answer = await fetch(`${url}/linkedin${path}`, {
      headers: { authorization: `Bearer t${token}`, ...headers },
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
  };
  const finder = (start = 0) => `/rest/posts?q=author&author=urn%3Ali%3Aorganization%3A9&count=2&start=${start}`;

  it('has the posts of an organisation by their last change, and their figures in batches', async () => {
    const { posts } = await control('linkedin/seed', {
      posts: [0, 1, 2].map((n) => ({ text: `(${n}) #Sea`, user: '9' })),
    });
    await control('linkedin/seed', { posts: [{ id: posts[0].id, text: 'Edited' }] });
    const { elements } = (await ask(finder())).body;
    expect(elements.map(({ commentary }: Body) => commentary)).toEqual(['Edited', '\\(2\\) {hashtag|\\#|Sea}']);
    expect((await ask(finder(2))).body.elements).toHaveLength(1);
    const [urn] = elements.map(({ id }: Body) => encodeURIComponent(id));
    const { results, errors } = (await ask(`/rest/socialMetadata?ids=List(${urn},urn%3Ali%3Ashare%3A1)`)).body;
    expect(results[elements[0].id].commentSummary.count).toEqual(expect.any(Number));
    expect(errors).toMatchObject({ 'urn:li:share:1': { status: 404 } });
  });

  it('needs a version that is not retired, and has a quota of a day without headers', async () => {
    expect((await ask(finder(), {})).body.code).toBe('VERSION_MISSING');
    expect(await ask(finder(), { 'linkedin-version': '202401' })).toMatchObject({ status: 426 });
    await control('clock', { at: '2026-03-01T23:59:00Z' });
    await control('linkedin/seed', { limits: { all: 1 } });
    token += 1;
    const statuses = [(await ask(finder())).status, (await ask(finder())).status];
    await control('clock', { ahead: 60 });
    const answer = await ask(finder());
    await control('linkedin/seed', { limits: { all: 500 } });
    await control('clock', { at: null });
    expect([...statuses, answer.status]).toEqual([200, 429, 200]);
    expect([...answer.headers.keys()].filter((name) => /rate|retry/.test(name))).toEqual([]);
  });
});

describe('simulated Graph API', () => {
  const graph = (path: string) => get(`/graph/v26.0${path}`);
  const post = async (network: string, given: object): Promise<Body> =>
    (await control(`${network}/seed`, { posts: [given] })).posts[0];

  it('has pages that are short or empty and go on, and fails for a cursor whose post is gone', async () => {
    const user = 'short_pages';
    const posts = [];
    for (const state of ['public', 'public', 'protected', 'protected', 'public'])
      posts.push(await post('facebook', { user, text: state, state }));
    const path = `/${user}/published_posts?fields=message&limit=2`;
    const sizes: number[] = [];
    let after: string | undefined;
    do {
      const { body } = await graph(`${path}${after ? `&after=${after}` : ''}`);
      sizes.push(body.data.length);
      after = body.paging?.next ? body.paging.cursors.after : undefined;
    } while (after);
    expect(sizes).toEqual([1, 1, 1]);
    const { body } = await graph(path);
    await control('facebook/seed', { posts: [{ id: posts[3].id, state: 'gone' }] });
    expect(await graph(`${path}&after=${body.paging.cursors.after}`)).toMatchObject({
      status: 400,
      body: { error: { code: 100 } },
    });
  });

  it('answers named fields alone, without shares where there are none', async () => {
    const { user_id, id } = await post('facebook', { user: 'fielded', text: 'x', at: '2999-01-01T00:00:00Z' });
    const { body } = await graph(
      `/?ids=${user_id}_${id},1_1&fields=from{name},shares,reactions.summary(total_count).limit(0)`,
    );
    expect(body).toEqual({
      [`${user_id}_${id}`]: {
        id: `${user_id}_${id}`,
        from: { id: user_id, name: 'fielded' },
        reactions: { data: [], summary: { total_count: 0 } },
      },
    });
    await control('facebook/seed', { switches: { ids_fail_together: true } });
    expect((await graph(`/?ids=${user_id}_${id},1_1`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    await control('facebook/seed', { switches: { ids_fail_together: false } });
  });

  it('has one cursor for all pages of a hashtag, no posters there, and 30 hashtags a week', async () => {
    for (let n = 0; n < 3; n += 1) await post('instagram', { text: `${n} #cursor`, user: 'ida' });
    const { body: found } = await graph('/ig_hashtag_search?user_id=7&q=cursor');
    const path = `/${found.data[0].id}/recent_media?user_id=7&fields=caption&limit=1`;
    const first = (await graph(path)).body;
    const second = (await graph(`${path}&after=${first.paging.cursors.after}`)).body;
    expect(second.paging.cursors.after).toBe(first.paging.cursors.after);
    const third = (await graph(`${path}&after=${second.paging.cursors.after}`)).body;
    expect([first, second, third].map(({ data }) => data[0].caption)).toEqual(['2 #cursor', '1 #cursor', '0 #cursor']);
    expect(third.paging.next).toBeUndefined();
    expect((await graph(`/${found.data[0].id}/recent_media?user_id=7&fields=username`)).body.error.code).toBe(100);
    await control('instagram/seed', { switches: { unknown_hashtags: true } });
    for (let n = 0; n < 29; n += 1) expect((await graph(`/ig_hashtag_search?user_id=7&q=w${n}`)).status).toBe(200);
    expect((await graph('/ig_hashtag_search?user_id=7&q=more')).body.error.code).toBe(18);
    expect((await graph('/7/recently_searched_hashtags')).body.data).toHaveLength(30);
    await control('clock', { ahead: 7 * 86_400 });
    expect((await graph('/ig_hashtag_search?user_id=7&q=more')).status).toBe(200);
    await control('clock', { ahead: -7 * 86_400 });
    await control('instagram/seed', { switches: { unknown_hashtags: false } });
    expect((await graph('/ig_hashtag_search?user_id=8&q=nothing_like_it')).body.error.code).toBe(24);
  });

  it('discovers professional accounts', async () => {
    await post('instagram', { text: 'a', user: 'business' });
    const fields = 'business_discovery.username(business){username,media.limit(1){caption}}';
    const { body } = await graph(`/7?fields=${fields}`);
    expect(body.business_discovery).toMatchObject({ username: 'business', media: { data: [{ caption: 'a' }] } });
    await control('instagram/seed', { private: ['business'] });
    expect((await graph(`/7?fields=${fields}`)).body.error).toMatchObject({ code: 110 });
  });

  it('names usage in percent, and refuses with 400 and a challenge', async () => {
    await post('facebook', { user: 'paged', text: 'x' });
    await control('facebook/seed', { limits: { calls: 2 } });
    const usages = [];
    for (let n = 0; n < 3; n += 1) usages.push((await graph('/paged')).headers.get('x-app-usage'));
    expect(usages.map((usage) => JSON.parse(usage ?? '').call_count)).toEqual([50, 100, 150]);
    expect(await graph('/paged')).toMatchObject({ status: 400, body: { error: { code: 4 } } });
    await control('facebook/seed', { limits: { calls: 200 } });
    await control('facebook/fault', { kind: 'expired' });
    const { status, headers, body } = await graph('/paged');
    expect([status, body.error.code, body.error.error_subcode]).toEqual([400, 190, 463]);
    expect(headers.get('www-authenticate')).toContain('invalid_token');
    expect((await fetch(`${url}/graph/v26.0/paged`)).status).toBe(400);
    const { headers: business } = await graph('/7/media');
    expect(JSON.parse(business.get('x-business-use-case-usage') ?? '')['7'][0]).toMatchObject({ type: 'instagram' });
  });
});

it('lists requests, and explains its controls', async () => {
  await get('/x/2/tweets?ids=5');
  const { requests } = (await (await fetch(`${url}/_sim/requests`)).json()) as Body;
  expect(requests.at(-1)).toEqual({ path: '/x/2/tweets?ids=5', if_none_match: null, status: 200 });
  expect((await control('nonsense', {})).error).toContain('There is GET requests');
  await control('clock', { at: '2026-03-01T10:00:00Z' });
  expect(await control('clock', { ahead: 60 })).toEqual({ now: '2026-03-01T10:01:00.000Z' });
});

it.each([
  ['on a usual day', '2026-03-01T10:00:00.250Z', '2026-03-02T08:00:00Z'],
  ['right at the start of the 23 hours', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ['after the change in spring', '2026-03-08T12:00:00Z', '2026-03-09T07:00:00Z'],
  ['at the start of the 25 hours', '2026-11-01T07:00:30Z', '2026-11-02T08:00:00Z'],
  ['in the hour that comes twice', '2026-11-01T09:30:00Z', '2026-11-02T08:00:00Z'],
])('ends the day of YouTube at midnight in California, %s', (_, now, end) => {
  expect(new Date(Date.parse(now) + untilMidnight(Date.parse(now)))).toEqual(new Date(end));
});
