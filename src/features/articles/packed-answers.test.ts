/** Answers that are joined from packed documents: with gzip the same as without, whatever changed a document. */
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { hasBrowser, launchBrowser } from '../../../test/browser.ts';
import { sized } from '../../../test/random.ts';
import { slowTest } from '../../../test/slow.ts';
import { kysely } from '../../db/connect.ts';
import { createCaches } from '../../http/cache/caches.ts';
import { imported, lines } from '../../transfer/testing/transfer.ts';
import { packDocuments } from '../publication/jobs.ts';
import { type TestSite, testSites } from './testing/test-site.ts';

let app: TestApp;
let uncached: TestApp;
beforeAll(async () => {
  app = await testApp();
  uncached = await testApp({ caches: createCaches(0) }, { database: app.database });
});
const { addSection, place, published, unpublish } = testSites(() => app);
const BODY = `<p>${'Herring, cod and Åland. '.repeat(80)}</p>`;

interface Answer {
  status: number | undefined;
  coding: string | undefined;
  etag: string | undefined;
  body: Buffer;
}

function read(url: string, encoding: string, known?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encoding, ...(known ? { 'if-none-match': known } : {}) };
    const request = http.get(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const { etag, 'content-encoding': coding } = response.headers;
        resolve({ status: response.statusCode, coding, etag, body: Buffer.concat(parts) });
      });
    });
    request.on('error', reject);
  });
}

/** The text of an answer, which is the same with and without a cache, and with and without gzip. */
async function textAt(path: string, apps = [uncached, app]): Promise<string> {
  const plain = await read(uncached.url + path, 'identity');
  const bare = plain.etag?.slice(1, -1);
  for (const { url } of apps) {
    const packed = await read(url + path, 'gzip');
    const text = packed.coding === 'gzip' ? gunzipSync(packed.body) : packed.body;
    expect(text.toString().replaceAll(app.url, uncached.url)).toBe(plain.body.toString());
    if (bare && url === uncached.url) expect(packed.etag).toBe(packed.coding ? `"${bare}-gzip"` : plain.etag);
  }
  return plain.body.toString();
}

async function staleIds({ site }: TestSite): Promise<number[]> {
  const { rows } = await app.pool.query(
    'select id::int from published_article where site_id = $1 and packed_hash is distinct from doc_hash order by id',
    [site],
  );
  return rows.map(({ id }) => id);
}

async function packAll(): Promise<void> {
  const signal = new AbortController().signal;
  await packDocuments.run({ db: kysely(app.pool), jobs: [], signal, log: () => {}, complete: async () => {} });
}

/** A site with everything that lists show. */
async function filled() {
  const at = await place();
  const create = async (noun: string, one: string, fields: object) =>
    (await app.manage('POST', `/sites/${at.site}/${noun}`, { [one]: fields }))[one].id as number;
  const author = await create('authors', 'author', { firstname: 'Åsa', lastname: 'N' });
  const category = await create('article-categories', 'category', { name: 'Sea' });
  const issue = await create('issues', 'issue', { name: 'I', published: true, published_at: '2026-01-01T00:00:00Z' });
  const container = await create('featured-item-containers', 'featured_item_container', { identifier: 't', name: 'T' });
  const articles = [];
  for (const n of [1, 2, 3, 4]) {
    const fields = { title: `Herring ${n}`, body: n === 2 ? '<p>x</p>' : BODY, tags: n % 2 ? ['sea', 'cod'] : ['sea'] };
    articles.push(await published(at, { ...fields, category_id: category, author_ids: [author] }));
  }
  const ids = articles.map(({ id }) => id);
  for (const holder of [`issues/${issue}`, `featured-item-containers/${container}`])
    await app.manage('PUT', `/sites/${at.site}/${holder}/articles`, { article_ids: ids.slice(1) });
  const pins = { site_pinned_index: 1, pinned_index: 0 };
  await app.manage('PUT', `/sites/${at.site}/articles/${articles[0].uid}/pins`, pins);
  return { at, author, category, issue, container, articles };
}
type Filled = Awaited<ReturnType<typeof filled>>;

const listsOf = ({ at, author, category, issue, container }: Filled) =>
  [
    'articles',
    `sections/${at.section}/articles`,
    `authors/${author}/articles`,
    `article-categories/${category}/articles`,
    `issues/${issue}/articles`,
    `featured-item-containers/${container}/articles`,
  ].map((list) => `/v1/sites/${at.site}/${list}`);
const FORMS = ['', 'sideloading=true', 'sideloading=false', 'fields=id,title', 'count=1', 'count=2&tags=sea'];
/** The usual run asks some forms with each filter, the slow one all. */
const EVERY = sized(4, 1);
const FILTERS = ['', 'tags=sea,cod', 'tags=sea,cod&tag_filter_type=all', 'tags=none', 'max_id=1', 'since_id=1'];

describe('an answer with gzip is the one without', () => {
  let site: Filled;
  beforeAll(async () => {
    site = await filled();
    expect(await staleIds(site.at)).toEqual([]);
  });

  it('for every list, form and filter', async () => {
    const asked = listsOf(site).flatMap((list, l) =>
      FORMS.flatMap((form, f) =>
        FILTERS.flatMap((filter, g) =>
          filter === '' || (l + f + g) % EVERY === 0 ? `${list}?${[form, filter].filter(Boolean).join('&')}` : [],
        ),
      ),
    );
    for (const path of asked) await textAt(path);
  });

  it('for articles alone, and for search', async () => {
    const [long, short] = site.articles;
    const address = `/v1/sites/${site.at.site}/articles`;
    expect(JSON.parse(await textAt(`${address}/${long.id}`)).article.body).toContain('Åland');
    expect(JSON.parse(await textAt(`${address}/${short.id}?fields=id`))).toMatchObject({ article: { id: short.id } });
    for (const query of [
      'q=herring',
      'q=herring&sideloading=false',
      'q=herring&sideloading=true',
      'q=herring&fields=id',
    ])
      expect(await textAt(`/v1/sites/${site.at.site}/search/articles?${query}`)).toContain('"articles":[{');
  });

  it('although some documents are packed and others are not', async () => {
    const { at, articles } = site;
    await app.pool.query('update published_article set packed = null, packed_hash = null where id = any($1)', [
      articles.slice(0, 2).map(({ id }) => id),
    ]);
    await app.manage('PATCH', `/sites/${at.site}`, { site: { name: 'Changed' } });
    for (const list of listsOf(site)) await textAt(list);
    await packAll();
    expect(await staleIds(at)).toEqual([]);
    for (const list of listsOf(site)) await textAt(`${list}?count=3`);
  });

  it('without a packed document', async () => {
    const at = await place();
    expect(JSON.parse(await textAt(`/v1/sites/${at.site}/articles`)).articles).toEqual([]);
  });

  it('for a closed site, which is sent gzip although the client takes Brotli', async () => {
    const { at } = await filled();
    await app.manage('PATCH', `/sites/${at.site}`, { site: { api_key_required: true } });
    const body = { api_key: { name: 'x', scopes: ['content:read'], site_ids: [at.site] } };
    const { api_key } = await app.manage('POST', '/api-keys', body);
    const path = `/v1/sites/${at.site}/articles?api_key=${api_key.key}`;
    const plain = await read(uncached.url + path, 'identity');
    for (const url of [uncached.url, app.url]) {
      const { coding, body } = await read(url + path, 'gzip, br');
      expect(coding).toBe('gzip');
      expect(gunzipSync(body).toString().replaceAll(app.url, uncached.url)).toBe(plain.body.toString());
    }
  });

  it('once; with Brotli if it is asked for again, and 304 for clients that have either', async () => {
    const { at } = await filled();
    const url = `${app.url}/v1/sites/${at.site}/articles`;
    const first = await read(url, 'gzip, br');
    const second = await read(url, 'gzip, br');
    expect([first.coding, second.coding]).toEqual(['gzip', 'br']);
    expect(gunzipSync(first.body).equals(brotliDecompressSync(second.body))).toBe(true);
    for (const { etag } of [first, second])
      expect(await read(url, 'gzip, br', etag)).toMatchObject({ status: 304, etag });
    await app.manage('PATCH', `/sites/${at.site}`, { site: { name: 'Raises the version' } });
    for (const { etag } of [first, second])
      expect(await read(url, 'gzip, br', etag)).toMatchObject({ status: 304, etag });
    expect((await read(`${url}?count=2`, 'br')).coding).toBe('br');
  });

  if (hasBrowser) {
    slowTest('in Chromium', async () => {
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        // The tests before have asked for cached answers already, which then come with Brotli.
        for (const [url, codings] of [
          [uncached.url, ['gzip']],
          [app.url, ['gzip', 'br']],
        ] as const) {
          for (const path of listsOf(site)) {
            const answer = await page.goto(url + path);
            expect(codings).toContain(answer?.headers()['content-encoding']);
            expect(await page.locator('pre').textContent()).toBe((await read(url + path, 'identity')).body.toString());
          }
        }
      } finally {
        await browser.close();
      }
    });
  }
});

describe('a changed document is never served as it was', () => {
  const titles = async ({ site }: TestSite): Promise<string[]> =>
    JSON.parse(await textAt(`/v1/sites/${site}/articles`)).articles.map(({ title }: { title: string }) => title);

  it('after edits, new names, pins and addresses', async () => {
    const { at, author, articles } = await filled();
    const [, edited] = articles;
    const address = `/sites/${at.site}/articles/${edited.uid}`;
    await app.manage('PATCH', address, { article: { title: 'Edited', body: BODY } });
    await app.manage('PUT', `${address}/publication`);
    expect(await titles(at)).toContain('Edited');
    await app.manage('PATCH', `/sites/${at.site}/authors/${author}`, { author: { lastname: 'Nyholm' } });
    expect(await textAt(`/v1/sites/${at.site}/articles`)).toContain('Åsa Nyholm');
    await app.manage('PATCH', `/sites/${at.site}/sections/${at.section}`, { section: { section_url: 'moved' } });
    expect(await textAt(`/v1/sites/${at.site}/articles`)).toContain('/moved/');
    await app.manage('PUT', `${address}/pins`, { site_pinned_index: 0, pinned_index: null });
    expect(await titles(at)).toEqual(['Edited', 'Herring 1', 'Herring 4', 'Herring 3']);
    expect(await staleIds(at)).toEqual([]);
    await unpublish(at, edited.uid);
    expect(await titles(at)).not.toContain('Edited');
  });

  it('after an import over it', async () => {
    const site_id = 7_000;
    const article = { site_id, section_id: 1, id: 1, state: 'published', body: BODY };
    const ground = [
      { site: { id: site_id, name: 'S', url: 'https://s.example' } },
      { section: { site_id, id: 1, name: 'N' } },
    ];
    for (const title of ['First', 'Second']) {
      expect((await imported(app, lines(...ground, { article: { ...article, title } }))).refused).toEqual([]);
      // The other application learns of the import a little later.
      const list = JSON.parse(await textAt(`/v1/sites/${site_id}/articles`, [uncached]));
      expect(list.articles[0].title).toBe(title);
      expect(await staleIds({ site: site_id, section: 1 })).toEqual([]);
    }
  });

  it('after SQL rewrote what it features, until it is packed again', async () => {
    const at = await place();
    const other = { ...at, section: await addSection(at.site, 'Other') };
    const one = await published(other, { body: BODY });
    const host = await published(at, { featured_articles: [one.id], body: BODY });
    const path = `/v1/sites/${at.site}/articles/${host.id}`;
    expect(await textAt(path)).toContain(`"featured_articles":[${one.id}]`);
    await unpublish(at, one.uid);
    expect(await staleIds(at)).toEqual([host.id]);
    expect(await textAt(path)).toContain('"featured_articles":[]');
    await packAll();
    expect(await staleIds(at)).toEqual([]);
    expect(await textAt(path)).toContain('"featured_articles":[]');
  });

  it('after an earlier program wrote it', async () => {
    const at = await place();
    const { id } = await published(at, { title: 'Before', body: BODY });
    expect(await titles(at)).toEqual(['Before']);
    await app.pool.query(`update published_article set doc = replace(doc, '"Before"', '"After"') where site_id = $1`, [
      at.site,
    ]);
    await app.manage('PATCH', `/sites/${at.site}`, { site: { name: 'Raises the version' } });
    expect(await titles(at)).toEqual(['After']);
    expect(await staleIds(at)).toEqual([id]);
  });
});

it('a packed form that is damaged fails the answers that need its text, until the article changes', async () => {
  const at = await place();
  const { uid } = await published(at, { body: BODY });
  const { rowCount } = await app.pool.query(
    'update published_article set packed = set_byte(packed, 40, get_byte(packed, 40) # 255) where site_id = $1',
    [at.site],
  );
  expect(rowCount).toBe(1);
  await app.manage('PATCH', `/sites/${at.site}`, { site: { name: 'Raises the version' } });
  const url = `${app.url}/v1/sites/${at.site}/articles`;
  const statuses = async (encoding: string) => [await statusOf(url, encoding), await statusOf(url, encoding)];
  expect(await statuses('identity')).toEqual([500, 0]);
  expect((await read(`${uncached.url}/v1/sites/${at.site}/articles`, 'identity')).status).toBe(200);
  await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, { article: { title: 'Mended' } });
  await app.manage('PUT', `/sites/${at.site}/articles/${uid}/publication`);
  expect(await textAt(`/v1/sites/${at.site}/articles`)).toContain('Mended');
});

/** 0 if the connection was closed. */
const statusOf = (url: string, encoding: string) =>
  read(url, encoding).then(
    ({ status }) => status,
    () => 0,
  );
