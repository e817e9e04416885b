/** Built articles have the same rows as published ones. */
import type pg from 'pg';
import { expect, it } from 'vitest';
import { kysely, openPool } from '../../src/db/connect.ts';
import { indexFreshArticles } from '../../src/features/publication/search-index.ts';
import { freshDatabase, testApp } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { articleInput } from './articles.ts';
import { AUTHORS, CATEGORIES, fillSite, SECTIONS, siteNounsOf } from './build.ts';

const PLAN = { id: 1, articles: 12, paragraphs: 2, isSearched: true };

async function builtRows(): Promise<Rows> {
  const pool = openPool(await freshDatabase(), 'command', () => {});
  atFileEnd(() => pool.end());
  await fillSite(pool, PLAN, () => {});
  return rowsOf(pool);
}

async function publishedRows(): Promise<Rows> {
  const { pool, manage, site } = await testApp();
  const add = async (noun: string, name: string, count: number, fields: (n: number) => object) => {
    for (let n = 1; n <= count; n++) await manage('POST', `/sites/${PLAN.id}/${noun}`, { [name]: fields(n) });
  };
  expect(await site({ name: 'Site', url: 'https://site.example' })).toBe(PLAN.id);
  await add('sections', 'section', SECTIONS, (n) => ({ name: `Section ${n}` }));
  await add('article-categories', 'category', CATEGORIES, (n) => ({ name: `Category ${n}` }));
  await add('authors', 'author', AUTHORS, (n) => ({ firstname: `Ada ${n}`, lastname: 'Holm' }));
  const nouns = await siteNounsOf(pool, PLAN.id);
  await add('articles', 'article', PLAN.articles, (n) => ({
    ...articleInput(n, nouns, PLAN.paragraphs),
    id: n,
    state: 'published',
  }));
  await indexFreshArticles(kysely(pool), { articles: PLAN.articles });
  return rowsOf(pool);
}

type Rows = Record<string, unknown[]>;

/** All columns except random ones, times and the writer's name; not the audit log and the history of publications, which no measured read uses. */
async function rowsOf(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and (column_name = 'site_id' or table_name = 'site')
       and table_name not in ('article_event', 'audit_entry', 'article_publication') group by 1 order by 1`,
  );
  const found: Rows = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select to_jsonb(t) - '{uid,created_at,updated_at,created_by,updated_by,changes_forgotten,changed_in,media_url,frequency}'::text[] as row from ${name} t`,
    );
    found[name] = rows.map(({ row }) => JSON.stringify(row)).sort();
  }
  return found;
}

it('built articles are the rows that publishing them writes', async () => {
  const [built, published] = [await builtRows(), await publishedRows()];
  expect(Object.keys(built)).toEqual(Object.keys(published));
  for (const [table, rows] of Object.entries(published)) expect(built[table], table).toEqual(rows);
  expect(built.published_article).toHaveLength(PLAN.articles);
  expect(built.article_search).toHaveLength(PLAN.articles);
});
