/**
 * Every form of a list costs what it returns: the rows and buffers that its statements touch, with each kind of plan, do not
 * grow from 2,000 to 20,000 articles.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestApp, testApp } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { inBulk } from '../../../test/bulk.ts';
import { sized } from '../../../test/random.ts';
import { type Db, kysely, openPool } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { createCaches } from '../../http/cache/caches.ts';
import { recountAll } from '../publication/counts.ts';

const SMALL = 1;
const LARGE = 2;
const ARTICLES = { [SMALL]: 2_000, [LARGE]: 20_000 };
const SITES = [SMALL, LARGE] as const;
const AUTHORS = 12;
const COUNT = 10;
/** Indexes grow a level deeper, and matches lie a little further apart. */
const GROWTH = 1.3;
/** The usual run tests every form, filter and bound with some of the others, the slow one all combinations. */
const EVERY = sized(10, 1);
const SLACK = { rows: 60, buffers: 60 };

interface Statement {
  text: string;
  values: unknown[];
  isNamed: boolean;
}
interface Cost {
  rows: number;
  buffers: number;
}
interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

interface Running {
  app: TestApp;
  explainer: pg.Client;
}

const sent: Statement[] = [];

/** Without statistics, PostgreSQL takes tables for small ones, as after a large import. */
async function running({ isCached, isAnalyzed }: { isCached: boolean; isAnalyzed: boolean }): Promise<Running> {
  const database = await freshDatabase();
  const pool = openPool(database, 'command', () => {});
  await inBulk(kysely(pool), ['article', 'published_article', 'published_article_tag'], async (tx) => {
    for (const site of SITES) await fill(tx, site, ARTICLES[site]);
  });
  if (!isAnalyzed) await forgetStatistics(kysely(pool));
  await pool.end();
  const app = await testApp({ caches: createCaches(isCached ? 32 * 1024 * 1024 : 0) }, { database });
  recordStatements(app.pool);
  const explainer = new pg.Client(database);
  await explainer.connect();
  atFileEnd(() => explainer.end());
  return { app, explainer };
}

/** Superusers can. */
async function forgetStatistics(db: Db): Promise<void> {
  const { rows } = await sql<{ rolsuper: boolean }>`select rolsuper from pg_roles where rolname = current_user`.execute(
    db,
  );
  if (!rows[0]?.rolsuper) return;
  const tables = sql`select oid from pg_class where relkind in ('r', 'i') and relname ~ '^published_article|^article'`;
  await sql`delete from pg_statistic where starelid in (${tables})`.execute(db);
  await sql`update pg_class set reltuples = -1, relallvisible = 0 where oid in (${tables})`.execute(db);
}

function recordStatements(pool: pg.Pool): void {
  const clients = new Set<unknown>();
  pool.on('acquire', (client) => {
    if (clients.has(client)) return;
    clients.add(client);
    const query = client.query.bind(client) as (...all: unknown[]) => never;
    client.query = (...args: unknown[]) => {
      const [config] = args as [{ text?: string; values?: unknown[]; name?: string }];
      if (config.text !== undefined)
        sent.push({ text: config.text, values: config.values ?? [], isNamed: config.name !== undefined });
      return query(...args);
    };
  });
}

/** Half of the articles are tagged `common`, a fifth `some`, and fifteen `rare`; half of the articles have two authors. */
async function fill(tx: Tx, site: number, count: number): Promise<void> {
  await sql`insert into site values (${site}, 'x', 'https://x.example', 'en', 'UTC', false)`.execute(tx);
  await sql`insert into section (site_id, id, name, section_url, locale, order_number)
    select ${site}, n, 's', 's' || n, 'en', n from generate_series(1, 4) n`.execute(tx);
  await sql`insert into article_category (site_id, id, name, category_url, order_number)
    select ${site}, n, 'c', 'c' || n, n from generate_series(1, 4) n`.execute(tx);
  await sql`insert into author (site_id, id, firstname, lastname, order_number)
    select ${site}, n, 'f', 'l', n from generate_series(1, ${AUTHORS}::int) n`.execute(tx);
  await sql`insert into article (site_id, uid, id, state, section_id, category_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
    select ${site}, gen_random_uuid(), n, 'published', n % 4 + 1, n / 4 % 4 + 1, 'a' || n, 't', 'article', 'feed', '{}', '{}', '{"title": "t"}', now(), now()
    from generate_series(1, ${count}::int) n`.execute(tx);
  await sql`insert into published_article (site_id, id, uid, section_id, category_id, article_url, is_served, doc, notification_json)
    select site_id, id, uid, section_id, category_id, article_url, true, json_build_object('id', id, 'section_id', section_id,
      'category_id', category_id, 'author_ids', json_build_array(id % 12 + 1), 'title', repeat('x', 200))::text, '' from article
    where site_id = ${site}`.execute(tx);
  await sql`insert into published_article_tag (site_id, tag, id)
    select ${site}, tag, n from generate_series(1, ${count}::int) n,
      (values ('common', 2), ('some', 5), ('rare', ${Math.floor(count / 15)}::int)) as tags(tag, every)
    where hashint4(n) % every = 0`.execute(tx);
  await sql`insert into published_article_author (site_id, author_id, id)
    select ${site}::bigint, n % ${AUTHORS}::int + 1, n from generate_series(1, ${count}::int) n
    union select ${site}::bigint, n / 12 % ${AUTHORS}::int + 1, n from generate_series(2, ${count}::int, 2) n`.execute(
    tx,
  );
  await sql`insert into issue (site_id, id, number, name, issue_url, published, created_at, updated_at)
    values (${site}, 1, 1, 'i', 'i', true, now(), now())`.execute(tx);
  await sql`insert into featured_item_container (site_id, id, identifier, name, order_number)
    values (${site}, 1, 'c', 'c', 1)`.execute(tx);
  const tenth = sql`from generate_series(7, ${count}::int, 10) n`;
  await sql`insert into issue_article (site_id, issue_id, article_id, position) select ${site}, 1, n, n ${tenth}`.execute(
    tx,
  );
  await sql`insert into featured_item_container_article (site_id, featured_item_container_id, article_id, position)
    select ${site}, 1, n, n ${tenth}`.execute(tx);
  await recountAll(
    tx,
    site,
    Array.from({ length: count }, (_, index) => index + 1),
    1,
  );
}

/** What the statements of a request cost with the plans for their values, and with those for any value. */
async function costOf({ app, explainer }: Running, path: string): Promise<{ [Name in Mode]: Cost }> {
  sent.length = 0;
  const { status, text } = await app.get(path);
  expect(status, `${path}: ${text.slice(0, 300)}`).toBe(200);
  const statements = sent.splice(0);
  expect(statements.length).toBeGreaterThan(0);
  const costs = { custom: { rows: 0, buffers: 0 }, generic: { rows: 0, buffers: 0 } };
  for (const mode of MODES) {
    for (const statement of statements) {
      const { rows, buffers } = await explained(explainer, statement, statement.isNamed ? mode : 'custom');
      costs[mode].rows += rows;
      costs[mode].buffers += buffers;
    }
  }
  return costs;
}

const MODES = ['custom', 'generic'] as const;
type Mode = (typeof MODES)[number];

async function explained(explainer: pg.Client, { text, values }: Statement, mode: Mode): Promise<Cost> {
  await explainer.query(`set plan_cache_mode = force_${mode}_plan; prepare form as ${text}`);
  const given = values.map((value) => literal(value)).join(', ');
  const execute = values.length > 0 ? `execute form (${given})` : 'execute form';
  const { rows } = await explainer.query(`explain (analyze, buffers, timing off, format json) ${execute}`);
  await explainer.query('deallocate form');
  const plan = rows[0]['QUERY PLAN'][0].Plan as PlanNode;
  return { rows: rowsIn(plan), buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : pg.escapeLiteral(String(value));
}

/** Returned by any step of the plan, or discarded by its conditions. */
function rowsIn(node: PlanNode): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return each * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, child) => sum + rowsIn(child), 0);
}

const LISTS: Record<string, string> = {
  site: '/articles',
  section: '/sections/2/articles',
  category: '/article-categories/2/articles',
  author: '/authors/1/articles',
  issue: '/issues/1/articles',
  container: '/featured-item-containers/1/articles',
};
const FORMS = ['', 'sideloading=true', 'sideloading=false'].flatMap((sideloading) =>
  ['', 'fields=id,title'].map((fields) => [sideloading, fields].filter(Boolean).join('&')),
);
const FILTERS = ['', 'tags=common', 'tags=some', 'tags=common,some', 'tags=common,some&tag_filter_type=all'];
const RARE = ['tags=rare', 'tags=common,rare', 'tags=common,rare&tag_filter_type=all', 'article_url=a7'];
const bounds = (most: number) => ['', `max_id=${most / 2}`, `since_id=${most - 500}`];

describe.each([
  ['with a cache', { isCached: true, isAnalyzed: true }],
  ['without a cache and statistics', { isCached: false, isAnalyzed: false }],
])('%s, the cost does not grow with the archive', (_, options) => {
  let service: Running;
  beforeAll(async () => {
    service = await running(options);
  });

  async function compared(list: string, forms: (most: number) => string[]): Promise<string[]> {
    const problems: string[] = [];
    const [small, large] = SITES.map((site) => forms(ARTICLES[site]));
    for (const [at, form] of (small ?? []).entries()) {
      const costs = [];
      for (const [index, site] of SITES.entries()) {
        const query = [`count=${COUNT}`, [small, large][index]?.[at]].filter(Boolean).join('&');
        costs.push(await costOf(service, `/v1/sites/${site}${LISTS[list]}?${query}`));
      }
      for (const mode of MODES) {
        for (const unit of ['rows', 'buffers'] as const) {
          const [few = 0, many = 0] = costs.map((cost) => cost[mode][unit]);
          if (many > few * GROWTH + SLACK[unit])
            problems.push(`${list} ${form} (${mode} plan): ${few} ${unit} grow to ${many}`);
        }
      }
    }
    return problems;
  }

  it.each(Object.keys(LISTS))('of the list of a %s', async (list) => {
    const filters = list === 'container' ? [''] : FILTERS;
    const forms = (most: number) =>
      FORMS.flatMap((form, f) =>
        filters.flatMap((filter, g) =>
          (list === 'container' ? [''] : bounds(most)).flatMap((bound, h) =>
            filter === '' || (f + g + h) % EVERY === 0 ? [form, filter, bound].filter(Boolean).join('&') : [],
          ),
        ),
      );
    expect(await compared(list, forms)).toEqual([]);
  });

  it.each(Object.keys(LISTS))('of the list of a %s, if few articles match', async (list) => {
    const filters = list === 'container' ? RARE.slice(-1) : RARE;
    const forms = () =>
      ['', 'sideloading=false'].flatMap((form) => filters.map((filter) => [form, filter].filter(Boolean).join('&')));
    expect(await compared(list, forms)).toEqual([]);
  });
});
