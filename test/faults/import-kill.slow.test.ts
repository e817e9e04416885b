/** `masthead import`, killed in the middle. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { article, ground, lines } from '../../src/transfer/testing/transfer.ts';
import { freshDatabase } from '../app.ts';
import { masthead } from '../command.ts';
import { databaseUrl, withClient } from '../database.ts';
import { dataFolder, kill, launch } from '../process.ts';

const ARTICLES = 1_500;
const folder = dataFolder();
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

it('resumes where it was: nothing doubled, nothing missing, no notification sent twice', async () => {
  const where = await freshDatabase();
  const env = { DATABASE_URL: databaseUrl(where) };
  const rows = async (sql: string) => (await withClient(where, (client) => client.query(sql))).rows;
  const many = Array.from({ length: ARTICLES }, (_, index) => article(index + 1, { tags: ['all'] }));
  // The first line refers to the last one, so it is pending across the kill.
  const late = { author: { site_id: 1, id: 1, firstname: 'A', lastname: 'B' } };
  const path = file('killed.ndjson', lines(...ground(), article(ARTICLES + 1, { author_ids: [1] }), ...many, late));
  const { child, ended } = launch(['import', '--notify', path], env);
  const done = async () => Number((await rows('select coalesce(max(lines), 0) as lines from import'))[0].lines);
  await expect.poll(done, { interval: 5 }).toBeGreaterThan(3);
  kill(child.pid ?? 0, 'SIGKILL');
  await ended;
  const reached = await done();
  expect(reached).toBeLessThan(ARTICLES);

  const other = file('other.ndjson', lines(...ground(), article(77), ...many));
  expect((await masthead(['import', other], env)).err).toContain('begins like one whose import was interrupted');
  const again = await masthead(['import', '--notify', path], env);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('Continued after line')]);
  expect(again.out).toMatch(/article\s+1,501\s+0\s+0/);
  const [counts] = await rows(`select
    (select count(*) from published_article)::int as served,
    (select count(*) from article_revision)::int as revisions,
    (select count(*) from article_search)::int as searched,
    (select count(*) from article_event where action = 'publish' and scope = 'all')::int as told,
    (select total from article_count where list_key = 'site') as counted,
    (select total from article_count where list_key = 'tag:all') as tagged,
    (select max(site_order_number) from article) as numbered,
    (select count(*) from import)::int as imports`);
  const all = ARTICLES + 1;
  expect(counts).toEqual({
    served: all,
    revisions: all,
    searched: all,
    told: all,
    counted: all,
    tagged: ARTICLES,
    numbered: all,
    imports: 0,
  });
});
