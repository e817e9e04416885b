/** Lists of articles, pages and authors whose texts are as long as they may be. */
import { beforeAll, describe, expect, it } from 'vitest';
import { kysely } from '../src/db/connect.ts';
import { exportLines } from '../src/transfer/export.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';

const MIB = 1024 * 1024;
/** An article is at most 4 MiB when it is sent; escapes make it longer. */
const LENGTH = 8 * MIB;
const ARTICLES = 9;
/** The second reaches the size of a page, 16 MiB. */
const ON_A_PAGE = 2;
/** Compressing is not what is tested, and takes longer than all the rest. */
const plain = { headers: { 'accept-encoding': 'identity' } };

let app: TestApp;
let site: number;
let ids: number[];
let container: number;

beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  ids = [];
  for (let made = 0; made < ARTICLES; made++) {
    const article = { title: 'Herring', body: 'BODY', section_id: section.id, state: 'published' };
    ids.unshift((await app.manage('POST', `/sites/${site}/articles`, { article })).article.id);
  }
  const made = { featured_item_container: { identifier: 'front', name: 'Front' } };
  container = (await app.manage('POST', `/sites/${site}/featured-item-containers`, made)).featured_item_container.id;
  await app.manage('PUT', `/sites/${site}/featured-item-containers/${container}/articles`, { article_ids: ids });
  await app.manage('POST', `/sites/${site}/pages`, { page: { name: 'P', visibility: 'public', body: 'BODY' } });
  await app.manage('POST', `/sites/${site}/authors`, { author: { firstname: 'A', lastname: 'B', about: 'BODY' } });
  for (const [table, slug] of [
    ['page', ", 'url', 'p' || n"],
    ['author', ''],
  ])
    await app.pool.query(
      `insert into ${table} select copy.* from ${table} noun, generate_series(1, $2::int - 1) n,
        jsonb_populate_record(noun, jsonb_build_object('id', noun.id + n${slug})) copy where noun.site_id = $1`,
      [site, ARTICLES],
    );
  const long = `repeat('x', ${LENGTH})`;
  for (const [table, column] of [
    ['published_article', 'doc'],
    ['article_event', 'doc'],
    ['page', 'body'],
    ['author', 'about'],
  ])
    await app.pool.query(`update ${table} set ${column} = replace(${column}, 'BODY', ${long}) where site_id = $1`, [
      site,
    ]);
  for (const table of ['article', 'article_revision'])
    await app.pool.query(
      `update ${table} set written = jsonb_set(written, '{body}', to_jsonb(${long})) where site_id = $1`,
      [site],
    );
  await app.pool.query('update site set content_version = content_version + 1 where id = $1', [site]);
});

interface Listed {
  articles: { id: number; body?: string }[];
  pagination: { older: string | null };
}

async function walked(address: string): Promise<number[][]> {
  const pages: number[][] = [];
  for (let next: string | null = address; next; ) {
    const { status, body }: { status: number; body: Listed } = await app.get(next, plain);
    expect(status).toBe(200);
    pages.push(body.articles.map(({ id }) => id));
    next = body.pagination.older?.slice(app.url.length) ?? null;
  }
  return pages;
}

const fieldsAdvice = 'request fewer articles with `count`, or fewer fields with `fields`.';
const tooLarge = (advice: string) => [413, `This list is too large to be sent as one answer: ${advice}`];

describe('a page of articles', () => {
  it.each(['', '&fields=id,body'])('ends early and is continued by `older` (%s)', async (query) => {
    const pages = await walked(`/v1/sites/${site}/articles?count=100${query}`);
    expect(pages.flat()).toEqual(ids);
    expect(Math.max(...pages.map((page) => page.length))).toBe(ON_A_PAGE);
  });

  it('is complete when the requested fields are small', async () => {
    const { body } = await app.get(`/v1/sites/${site}/articles?count=100&fields=id,title`);
    expect(body.articles).toEqual(ids.map((id) => ({ id, title: 'Herring' })));
    expect(body.pagination.older).toBeNull();
  });

  it('ends early beside pins, which stay on it; pins that are too large together are refused', async () => {
    const [first, second] = [ids.at(-1), ids.at(-2)];
    const pin = (id: number | undefined, site_pinned_index: number | null) =>
      app.pool.query('update published_article set site_pinned_index = $3 where site_id = $1 and id = $2', [
        site,
        id,
        site_pinned_index,
      ]);
    await pin(first, 0);
    await pin(second, 50);
    await app.pool.query('update site set content_version = content_version + 1 where id = $1', [site]);
    const pages = await walked(`/v1/sites/${site}/articles?count=100&_=pins`);
    expect(pages[0]).toEqual([first, second]);
    expect(pages.flat().sort((a, b) => b - a)).toEqual(ids);
    for (const [at, id] of ids.entries()) await pin(id, at);
    await app.pool.query('update site set content_version = content_version + 1 where id = $1', [site]);
    const { status, body } = await app.get(`/v1/sites/${site}/articles?count=100`);
    expect([status, body.error]).toEqual(tooLarge(fieldsAdvice));
    const { body: some } = await app.get(`/v1/sites/${site}/articles?count=2`, plain);
    expect(some.articles).toHaveLength(2);
    for (const id of ids) await pin(id, null);
    await app.pool.query('update site set content_version = content_version + 1 where id = $1', [site]);
  });
});

describe('a list without pages', () => {
  const container_ = () => `/v1/sites/${site}/featured-item-containers/${container}/articles?count=100`;
  const search = () => `/v1/sites/${site}/search/articles?q=herring&count=100`;

  it.each([
    ['of a container', container_],
    ['of search', search],
  ])('%s is refused with a sentence, and whole with smaller fields', async (_, address) => {
    const { status, body } = await app.get(address());
    expect([status, body.error]).toEqual(tooLarge(fieldsAdvice));
    const { body: some } = await app.get(`${address()}&fields=id`);
    expect(some.articles.map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  it.each([
    ['pages', 'body'],
    ['authors', 'about'],
  ])('of %s is refused with a sentence, and whole without %s', async (noun, field) => {
    const { status, body } = await app.get(`/v1/sites/${site}/${noun}`);
    expect([status, body.error]).toEqual(tooLarge(`request \`fields\` without \`${field}\`.`));
    const { body: some } = await app.get(`/v1/sites/${site}/${noun}?fields=id,name`);
    expect(some[noun]).toHaveLength(ARTICLES);
    expect(Object.keys(some[noun][0])).toEqual(['id', 'name']);
    const managed = (count: number) =>
      app.get(`/v1/manage/sites/${site}/${noun}?count=${count}`, { token: ADMIN, ...plain });
    const refused = await managed(100);
    expect([refused.status, refused.body.error]).toEqual(tooLarge('request fewer items with `count`.'));
    expect((await managed(1)).body[noun][0][field]).toHaveLength(LENGTH);
  });
});

describe('a management list of articles', () => {
  const list = (query: string) => app.get(`/v1/manage/sites/${site}/articles?${query}`, { token: ADMIN, ...plain });

  it('is refused with a sentence, and whole without the body', async () => {
    const { status, body } = await list('count=100');
    expect([status, body.error]).toEqual(tooLarge(fieldsAdvice));
    expect((await list('count=100&fields=id,title')).body.articles).toEqual(
      ids.map((id) => ({ id, title: 'Herring' })),
    );
    expect((await list('count=1')).body.articles[0].body).toHaveLength(LENGTH);
    expect((await list('count=2&page=100')).body).toMatchObject({
      articles: [],
      meta: { total_count: ARTICLES, count: 0 },
    });
  });
});

describe('the change feed', () => {
  it('ends a page early and continues at its cursor', async () => {
    const pages: number[][] = [];
    let isMore = true;
    for (let cursor = '0'; isMore; ) {
      const address = `/v1/manage/sites/${site}/changes?count=100&cursor=${cursor}`;
      const { status, body } = await app.get(address, { token: ADMIN, ...plain });
      expect(status).toBe(200);
      pages.push(body.changes.map(({ article }: { article: { id: number } }) => article.id));
      ({ cursor, more: isMore } = body);
    }
    expect(pages.flat()).toEqual([...ids].reverse());
    expect(Math.max(...pages.map((page) => page.length))).toBe(ON_A_PAGE);
  });
});

describe('an export', () => {
  it('is written in pieces of one line where lines are long', async () => {
    let lines = 0;
    let longest = 0;
    const write = async (text: string) => {
      lines += text.split('\n').length - 1;
      longest = Math.max(longest, text.length);
    };
    const counts = await exportLines(kysely(app.pool), { siteIds: [site], version: '0', now: new Date(), write });
    expect(counts).toMatchObject({ article: ARTICLES, page: ARTICLES, author: ARTICLES });
    expect(lines).toBeGreaterThan(3 * ARTICLES);
    expect(longest).toBeLessThan(LENGTH + 2 * MIB);
  });
});
