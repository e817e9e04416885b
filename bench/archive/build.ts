/**
 * Fills a database with an archive, by COPY, in the rows that publishing its articles would have left. The archive is older
 * than the change feed remembers, so it has no events.
 */
import type pg from 'pg';
import { kysely } from '../../src/db/connect.ts';
import type { Site } from '../../src/db/site-lock.ts';
import { packedRow } from '../../src/features/publication/packing.ts';
import { takeFreshArticles } from '../../src/features/publication/search-index.ts';
import { putSearchRows } from '../../src/features/publication/search-row.ts';
import { type ArticleText, articleText } from '../search-mix.ts';
import { articleInput, type BuiltArticle, builtArticle, type SiteNouns } from './articles.ts';
import { copyRows } from './copy.ts';

export interface SitePlan {
  id: number;
  articles: number;
  paragraphs: number;
  /**
   * Writing texts and the rows of search take most of the time. A data set without searches has no rows of search, and its
   * articles share their texts; all else differs.
   */
  isSearched: boolean;
}

export const SECTIONS = 8;
export const CATEGORIES = 6;
export const AUTHORS = 12;
const AT_ONCE = 500;
const WRITERS = 2;
const SHARED_TEXTS = 2_000;
const SAY_EVERY = 50_000;

export async function fillSite(pool: pg.Pool, plan: SitePlan, say: (line: string) => void): Promise<void> {
  await addSiteNouns(pool, plan.id);
  const nouns = await siteNounsOf(pool, plan.id);
  const indexes = await takeOffGinIndexes(pool);
  const writers = Array.from({ length: WRITERS }, () => newWriter(pool, nouns.site, plan));
  const numbers = new Map<number, number>();
  for (let first = 1; first <= plan.articles; first += AT_ONCE) {
    const articles = part(first, Math.min(AT_ONCE, plan.articles - first + 1), plan, nouns, numbers);
    await writers[Math.floor(first / AT_ONCE) % WRITERS]?.write(articles);
    if ((first - 1) % SAY_EVERY === 0 && first > 1) say(`  ${first - 1} articles`);
  }
  for (const writer of writers) await writer.done();
  await finish(pool, plan);
  for (const index of indexes) await pool.query(index);
}

/** Writes one part while the next is made, and another writer writes another. */
function newWriter(pool: pg.Pool, site: Site, { isSearched }: SitePlan) {
  let writing = Promise.resolve();
  return {
    async write(articles: BuiltArticle[]) {
      await writing;
      writing = copyArticles(pool, articles).then(() => (isSearched ? searchRows(pool, site, articles) : undefined));
      writing.catch(() => {}); // the next write, or waiting for the end, rejects too
    },
    done: () => writing,
  };
}

/** The site, and the nouns that its articles refer to. */
async function addSiteNouns(pool: pg.Pool, id: number): Promise<void> {
  await pool.query(
    `insert into site (id, name, url, locale, time_zone, api_key_required, content_version)
     values (draw_id('site_id', $1), 'Site', 'https://site.example', 'en', 'Europe/Helsinki', false, $2)`,
    [id, SECTIONS + CATEGORIES + AUTHORS],
  );
  const add = (table: string, count: number, columns: string, values: string) =>
    pool.query(
      `insert into ${table} (site_id, id, order_number, ${columns})
       select $1, draw_id('${table}_id', null), n, ${values} from generate_series(1, $2) as n`,
      [id, count],
    );
  await add('section', SECTIONS, 'name, section_url, locale', "'Section ' || n, 'section-' || n, 'en'");
  await add('article_category', CATEGORIES, 'name, category_url', "'Category ' || n, 'category-' || n");
  await add('author', AUTHORS, 'firstname, lastname', "'Ada ' || n, 'Holm'");
}

/** The stored site, and its sections, categories and authors with their ids. */
export async function siteNounsOf(pool: pg.Pool, site: number): Promise<SiteNouns> {
  const rows = async (text: string) => (await pool.query(text, [site])).rows;
  return {
    site: (await rows('select * from site where id = $1'))[0],
    sections: await rows('select id, section_url as slug from section where site_id = $1 order by id'),
    categories: (await rows('select id from article_category where site_id = $1 order by id')).map(({ id }) => id),
    authors: await rows("select id, firstname || ' ' || lastname as name from author where site_id = $1 order by id"),
  };
}

function part(
  first: number,
  count: number,
  { paragraphs, isSearched }: SitePlan,
  nouns: SiteNouns,
  numbers: Map<number, number>,
): BuiltArticle[] {
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const input = articleInput(n, nouns, paragraphs, isSearched ? articleText(n) : sharedText(n));
    const section = input.section_id ?? 0;
    const number = (numbers.get(section) ?? 0) + 1;
    numbers.set(section, number);
    return builtArticle(n, input, nouns, number);
  });
}

const shared = new Map<number, ArticleText>();

function sharedText(n: number): ArticleText {
  const which = n % SHARED_TEXTS;
  const text = shared.get(which) ?? articleText(which);
  shared.set(which, text);
  return text;
}

async function copyArticles(pool: pg.Pool, articles: BuiltArticle[]): Promise<void> {
  const client = await pool.connect();
  try {
    // Skips foreign key checks: a data set is complete or discarded.
    await client.query('set session_replication_role = replica');
    await copyTables(client, articles);
    await client.query('reset session_replication_role');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function copyTables(client: pg.ClientBase, articles: BuiltArticle[]): Promise<void> {
  await copyRows(
    client,
    'article',
    articles.map(({ row }) => row),
  );
  await copyRows(client, 'article_revision', articles.map(revisionRow));
  await copyRows(client, 'published_article', articles.map(snapshotRow));
  await copyRows(
    client,
    'published_article_tag',
    articles.flatMap(({ served: { site_id, id, tags } }) => tags.map((tag) => ({ site_id, tag, id }))),
  );
  await copyRows(
    client,
    'published_article_author',
    articles.flatMap(({ served: { site_id, id, author_ids } }) =>
      author_ids.map((author_id) => ({ site_id, author_id, id })),
    ),
  );
  await addTriggeredRows(client, articles);
}

/** Triggers are off. */
async function addTriggeredRows(client: pg.ClientBase, articles: BuiltArticle[]): Promise<void> {
  const which = [articles[0]?.row.site_id, articles.map(({ row }) => row.uid)];
  await client.query(
    'insert into article_change select site_id, uid, pg_current_xact_id() from article where site_id = $1 and uid = any($2)',
    which,
  );
  await client.query(
    `insert into article_words select site_id, uid, coalesce(article_words_of(written), '') from article where site_id = $1 and uid = any($2)`,
    which,
  );
}

function revisionRow({ row: { site_id, uid, version, written, created_at } }: BuiltArticle) {
  return { site_id, uid, number: version, written, created_at, created_by: 'bench' };
}

function snapshotRow({ row, doc, notification_json }: BuiltArticle) {
  const { site_id, id, uid, section_id, category_id, article_url, pinned_index, site_pinned_index } = row;
  const where = { site_id, id, uid, section_id, category_id, article_url, pinned_index, site_pinned_index };
  return { ...where, is_served: true, doc, notification_json, ...packedRow(doc) };
}

async function searchRows(pool: pg.Pool, site: Site, articles: BuiltArticle[]): Promise<void> {
  const served = articles.map((article) => article.served);
  const db = kysely(pool);
  await db.transaction().execute((tx) => putSearchRows(tx, site, served));
  await db.transaction().execute((tx) => takeFreshArticles(tx, { articles: served.length }));
}

/** Counts, sequences and versions as after that many publications. */
async function finish(pool: pg.Pool, { id, articles }: Pick<SitePlan, 'id' | 'articles'>): Promise<void> {
  await pool.query(
    `insert into article_count (site_id, list_key, total)
     select ${id}, list_key, count(*) from (
       select unnest(array['site', 'section:' || section_id, 'drawn', 'drawn:' || section_id]) as list_key
         from published_article where site_id = ${id}
       union all select 'category:' || category_id from published_article where site_id = ${id} and category_id is not null
       union all select 'author:' || author_id from published_article_author where site_id = ${id}
       union all select 'tag:' || tag from published_article_tag where site_id = ${id}
     ) as entered group by list_key`,
  );
  await pool.query(`select setval('article_id', greatest(${articles}, (select last_value from article_id)))`);
  await pool.query(
    `update site set content_version = content_version + ${articles}, changes_forgotten = content_version + ${articles}
     where id = ${id}`,
  );
  await pool.query('vacuum analyze');
}

/** A GIN index is made in a fraction of the time when everything is there. */
async function takeOffGinIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and indexdef ilike '% using gin %'`,
  );
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
