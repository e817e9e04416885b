import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import * as routes from '../contract/routes.ts';
import { wireTypes } from './client/generator/wire.ts';
import { failure, range, recorded, unavailable } from './client/testing/requests.ts';
import { createClient } from './client.ts';

let app: TestApp;
let site: number;
let section: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Harbour life' } })).section.id;
});

const publish = async (title: string, fields: Record<string, unknown> = {}): Promise<number> => {
  const article = { title, section_id: section, state: 'published', ...fields };
  return (await app.manage('POST', `/sites/${site}/articles`, { article })).article.id;
};

describe('the generated file', () => {
  it('matches the contract; run `npm run client-types` when this fails', () => {
    const made = readFileSync(new URL('./client/wire.generated.ts', import.meta.url), 'utf8');
    expect(made).toBe(wireTypes(routes));
  });
});

describe('reading', () => {
  it('has a method for every read of the content API', async () => {
    const { author } = await app.manage('POST', `/sites/${site}/authors`, {
      author: { firstname: 'Aino', lastname: 'Holm' },
    });
    const { category } = await app.manage('POST', `/sites/${site}/article-categories`, { category: { name: 'News' } });
    const page = { name: 'About', visibility: 'public' };
    const id = await publish('The herring is back', { author_ids: [author.id], category_id: category.id });
    const ids = {
      article_id: id,
      section_id: section,
      author_id: author.id,
      article_category_id: category.id,
      page_id: (await app.manage('POST', `/sites/${site}/pages`, { page })).page.id,
      issue_id: (await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'One', published: true } })).issue
        .id,
      event_id: (
        await app.manage('POST', `/sites/${site}/events`, {
          event: { name: 'Market', start_date: '2026-01-01', published_at: '2026-01-01' },
        })
      ).event.id,
      featured_item_container_id: (
        await app.manage('POST', `/sites/${site}/featured-item-containers`, {
          featured_item_container: { identifier: 'front', name: 'Front' },
        })
      ).featured_item_container.id,
    };
    const client = createClient({ url: `${app.url}/` }).site(site);
    for (const [name, row] of Object.entries(routes.contentApi)) {
      if (row.method !== 'GET') continue;
      const inPath = Object.entries(ids).filter(([key]) => row.path.includes(`:${key}`));
      const method = client[name as keyof typeof client] as (parameters: object) => Promise<object>; // called alike
      const answer = await method({
        ...Object.fromEntries(inPath),
        ...(name === 'searchArticles' ? { q: 'herring' } : {}),
      });
      expect(Object.keys(answer), name).toEqual(Object.keys(row.answer.properties));
    }
  });

  it('narrows type and answer to the requested fields', async () => {
    const { article } = await createClient({ url: app.url })
      .site(site)
      .readArticle({ article_id: await publish('Fog'), fields: ['id', 'title'] });
    expectTypeOf(article).toEqualTypeOf<{ id: number; title: string }>();
    expect(Object.keys(article)).toEqual(['id', 'title']);
    // @ts-expect-error: it was not requested
    expect(article.body).toBeUndefined();
  });

  it('iterates over all pages, each article once, with pins and filters', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) ids.push(await publish(`Wave ${n}`, { tags: ['sea', 'wind & rain'] }));
    const [pinned = 0] = ids;
    await app.manage('PUT', `/sites/${site}/articles/${pinned}/pins`, { site_pinned_index: 0 });
    const list = createClient({ url: app.url })
      .site(site)
      .listArticles({ tags: ['wind & rain'], count: 3, fields: ['id'] });
    const seen: number[] = [];
    for await (const { id } of list) seen.push(id);
    expect(seen).toEqual([pinned, ...ids.slice(1).reverse()]);
    expect((await list).meta).toEqual({ total_count: 7, count: 3 });
    const sizes = [];
    for await (const { articles } of list.pages()) sizes.push(articles.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('iterates over events by offset', async () => {
    const other = await app.site();
    for (let n = 1; n <= 5; n++) {
      const event = { name: `Day ${n}`, start_date: `2026-01-0${n}`, published_at: '2026-01-01' };
      await app.manage('POST', `/sites/${other}/events`, { event });
    }
    const names = [];
    for await (const { name } of createClient({ url: app.url }).site(other).listEvents({ count: 2, offset: 1 }))
      names.push(name);
    expect(names).toEqual(['Day 2', 'Day 3', 'Day 4', 'Day 5']);
  });

  it('reuses a cached response until something changes', async () => {
    const wire = recorded();
    const client = createClient({ url: app.url, fetch: wire.fetch }).site(site);
    const first = await client.listAuthors();
    first.authors.length = 0; // callers may change what they get
    const again = await client.listAuthors();
    expect(again.authors.length).toBe(again.meta.count);
    expect(wire.statuses).toEqual([200, 304]);
    await app.manage('POST', `/sites/${site}/authors`, { author: { firstname: 'Ida', lastname: 'Holm' } });
    expect((await client.listAuthors()).meta.count).toBe(again.meta.count + 1);
    expect(wire.statuses).toEqual([200, 304, 200]);
  });

  it('opens a closed site with its key', async () => {
    const closed = await app.site({ api_key_required: true });
    const { api_key } = await app.manage('POST', '/api-keys', {
      api_key: { name: 'Website', scopes: ['content:read'], site_ids: [closed] },
    });
    expect((await failure(createClient({ url: app.url }).site(closed).listAuthors())).status).toBe(401);
    const client = createClient({ url: app.url, apiKey: api_key.key }).site(closed);
    expect((await client.listAuthors()).authors).toEqual([]);
  });
});

describe('voting', () => {
  it('counts one vote per visitor, by name or by cookie, and is retried after 503', async () => {
    const article_id = await publish('Herring market');
    const other = createClient({ url: app.url, retries: 0 }).site(site);
    expect(await failure(other.voteOnArticle({ article_id, vote: 'up' }))).toMatchObject({ status: 403 });
    await app.manage('PATCH', `/sites/${site}`, { site: { voting_enabled: true } });
    const wire = recorded((sent) =>
      sent === 0 ? new Response('', { status: 503, headers: { 'retry-after': '0' } }) : undefined,
    );
    const voter = createClient({ url: app.url, fetch: wire.fetch }).site(site);
    const score = async (vote: 'up' | 'down' | 'none', visitor?: string) =>
      (await voter.voteOnArticle({ article_id, vote }, visitor ? { visitor } : {})).like.score;
    expect(await score('up', 'a')).toBe(1);
    expect(wire.statuses).toEqual([503, 200]);
    expect([
      await score('up', 'a'),
      await score('up', 'b'),
      await score('none', 'b'),
      await score('down', 'a'),
    ]).toEqual([1, 2, 1, -1]);
    expect(await score('up')).toBe(0);
    expect(await failure(voter.voteOnArticle({ article_id: 999_999, vote: 'up' }))).toMatchObject({ status: 404 });
  });
});

describe('reading campaigns', () => {
  it('iterates over entries and users, reads the report, and finds a user by the id in their network', async () => {
    const { campaign } = await app.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: site } });
    const entries = range(5).map((n) => ({
      item_type: 'twitter',
      item_id: `t${n}`,
      published_at: `2026-01-0${n + 1}T09:00:00Z`,
      stat1: n,
      user: { user_id: `u${n}`, username: `user-${n}` },
    }));
    await app.manage('POST', `/campaigns/${campaign.id}/entries`, { entries }, 200);
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'A', scopes: ['analytics:read'] } });
    const client = createClient({ url: 'http://127.0.0.1:1', analyticsUrl: app.url, apiKey: api_key.key });
    const of = { campaign_id: campaign.id, count: 2 };
    const items = [];
    for await (const { item_id } of client.listEntries({ ...of, sort: 'stat1' })) items.push(item_id);
    expect(items).toEqual(['t4', 't3', 't2', 't1', 't0']);
    const users = [];
    for await (const { username } of client.listUsers({ ...of, sort: 'username' })) users.push(username);
    expect(users).toEqual(range(5).map((n) => `user-${n}`));
    const { campaign_report } = await client.readCampaignReport({ campaign_id: campaign.id, end_date: '2026-01-03' });
    expect(campaign_report).toMatchObject({ entries: 2, contributors: 2, engagement: 1 });
    const found = await client.findUser({ campaign_id: campaign.id, user_type: 'twitter', user_id: 'u3' });
    expect(await client.readUser({ campaign_id: campaign.id, analytics_user_id: found.id })).toEqual(found);
    expect(found.username).toBe('user-3');
    expect((await client.listCampaigns()).campaigns.map(({ id }) => id)).toEqual([campaign.id]);
    const exported = [];
    for await (const { item_id } of client.exportCampaign({ campaign_id: campaign.id, end_date: '2026-01-03' }))
      exported.push(item_id);
    expect(exported.sort()).toEqual(['t0', 't1']);
    const people = [];
    for await (const { username } of client.exportCampaign({ campaign_id: campaign.id, what: 'users' }))
      people.push(username);
    expect(people.sort()).toEqual(users);
    const walking = client.exportCampaign({ campaign_id: 999_999 })[Symbol.asyncIterator]();
    expect(await failure(walking.next())).toMatchObject({ status: 404 });
  });

  it('throws when a file breaks off, and ends it with the signal', async () => {
    const part = new TextEncoder().encode('{"item_id":"t0"}\n{"item_');
    const brokenOff = () =>
      new ReadableStream({
        start: (stream) => stream.enqueue(part),
        pull: (stream) => stream.error(new Error('reset')),
      });
    const read = async (body: ReadableStream, signal?: AbortSignal, onItem = () => {}) => {
      const client = createClient({ url: app.url, fetch: async () => new Response(body) });
      const items = [];
      for await (const { item_id } of client.exportCampaign({ campaign_id: 1 }, { signal })) {
        items.push(item_id);
        onItem();
      }
      return items;
    };
    expect(await failure(read(brokenOff()))).toMatchObject({
      status: 0,
      message: 'The file ended early.',
    });
    const ending = new AbortController();
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(part);
        ending.signal.addEventListener('abort', () => stream.error(ending.signal.reason));
      },
    });
    const ended = read(body, ending.signal, () => ending.abort(new Error('enough')));
    await expect(ended).rejects.toThrow('enough');
  });
});

describe('errors', () => {
  it('carry status, parameter, message and request id', async () => {
    const wire = recorded();
    const client = createClient({ url: app.url, fetch: wire.fetch, headers: { 'x-request-id': 'my-name' } }).site(site);
    const error = await failure(client.listArticles({ count: 1000 }));
    expect(error).toMatchObject({ status: 400, parameter: 'count', retryAfter: null, requestId: 'my-name' });
    expect(error.message).toMatch(/count.*\.$/);
    expect(await failure(client.readArticle({ article_id: 999_999 }))).toMatchObject({ status: 404, parameter: null });
    expect(wire.statuses).toEqual([400, 404]);
    // @ts-expect-error: the id is missing
    expect(() => client.readArticle({})).toThrow('article_id is missing');
  });

  it('are retried after 503, as late as the service asks for and as often as the options allow', async () => {
    const passing = recorded((sent) => (sent < 2 ? unavailable() : undefined));
    await createClient({ url: app.url, fetch: passing.fetch }).site(site).listAuthors();
    expect(passing.statuses).toEqual([503, 503, 200]);
    const lasting = recorded(unavailable);
    const error = await failure(
      createClient({ url: app.url, fetch: lasting.fetch, retries: 1 }).site(site).listAuthors(),
    );
    expect(error).toMatchObject({ status: 503, message: 'The database is unavailable.', retryAfter: 0 });
    expect(lasting.statuses).toEqual([503, 503]);
  });

  it('are not retried when Retry-After is too long', async () => {
    const late = recorded(() => new Response('', { status: 429, headers: { 'retry-after': '3600' } }));
    const error = await failure(createClient({ url: app.url, fetch: late.fetch }).site(site).listAuthors());
    expect([error.status, error.retryAfter, late.statuses]).toEqual([429, 3600, [429]]);
  });

  it('distinguish a proxy, a wrong address, a silent and an unreachable service', async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/page')) response.end('<!doctype html>');
      else if (request.url?.startsWith('/proxy')) response.writeHead(502).end('<h1>Bad gateway</h1>');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    atFileEnd(() => void server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = (base: string) =>
      failure(
        createClient({ url: base, retries: 0, timeout: base === url ? 50 : 60_000 })
          .site(1)
          .listAuthors(),
      );
    expect(await ask(`${url}/page`)).toMatchObject({ status: 200, message: expect.stringContaining('not JSON') });
    expect(await ask(`${url}/proxy`)).toMatchObject({ status: 502, message: 'The service answered 502 Bad Gateway' });
    expect(await ask(url)).toMatchObject({
      status: 0,
      message: expect.stringContaining('did not answer within 50 ms'),
    });
    expect(await ask('http://127.0.0.1:1')).toMatchObject({
      status: 0,
      message: expect.stringContaining('cannot be reached'),
    });
  });

  it('are the reason of the caller’s signal when that ends the call', async () => {
    const client = createClient({ url: app.url }).site(site);
    const reason = new Error('no longer needed');
    await expect(client.listAuthors({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
