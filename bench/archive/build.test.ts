/** What is built is what publishing the same articles leaves behind. */
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { openApp } from './app.ts';
import { articleInput } from './articles.ts';
import { addSurroundings, fillSite, surroundingsOf } from './build.ts';

const PLAN = { id: 1, articles: 12, paragraphs: 2, isSearched: true };

async function appOnFreshDatabase() {
  const app = openApp(await freshDatabase(), 'command');
  afterAll(() => app.close());
  return app;
}

async function builtRows(): Promise<Rows> {
  const app = await appOnFreshDatabase();
  await fillSite(app, PLAN, () => {});
  return rowsOf(app.pool);
}

async function publishedRows(): Promise<Rows> {
  const app = await appOnFreshDatabase();
  await addSurroundings(app, PLAN.id);
  const around = await surroundingsOf(app.pool, PLAN.id);
  for (let n = 1; n <= PLAN.articles; n++) {
    const article = { ...articleInput(n, around, PLAN.paragraphs), id: n, state: 'published' };
    await app.call({ method: 'POST', url: `/v1/manage/sites/${PLAN.id}/articles`, payload: { article } });
  }
  return rowsOf(app.pool);
}

type Rows = Record<string, unknown[]>;

/** All but what chance, the clock and the writer's name decide. */
async function rowsOf(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'site_id' and table_name <> 'article_event' group by 1 order by 1`,
  );
  const found: Rows = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select to_jsonb(t) - '{uid,created_at,updated_at,created_by}'::text[] as row from ${name} t`,
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
