/** Cached responses: equal to uncached ones, never older than an acknowledged write, and bounded. */
import http from 'node:http';
import net from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentApi } from '../src/contract/routes.ts';
import { gzipOf } from '../src/core/packed.ts';
import { kysely } from '../src/db/connect.ts';
import { siteList } from '../src/features/articles/lists.ts';
import { articlePage } from '../src/features/articles/queries.ts';
import { rowsOf } from '../src/http/bind.ts';
import { createCaches } from '../src/http/cache/caches.ts';
import { createDocumentCache } from '../src/http/cache/document-cache.ts';
import { type TestApp, testApp } from './app.ts';

const PUBLIC_URL = 'https://public.example';

let app: TestApp;
/** The same site without a cache. */
let plain: TestApp;
/** The path of every route of the content API, by its name. */
let paths: Record<string, string>;
let site: number;
let section: number;

beforeAll(async () => {
  app = await testApp({ publicUrl: () => PUBLIC_URL });
  plain = await testApp({ publicUrl: () => PUBLIC_URL, caches: createCaches(0) }, { database: app.database });
  site = await app.site();
  const create = async (noun: string, one: string, fields: object) =>
    (await app.manage('POST', `/sites/${site}/${noun}`, { [one]: fields }))[one].id as number;
  section = await create('sections', 'section', { name: 'News' });
  const params = {
    site_id: site,
    section_id: section,
    author_id: await create('authors', 'author', { firstname: 'Åsa', lastname: 'N', about: 'text '.repeat(500) }),
    article_category_id: await create('article-categories', 'category', { name: 'Sea' }),
    page_id: await create('pages', 'page', { name: 'About', visibility: 'public' }),
    issue_id: await create('issues', 'issue', { name: 'One', published: true, published_at: '2026-01-01T00:00:00Z' }),
    event_id: await create('events', 'event', {
      name: 'Market',
      start_date: '2026-01-01',
      published_at: '2020-01-01T00:00:00Z',
    }),
    featured_item_container_id: await create('featured-item-containers', 'featured_item_container', {
      identifier: 'top',
      name: 'Top',
    }),
    article_id: 0,
  };
  const article = {
    title: 'Herring',
    section_id: section,
    category_id: params.article_category_id,
    author_ids: [params.author_id],
    body: '<p>Fish.</p>'.repeat(200),
    state: 'published',
  };
  params.article_id = await create('articles', 'article', article);
  const holders = [`issues/${params.issue_id}`, `featured-item-containers/${params.featured_item_container_id}`];
  for (const holder of holders) {
    await app.manage('PUT', `/sites/${site}/${holder}/articles`, { article_ids: [params.article_id] });
  }
  paths = Object.fromEntries(
    rowsOf(contentApi)
      .filter(({ row }) => row.method === 'GET')
      .map(({ name, row }) => [
        name,
        row.path.replace(/:(\w+)/g, (_, key) => String(params[key as keyof typeof params])),
      ]),
  );
  paths.searchArticles += '?q=herring';
});

interface Answer {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A request whose response is read raw. */
function ask(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const { date, 'x-request-id': id, ...rest } = response.headers;
        expect([typeof date, typeof id]).toEqual(['string', 'string']);
        resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(parts).toString('base64') });
      });
    });
    request.on('error', reject).end();
  });
}

/** Everything received until the server closes the connection, without headers that vary. */
function exchange(url: string, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(sent));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const heads = text.replace(/^(date|x-request-id): .*$/gim, '$1').split('\r\n');
      resolve(heads.sort().join('\n')); // the router writes the same headers in another order
      socket.end();
    });
  });
}

async function count(of: TestApp, what: 'hits' | 'misses' | 'shared'): Promise<number> {
  const { text } = await of.get('/metrics');
  return Number(text.match(new RegExp(`masthead_cache_requests\\{what="${what}"\\} (\\d+)`))?.[1]);
}

describe('a cached response', () => {
  it.each(rowsOf(contentApi).filter(({ row }) => row.method === 'GET'))(
    'of $name is the one that is made, in every coding, by HEAD and as 304',
    async ({ name, row }) => {
      const path = paths[name] ?? '';
      const etag = String((await ask(plain.url + path)).headers.etag);
      const hits = await count(app, 'hits');
      for (const headers of [
        {},
        { 'accept-encoding': 'gzip' },
        { 'accept-encoding': 'br' },
        { 'if-none-match': etag },
      ]) {
        for (const method of ['GET', 'HEAD']) {
          const made = await ask(plain.url + path, method, headers);
          expect(made.status).toBe('if-none-match' in headers ? 304 : 200);
          expect(await ask(app.url + path, method, headers)).toEqual(made);
          expect(await ask(app.url + path, method, headers)).toEqual(made);
        }
      }
      expect((await count(app, 'hits')) - hits).toBe(row.options.isUnversioned ? 0 : 15);
    },
  );

  it('is found however its address is encoded, and not for other addresses', async () => {
    const path = `/v1/sites/${site}/articles`;
    await app.get(`${path}?count=5&fields=id,title`);
    const misses = await count(app, 'misses');
    for (const same of ['?fields=id,title&count=5', '?count=5&fields=id%2Ctitle&_=123', '/?count=5&&fields=id,title']) {
      expect((await app.get(path + same)).status, same).toBe(200);
    }
    expect(await count(app, 'misses')).toBe(misses);
    for (const [other, status] of [
      ['?count=05&fields=id,title', 200],
      ['?count=5', 200],
      ['?count=5&count=5&fields=id,title', 400],
      ['?count=500&fields=id,title', 400],
      ['//?count=5&fields=id,title', 400],
    ] as const) {
      const wanted = await plain.get(path + other);
      const reply = await app.get(path + other);
      expect([reply.status, reply.text], other).toEqual([status, wanted.text]);
    }
  });

  it('gets its own request id, given or generated, and is counted by route', async () => {
    const path = `${app.url}/v1/sites/${site}/authors`;
    const ids = [];
    for (const given of ['abc-1', 'not good', undefined]) {
      const headers = given === undefined ? {} : { 'x-request-id': given };
      await fetch(path, { headers });
      ids.push((await fetch(path, { headers })).headers.get('x-request-id'));
    }
    expect(ids[0]).toBe('abc-1');
    expect(ids.slice(1)).toEqual([expect.stringMatching(/^[0-9a-f-]+$/), expect.stringMatching(/^[0-9a-f-]+$/)]);
    expect(new Set(ids).size).toBe(3);
    const { text } = await app.get('/metrics');
    expect(text).toMatch(/requests_total\{route="\/v1\/sites\/:site_id\/authors",method="GET",status="304"\} [1-9]/);
    expect(text).toMatch(/duration_seconds_bucket\{le="\+Inf",route="\/v1\/sites\/:site_id\/authors"\} [1-9]/);
    expect(app.log.join('')).toContain('"request_id":"abc-1"');
  });

  it.each([
    ['several requests sent at once', ['GET 1.1', 'HEAD 1.1', 'GET 1.1 if-none-match: *', 'GET 1.1 connection: close']],
    ['a client of HTTP/1.0', ['GET 1.0']],
    ['one that keeps the connection', ['GET 1.0 connection: keep-alive', 'GET 1.0']],
  ])('has the same bytes on the wire as a computed one, to %s', async (_, lines) => {
    const path = `/v1/sites/${site}/sections`;
    const wire = lines.map((line) => {
      const [method, version, ...header] = line.split(' ');
      return `${method} ${path} HTTP/${version}\r\nhost: x\r\n${header.length > 0 ? `${header.join(' ')}\r\n` : ''}\r\n`;
    });
    await app.get(path);
    const hits = await count(app, 'hits');
    expect(await exchange(app.url, wire.join(''))).toEqual(await exchange(plain.url, wire.join('')));
    expect((await count(app, 'hits')) - hits).toBe(lines.length);
  });

  it('needs the key once its site is closed, from the acknowledged write on', async () => {
    const closing = await app.site();
    const path = `/v1/sites/${closing}/authors`;
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['content:read'] } });
    const close = (api_key_required: boolean) =>
      app.manage('PATCH', `/sites/${closing}`, { site: { api_key_required } });
    for (let round = 0; round < 3; round++) {
      for (let warm = 0; warm < 3; warm++) expect((await app.get(path)).status).toBe(200);
      await close(true);
      expect((await app.get(path)).status).toBe(401);
      for (let warm = 0; warm < 3; warm++) {
        const keyed = await app.get(`${path}?api_key=${api_key.key}`);
        expect([keyed.status, keyed.headers.get('cache-control')]).toEqual([200, 'private, max-age=0']);
      }
      expect([(await app.get(path)).status, (await app.get(`${path}?api_key=x`)).status]).toEqual([401, 401]);
      await close(false);
    }
  });

  it('has the key in its links on a closed site, and never on an open one', async () => {
    const closing = await app.site();
    const { section } = await app.manage('POST', `/sites/${closing}/sections`, { section: { name: 'S' } });
    for (const title of ['a', 'b']) {
      const article = { title, section_id: section.id, state: 'published' };
      await app.manage('POST', `/sites/${closing}/articles`, { article });
    }
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['content:read'] } });
    const links = async (query: string, headers = {}) =>
      (await app.get(`/v1/sites/${closing}/articles?count=1${query}`, { headers })).body.pagination;
    const key = `api_key=${api_key.key}`;
    expect(JSON.stringify(await links(`&${key}`))).not.toContain('api_key');
    await app.manage('PATCH', `/sites/${closing}`, { site: { api_key_required: true } });
    const { base, older, refresh } = await links(`&${key}`);
    expect([base, older, refresh].map((link) => link.includes(key))).toEqual([false, true, true]);
    expect((await app.get(older.slice(older.indexOf('/v1/')))).body.articles).toHaveLength(1);
    const shownInHeader = await links('', { authorization: `Bearer ${api_key.key}` });
    expect(JSON.stringify(shownInHeader)).not.toContain('api_key');
    await app.manage('PATCH', `/sites/${closing}`, { site: { api_key_required: false } });
    expect(JSON.stringify([await links(''), await links(`&${key}`)])).not.toContain('api_key');
  });

  it('counts against the read limit like any other', async () => {
    const limited = await testApp({ rateLimit: 3 });
    const id = await limited.site();
    const replies = [];
    for (let turn = 0; turn < 4; turn++) replies.push(await limited.get(`/v1/sites/${id}/authors`));
    expect(replies.map(({ status, headers }) => [status, headers.get('ratelimit-remaining')])).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(await count(limited, 'hits')).toBe(2);
  });
});

describe('many requests for one response', () => {
  it('share one computation', async () => {
    const crowded = await app.site();
    const path = `/v1/sites/${crowded}/articles`;
    const [misses, shared] = [await count(app, 'misses'), await count(app, 'shared')];
    const holder = await app.pool.connect();
    await holder.query('begin; lock table published_article in access exclusive mode');
    const replies = Promise.all(Array.from({ length: 12 }, () => app.get(path)));
    await expect.poll(() => count(app, 'shared')).toBe(shared + 11);
    await holder.query('rollback');
    holder.release();
    expect(new Set((await replies).map(({ text }) => text)).size).toBe(1);
    expect(await count(app, 'misses')).toBe(misses + 1);
  });
});

describe('many requests after a write', () => {
  it('share one computation that sees the write', async () => {
    const path = `/v1/sites/${site}/pages`;
    await app.get(path);
    const { page } = await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'New', visibility: 'public' } });
    const counts = () => Promise.all((['hits', 'misses', 'shared'] as const).map((what) => count(app, what)));
    const [hits = 0, misses = 0, shared = 0] = await counts();
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.get(path)));
    for (const reply of replies) expect(reply.body.pages.map(({ id }: { id: number }) => id)).toContain(page.id);
    expect(await counts()).toEqual([hits + 19, misses + 1, shared]);
  });

  it('proceed when the request they wait for is aborted', async () => {
    const path = `/v1/sites/${site}/articles?count=3`;
    await app.get(path);
    await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'Newer' } });
    const holder = await app.pool.connect();
    await holder.query('begin; lock table published_article in access exclusive mode');
    const leaving = new AbortController();
    const misses = await count(app, 'misses');
    const left = fetch(app.url + path, { signal: leaving.signal }).catch(() => 'left');
    await expect.poll(() => count(app, 'misses')).toBe(misses + 1);
    const waiting = app.get(path);
    leaving.abort();
    expect(await left).toBe('left');
    await holder.query('rollback');
    holder.release();
    expect((await waiting).status).toBe(200);
  });

  it('do not wait once their site is closed', async () => {
    const closing = await app.site();
    const path = `/v1/sites/${closing}/pages`;
    await app.get(path);
    await app.manage('PATCH', `/sites/${closing}`, { site: { api_key_required: true } });
    const replies = await Promise.all(Array.from({ length: 10 }, () => app.get(path)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(401));
  });
});

describe('documents in memory', () => {
  const list = `/articles?count=50`;
  let other: number;
  const write = async (title: string) => {
    const { article } = await app.manage('POST', `/sites/${other}/articles`, {
      article: { title, section_id: other_section, state: 'published' },
    });
    return article as { uid: string; id: number };
  };
  let other_section: number;
  beforeAll(async () => {
    other = await app.site();
    const { section } = await app.manage('POST', `/sites/${other}/sections`, { section: { name: 'News' } });
    other_section = section.id;
  });
  const kept = async () =>
    Number((await app.get('/metrics')).text.match(/masthead_cache_size\{what="documents"\} (\d+)/)?.[1]);

  it('are read once for all lists, and again when they change', async () => {
    const before = await kept();
    const written = [];
    for (const title of ['One', 'Two', 'Three']) written.push(await write(title));
    const paths = [list, '/articles?count=2', `/sections/${other_section}/articles`].map(
      (path) => `/v1/sites/${other}${path}`,
    );
    const readAll = async () => {
      for (const path of paths) {
        const [reply, wanted] = [await app.get(path), await plain.get(path)];
        expect([reply.text, reply.headers.get('etag')]).toEqual([wanted.text, wanted.headers.get('etag')]);
      }
    };
    await readAll();
    expect((await kept()) - before).toBe(3);
    await app.manage('PATCH', `/sites/${other}/articles/${written[1]?.uid}`, { article: { title: 'Två' } });
    await app.manage('PUT', `/sites/${other}/articles/${written[1]?.uid}/publication`);
    await readAll();
    expect((await kept()) - before).toBe(4);
    expect((await app.get(paths[0] ?? '')).text).toContain('Två');
  });

  it('that change between two reads of one response make it start again', async () => {
    const { uid } = await write('Before');
    let isChanged = false;
    const changing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isChanged) {
          isChanged = true;
          await app.manage('DELETE', `/sites/${other}/articles/${uid}/publication`);
        }
        return result;
      },
    };
    const filter = { count: 50, tags: [], allTags: false, withNamed: false, withAuthors: false };
    const asked = {
      ...filter,
      article_url: undefined,
      max_id: undefined,
      since_id: undefined,
      shownAs: 'packed',
    } as const;
    const page = await articlePage(
      kysely(app.pool).withPlugin(changing),
      other,
      { list: siteList, id: 0 },
      asked,
      createDocumentCache(1_000_000),
    );
    const text = gunzipSync(gzipOf(page.items.flatMap(({ doc }) => [doc, '}\n']))).toString();
    expect([...text.matchAll(/"title":"([^"]+)"/g)].map(([, title]) => title)).toEqual(['Three', 'Två', 'One']);
    expect(page.total).toBe(3);
  });
});

describe('memory', () => {
  it('stays within its budget for any requests', async () => {
    const budget = 200_000;
    const small = await testApp({ caches: createCaches(budget * 2) });
    const id = await small.site();
    for (let number = 0; number < 300; number++) {
      const path = `/v1/sites/${id}/authors?fields=${number}`;
      await small.get(path);
      await small.get(`${path}&_=${'x'.repeat(number)}`);
      await small.get(`/v1/sites/${id}/pages?_=${number}`);
    }
    const { text } = await small.get('/metrics');
    const size = (what: string) =>
      Number(text.match(new RegExp(`masthead_cache_size\\{what="${what}"\\} (\\d+)`))?.[1]);
    expect(size('bytes')).toBeLessThanOrEqual(budget);
    expect(size('answers')).toBeGreaterThan(20);
    // Frequently requested entries survive many one-off requests.
    const hits = await count(small, 'hits');
    await small.get(`/v1/sites/${id}/pages?_=again`);
    expect(await count(small, 'hits')).toBe(hits + 1);
  });
});
