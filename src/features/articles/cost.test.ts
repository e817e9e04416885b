/** The cost of a list does not grow with the archive: buffers read at 1,000 and at 100,000 articles. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestApp, testApp } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { inBulk } from '../../../test/bulk.ts';
import type { ListOrder } from '../../core/list-position.ts';
import { kysely, openPool } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import {
  type ArticleList,
  authorList,
  categoryList,
  containerList,
  countedAs,
  issueList,
  sectionList,
  siteList,
} from './lists.ts';
import { type ManagedFilter, type ManagedPage, managedList, managedListQuery } from './managed-list.ts';
import { articlePageQuery } from './page-query.ts';
import { articlePage, type ListFilter } from './queries.ts';

const SMALL = 1;
const LARGE = 2;
const ARTICLES = { [SMALL]: 1_000, [LARGE]: 100_000 };
/** The rows whose lists are read. */
const ID = { site: 0, section: 2, category: 2, author: 1, issue: 1, featured_item_container: 1 };
/** Some pages of slack: indexes grow a level deeper. */
const GROWTH = 1.6;
const SLACK = 25;
/** The same for pages that touch ten buffers or fewer. */
const FEW = 4;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: ReturnType<typeof kysely>;
beforeAll(async () => {
  database = await freshDatabase();
  const pool = openPool(database, 'command', () => {});
  db = kysely(pool);
  await inBulk(db, ['article', 'published_article', 'published_article_tag'], async (tx) => {
    for (const site of [SMALL, LARGE]) await fill(tx, site, ARTICLES[site as keyof typeof ARTICLES]);
  });
  atFileEnd(() => pool.end());
});

/**
 * Every second article is tagged `common`, every twentieth `some`, every thousandth `rare`; every tenth is by the author, in the
 * issue and in the container, which has the oldest first.
 */
async function fill(tx: Tx, site: number, count: number): Promise<void> {
  await sql`insert into site values (${site}, 'x', 'https://x.example', 'en', 'UTC', false)`.execute(tx);
  await sql`insert into section (site_id, id, name, section_url, locale, order_number)
    select ${site}, n, 's', 's' || n, 'en', n from generate_series(1, 4) n`.execute(tx);
  await sql`insert into article_category (site_id, id, name, category_url, order_number)
    select ${site}, n, 'c', 'c' || n, n from generate_series(1, 4) n`.execute(tx);
  await sql`insert into article (site_id, uid, id, state, section_id, category_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
    select ${site}, gen_random_uuid(), n, 'published', n % 4 + 1, n % 4 + 1, 'a' || n, 't' || n % 1000, 'article', 'feed', '{}', '{}', '{"title": "t"}', now() - n * interval '1 minute', now() - n / 3 * interval '1 minute'
    from generate_series(1, ${count}::int) n`.execute(tx);
  await sql`insert into published_article (site_id, id, uid, section_id, category_id, article_url, is_served, doc, notification_json)
    select site_id, id, uid, section_id, category_id, article_url, true, repeat('x', 300), '' from article where site_id = ${site}`.execute(
    tx,
  );
  await sql`insert into published_article_tag (site_id, tag, id)
    select ${site}, tag, n from generate_series(1, ${count}::int) n,
      (values ('common', 2), ('some', 20), ('rare', 1000)) as tags(tag, every) where n % every = 0`.execute(tx);
  await sql`insert into author (site_id, id, firstname, lastname, order_number)
    select ${site}, n, 'f', 'l', n from generate_series(1, 5) n`.execute(tx);
  await sql`insert into issue (site_id, id, number, name, issue_url, published, created_at, updated_at)
    values (${site}, 1, 1, 'i', 'i', true, now(), now())`.execute(tx);
  await sql`insert into featured_item_container (site_id, id, identifier, name, order_number)
    values (${site}, 1, 'c', 'c', 1)`.execute(tx);
  const tenth = sql`from generate_series(10, ${count}::int, 10) n`;
  await sql`insert into published_article_author (site_id, author_id, id)
    select ${site}::bigint, 1, n ${tenth} union all select ${site}::bigint, n % 4 + 2, n from generate_series(1, ${count}::int) n`.execute(
    tx,
  );
  await sql`insert into issue_article (site_id, issue_id, article_id, position) select ${site}, 1, n, n ${tenth}`.execute(
    tx,
  );
  await sql`insert into featured_item_container_article (site_id, featured_item_container_id, article_id, position)
    select ${site}, 1, n, n ${tenth}`.execute(tx);
  await sql`insert into article_count (site_id, list_key, total) values (${site}, 'site', ${count})`.execute(tx);
}

function completed(filter: Partial<ListFilter>): ListFilter {
  return {
    count: 20,
    tags: [],
    allTags: false,
    article_url: undefined,
    max_id: undefined,
    since_id: undefined,
    withNamed: true,
    withAuthors: false,
    shownAs: 'packed',
    ...filter,
  };
}

async function pagesTouched(site: number, list: ArticleList, filter: Partial<ListFilter>): Promise<number> {
  const listed = { list, id: ID[list.of] };
  const values = { site_id: site, list_id: listed.id, list_name: countedAs(listed) };
  const form = { ...completed(filter), ...values, withDocs: true };
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, format json) ${articlePageQuery(list, form)}`.execute(db);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

async function editorsPagesTouched(filter: ManagedFilter, page: ManagedPage): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, format json) ${managedListQuery(LARGE, filter, page)}`.execute(db);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

describe('the editors’ list', () => {
  const first = { limit: 101, offset: 0, after: null, asOf: null, fields: new Set(['uid', 'title', 'state']) };

  it.each<[ListOrder, ManagedFilter]>([
    ['updated', {}],
    ['created', {}],
    ['published', {}],
    ['title', {}],
    ['updated', { states: ['published'] }],
    ['updated', { states: ['draft', 'published'] }],
    ['created', { section_id: 2 }],
  ])('costs the same at 99,900 of 100,000 as on its first page, by %s with %j', async (order, filter) => {
    const rows = filter.section_id ? 24_900 : 99_900;
    const skipped = await managedList(db, LARGE, filter, { ...first, order, limit: 1, offset: rows - 1 });
    const [last] = skipped?.rows ?? [];
    expect(last).toBeDefined();
    const after = { key: last?.list_key ?? '', uid: last?.uid ?? '' };
    const { asOf } = skipped ?? { asOf: null };
    for (const as_of of [null, asOf]) {
      const [begin, deep] = [
        await editorsPagesTouched(filter, { ...first, order, asOf: as_of }),
        await editorsPagesTouched(filter, { ...first, order, asOf: as_of, after }),
      ];
      console.log(
        `cost: editors’ list by ${order} ${JSON.stringify(filter)}: ${begin} pages first, ${deep} at ${rows}`,
      );
      expect(deep).toBeLessThanOrEqual(begin * 1.5 + FEW);
    }
    const deepest = await managedList(db, LARGE, filter, { ...first, order, after });
    expect(deepest?.rows).toHaveLength(100);
  });
});

describe('pages touched', () => {
  it.each<[string, ArticleList, (most: number) => Partial<ListFilter>]>([
    ['the first page', siteList, () => ({})],
    ['a page deep down', siteList, (most) => ({ max_id: Math.floor(most / 2) })],
    ['what is new', siteList, (most) => ({ since_id: most - 5 })],
    ['a section', sectionList, () => ({})],
    ['a category, deep down', categoryList, (most) => ({ max_id: Math.floor(most / 2) })],
    ['a common tag', siteList, () => ({ tags: ['common'] })],
    ['a common tag, deep down', siteList, (most) => ({ tags: ['common'], max_id: Math.floor(most / 2) })],
    ['some tag', siteList, () => ({ tags: ['some'] })],
    ['an author', authorList, () => ({})],
    ['an issue', issueList, () => ({})],
    ['an issue, deep down', issueList, (most) => ({ max_id: Math.floor(most / 2) })],
    ['a container of many articles', containerList, () => ({})],
    ['a container of which little is asked', containerList, () => ({ count: 1 })],
    ['the first page with its authors', siteList, () => ({ withAuthors: true })],
    ['a page deep down with its authors', siteList, (most) => ({ max_id: Math.floor(most / 2), withAuthors: true })],
    ['a section with its authors', sectionList, () => ({ withAuthors: true })],
    ['an author with the other authors', authorList, () => ({ withAuthors: true })],
    ['a common tag with its authors', siteList, () => ({ tags: ['common'], withAuthors: true })],
  ])('by %s', async (_, list, filter) => {
    const [small, large] = [
      await pagesTouched(SMALL, list, filter(ARTICLES[SMALL])),
      await pagesTouched(LARGE, list, filter(ARTICLES[LARGE])),
    ];
    console.log(`cost: ${_}: ${small} pages at 1,000, ${large} at 100,000`);
    expect(large).toBeLessThan(small * GROWTH + SLACK);
  });
});

describe('plans', () => {
  it.each<[string, ArticleList, Partial<ListFilter>]>([
    ['the first page', siteList, {}],
    ['the first page of many', siteList, { count: 100 }],
    ['a page deep down', siteList, { max_id: 50_000 }],
    ['what is new', siteList, { since_id: 99_990 }],
    ['a section', sectionList, {}],
    ['a category', categoryList, { max_id: 50_000 }],
    ['an author', authorList, {}],
    ['an author, deep down', authorList, { max_id: 50_000 }],
    ['an issue', issueList, {}],
    ['an issue, deep down', issueList, { max_id: 50_000 }],
    ['what is new of an issue', issueList, { since_id: 99_000 }],
    ['a container', containerList, {}],
  ])('of %s are made once, and used again', async (_, list, filter) => {
    const pool = openPool(database, 'command', () => {});
    const plans = await transaction(kysely(pool), async (tx) => {
      for (let time = 0; time < 8; time++) await articlePage(tx, LARGE, { list, id: ID[list.of] }, completed(filter));
      return sql<{ generic_plans: number }>`select generic_plans from pg_prepared_statements`.execute(tx);
    });
    await pool.end();
    expect(plans.rows).toEqual([{ generic_plans: 3 }]);
  });
});

describe('queries', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });

  it('of any content request are two at most, for any number of articles', async () => {
    const site = await app.site();
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
    const { category } = await app.manage('POST', `/sites/${site}/article-categories`, { category: { name: 'x' } });
    const { issue } = await app.manage('POST', `/sites/${site}/issues`, { issue: { name: 'x', published: true } });
    const { featured_item_container: container } = await app.manage('POST', `/sites/${site}/featured-item-containers`, {
      featured_item_container: { identifier: 'x', name: 'x' },
    });
    const article_ids: number[] = [];
    for (let number = 0; number < 12; number++) {
      const { article } = await app.manage('POST', `/sites/${site}/articles`, {
        article: { title: 'x', section_id: section.id, category_id: category.id, tags: ['a', 'b'], state: 'published' },
      });
      article_ids.push(article.id);
      const like = { upvotes: 1, downvotes: 0 };
      await app.manage('PUT', `/sites/${site}/likes/${article.id}`, { like });
    }
    await app.manage('PUT', `/sites/${site}/issues/${issue.id}/articles`, { article_ids });
    await app.manage('PUT', `/sites/${site}/featured-item-containers/${container.id}/articles`, { article_ids });
    let queries = 0;
    const clients = new Set<unknown>();
    app.pool.on('acquire', (client) => {
      if (clients.has(client)) return;
      clients.add(client);
      const query = client.query.bind(client);
      // biome-ignore lint/suspicious/noExplicitAny: every form of the call is passed on unchanged
      client.query = (...args: any[]) => {
        queries++;
        return (query as (...all: unknown[]) => never)(...args);
      };
    });
    const nouns = [
      'authors',
      'article-categories',
      'featured-item-containers',
      'pages',
      'issues',
      'events',
      'sections',
    ];
    const paths = [
      '',
      '/articles',
      '/articles?sideloading=true&tags=a,b&count=100',
      '/articles?sideloading=false',
      `/sections/${section.id}/articles`,
      `/article-categories/${category.id}/articles`,
      `/sections/${section.id}`,
      `/articles/${article_ids[0]}`,
      `/issues/${issue.id}`,
      `/issues/${issue.id}/articles`,
      `/featured-item-containers/${container.id}/articles`,
      '/likes',
      '/search/articles?q=x',
      '/search/articles?q=xy',
      ...nouns.map((noun) => `/${noun}`),
    ];
    for (const path of paths) {
      queries = 0;
      expect((await app.get(`/v1/sites/${site}${path}`)).status, path).toBe(200);
      expect(queries, path).toBeGreaterThan(0);
      expect(queries, path).toBeLessThanOrEqual(2);
    }
  });
});
