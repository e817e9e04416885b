/** The cost of a search is bounded: buffers read in a large archive and in a vast one, and what the limits leave out. */
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';
import { inBulk } from '../../../test/bulk.ts';
import { searchQuery } from '../../core/search-query.ts';
import { kysely, openPool } from '../../db/connect.ts';
import type { Rows } from '../../db/rows.generated.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { foundArticles, matchingArticles } from './queries.ts';
import { literalReading } from './tsquery.ts';

const SMALL = 1;
const LARGE = 2;
const VAST = 3;
const ARTICLES = { [SMALL]: 5_000, [LARGE]: 15_000, [VAST]: 45_000 };
const OLD = 10;
const NEW = 20;
/** Some slack: larger indexes have another level. */
const GROWTH = 1.3;
const SLACK = 60;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Kysely<Rows>;
const statements: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const pool = openPool(database, 'command', () => {});
  const log = ({ query }: LogEvent) => void statements.push(query.sql);
  db = new Kysely<Rows>({ dialect: new PostgresDialect({ pool }), log });
  await inBulk(db, ['article', 'published_article', 'article_search'], async (tx) => {
    for (const site of [SMALL, LARGE, VAST]) await fill(tx, site, ARTICLES[site as keyof typeof ARTICLES]);
  });
  atFileEnd(() => pool.end());
});

/**
 * Every article has `common`, every second `even`, each one of 300 words that begin with `pre`; the first has `common` in its
 * title and is the only one with `single`. The newer half is in a section of its own. A document is the article's id.
 */
async function fill(tx: Tx, site: number, count: number): Promise<void> {
  const numbers = sql`generate_series(1, ${count}::int) as n`;
  const section = sql`case when n <= ${count}::int / 2 then ${OLD}::bigint else ${NEW}::bigint end`;
  await sql`insert into site values (${site}, 'x', 'https://x.example', 'ja', 'UTC', false)`.execute(tx);
  await sql`insert into section (site_id, id, name, section_url, locale, order_number)
    select ${site}, n, 's', 's' || n, 'en', n from unnest(array[${OLD}, ${NEW}]::bigint[]) as n`.execute(tx);
  await sql`insert into article (site_id, uid, id, state, section_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
    select ${site}, gen_random_uuid(), n, 'published', ${section}, 'a' || n, 't', 'article', 'feed', '{}', '{}', '{}', now(), now() from ${numbers}`.execute(
    tx,
  );
  await sql`insert into published_article (site_id, id, uid, section_id, article_url, is_served, doc, notification_json)
    select site_id, id, uid, section_id, article_url, true, id::text, '' from article where site_id = ${site}`.execute(
    tx,
  );
  await sql`insert into article_search (site_id, id, section_id, number, head, tsv)
    select ${site}, n, ${section}, n, head, head || to_tsvector('simple', 'common pre' || n % 300
      || case when n % 2 = 0 then ' even' else '' end || case when n = 1 then ' single' else '' end)
    from ${numbers}, lateral (select setweight(case when n = 1 then 'common:1'::tsvector else 'report:1' end, 'A') as head) as vector`.execute(
    tx,
  );
  await sql`insert into search_word (site_id, word, frequency)
    select ${site}::bigint, 'pre' || n, case when n between 100 and 149 then 5 else 4 end from generate_series(0, 299) as n
    union all select ${site}, word, 10 from unnest(array['common', 'even', 'report', 'single']) as word`.execute(tx);
}

const scopeOf = (siteId: number) => ({ siteId, language: 'simple', sectionId: null });

async function pagesTouched(site: number, q: string): Promise<number> {
  const [scope, query] = [scopeOf(site), searchQuery(q)];
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, format json) ${matchingArticles(scope, query, literalReading(scope, query), 20)}`.execute(
    db,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

async function found(site: number, q: string, section_id?: number, count = 3): Promise<number[]> {
  return (await foundArticles(db, site, 'simple', searchQuery(q), { count, section_id })).map(({ doc }) => Number(doc));
}

async function serve(section: number, isPublic: boolean): Promise<void> {
  const state = isPublic ? 'public' : 'hidden';
  await sql`update section set state = ${state} where site_id = ${SMALL} and id = ${section}`.execute(db);
  await sql`update published_article set is_served = ${isPublic} where site_id = ${SMALL} and section_id = ${section}`.execute(
    db,
  );
}

describe('a search', () => {
  it.each(['common', 'common even', 'common -even', 'pr', 'common pre', 'even'])(
    'for %s touches as many pages in an archive three times as large',
    async (q) => {
      const large = await pagesTouched(LARGE, q);
      expect(large).toBeGreaterThan(0);
      expect(await pagesTouched(VAST, q)).toBeLessThanOrEqual(large * GROWTH + SLACK);
    },
  );

  it('for a rare word touches few pages', async () => {
    expect(await pagesTouched(LARGE, '"single"')).toBeLessThanOrEqual(200);
  });

  it.each(['common', 'common even', 'pr', 'common ', 'comomn'])('for %j is planned once a connection', async (q) => {
    const pool = openPool(database, 'command', () => {});
    const plans = await transaction(kysely(pool), async (tx) => {
      for (let time = 0; time < 8; time++) {
        await foundArticles(tx, LARGE, 'simple', searchQuery(q), { count: 20, section_id: undefined });
      }
      return sql<{ generic_plans: number }>`select generic_plans from pg_prepared_statements`.execute(tx);
    });
    await pool.end();
    expect(plans.rows.length).toBeGreaterThan(0);
    for (const plan of plans.rows) expect(plan).toEqual({ generic_plans: 3 });
  });

  it('is one statement when something is found, and two when nothing is', async () => {
    const statementsOf = async (q: string) => {
      statements.length = 0;
      await found(LARGE, q);
      return statements.length;
    };
    expect(await statementsOf('common')).toBe(1);
    expect(await statementsOf('nothing -common')).toBe(2);
    expect(await statementsOf('comomn')).toBe(2);
    expect(await statementsOf('"nothing here"')).toBe(1);
  });
});

describe('for a common word', () => {
  it('the newest 1,000 are ranked, and an older one is found by a rarer word', async () => {
    const newest = ARTICLES[LARGE];
    expect(await found(LARGE, 'common')).toEqual([newest, newest - 1, newest - 2]);
    expect(await found(LARGE, 'common single')).toEqual([1]);
    expect(await found(LARGE, 'single -even')).toEqual([1]);
    expect(await found(LARGE, 'single -common')).toEqual([]);
    expect(await found(LARGE, '"common pre1 single"')).toEqual([1]);
    expect(await found(LARGE, '"common even"')).toEqual([]);
    await sql`update article_search set head = 'common:1A', tsv = tsv || 'common:1A' where site_id = ${LARGE} and id = ${newest - 999}`.execute(
      db,
    );
    expect(await found(LARGE, 'common')).toEqual([newest - 999, newest, newest - 1]);
  });

  it('equal ranks come newest first, across ranges of the archive', async () => {
    const ids = await found(SMALL, 'even', undefined, 100);
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => ARTICLES[SMALL] - 2 * index));
    const odd = await found(SMALL, 'pre299', undefined, 100);
    expect(odd).toEqual([...odd].sort((a, b) => b - a));
    expect(odd.length).toBe(Math.floor(ARTICLES[SMALL] / 300));
  });

  it('a section can be searched alone, and a hidden one is never searched', async () => {
    const half = ARTICLES[SMALL] / 2;
    expect(await found(SMALL, 'common', OLD)).toEqual([half, half - 1, half - 2]);
    expect((await found(SMALL, 'comomn', NEW))[0]).toBe(2 * half);
    await serve(NEW, false);
    expect(await found(SMALL, 'even')).toEqual([half, half - 2, half - 4]);
    expect(await found(SMALL, 'common', NEW)).toEqual([]);
    await serve(NEW, true);
    expect((await found(SMALL, 'even'))[0]).toBe(2 * half);
  });
});

describe('an unfinished word', () => {
  it('matches the fifty commonest completions, or all if there are fewer', async () => {
    const isCommonest = (id: number) => id % 300 >= 100 && id % 300 < 150;
    const ids = await found(LARGE, 'pre', undefined, 100);
    expect([ids.length, ids.every(isCommonest)]).toEqual([100, true]);
    expect(await found(LARGE, 'pre29')).toEqual([14_999, 14_998, 14_997]);
    expect(await found(LARGE, 'even pre299')).toEqual([]);
    expect(await found(LARGE, 'even pre298')).toEqual([14_998, 14_698, 14_398]);
  });
});
