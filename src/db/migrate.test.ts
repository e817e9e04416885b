import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { withClient } from '../../test/database.ts';
import { rebuildSome } from '../features/rollups/commands.ts';
import { verifyCampaign } from '../features/rollups/verify.ts';
import { kysely, openPool } from './connect.ts';
import { type Migration, migrate, migrationStates, readMigrations } from './migrate.ts';
import { rowTypes } from './row-types.ts';
import { transaction } from './transaction.ts';

const silent = () => {};

/** A database without a single table. */
async function emptyPool(purpose: 'command' | 'serve' = 'command') {
  const server = inject('server');
  const database = `masthead_empty_${Math.random().toString(36).slice(2)}`;
  await withClient(server, (client) => client.query(`create database ${database} template template0`));
  const pool = openPool({ ...server, database }, purpose, silent);
  atFileEnd(async () => {
    await pool.end();
    await withClient(server, (client) => client.query(`drop database ${database} with (force)`));
  });
  return pool;
}

const migration = (number: number, sql: string): Migration => ({ number, name: `000${number}_x.sql`, sql, hash: sql });

describe('migrations', () => {
  it('run once, in order, and say what ran', async () => {
    const pool = await emptyPool();
    const two = [migration(1, 'create table a (id int)'), migration(2, 'alter table a add b int')];
    expect((await migrationStates(pool, two)).map(({ appliedAt }) => appliedAt)).toEqual([null, null]);
    expect(await migrate(pool, two.slice(0, 1))).toEqual(['0001_x.sql']);
    expect(await migrate(pool, two)).toEqual(['0002_x.sql']);
    expect(await migrate(pool, two)).toEqual([]);
    expect((await migrationStates(pool, two)).every(({ appliedAt }) => appliedAt instanceof Date)).toBe(true);
  });

  it('take as long as they take, also at a start', async () => {
    const pool = await emptyPool('serve');
    expect(await migrate(pool, [migration(1, 'select pg_sleep(5.2)')])).toEqual(['0001_x.sql']);
  });

  it('teach search what it knew before by its new tables', async () => {
    const pool = await emptyPool();
    const all = await readMigrations();
    await migrate(
      pool,
      all.filter(({ number }) => number < 7),
    );
    await pool.query(`
      insert into site values (1, 'x', 'https://x.example', 'en', 'UTC', false);
      insert into section (site_id, id, name, section_url, locale, order_number) values (1, 5, 's', 's', 'en', 1);
      insert into article (site_id, uid, id, state, section_id, article_url, title, type, source, tags, author_ids, written, site_order_number, created_at, updated_at)
        values (1, gen_random_uuid(), 9, 'published', 5, 'a', 't', 'article', 'feed', '{}', '{}', '{}', 3, now(), now());
      insert into published_article (site_id, id, uid, section_id, article_url, is_served, doc, notice)
        select site_id, id, uid, section_id, article_url, true, '', '' from article;
      insert into article_search values (1, 9, 'herring:1A boats:2', 'herring')`);
    await migrate(pool, all);
    const { rows } = await pool.query("select id, head from newest_matches(1, 5, 'boats', 'none', 10)");
    expect(rows).toEqual([{ id: 9, head: "'herring':1A" }]);
    expect((await pool.query("select word from words_like(1, 'herirng', 5)")).rows).toEqual([{ word: 'herring' }]);
    expect((await pool.query("select * from words_beginning(1, 'bo', 5)")).rows).toEqual([{ word: 'boats' }]);
  });

  it('leave the days of a campaign to be rebuilt, and its entries and users in their lists', async () => {
    const pool = await emptyPool();
    const all = await readMigrations();
    await migrate(
      pool,
      all.filter(({ number }) => number < 18),
    );
    await pool.query(`
      insert into site values (1, 'x', 'https://x.example', 'en', 'UTC', false);
      insert into campaign (id, site_id, name, last_user_id) values (3, 1, 'x', 1);
      insert into campaign_network values (3, 'twitter', 1, 1);
      insert into campaign_followers values (3, 0, decode(repeat('00', 4096), 'hex'));
      insert into campaign_user (campaign_id, id, user_type, user_id, profile_at, first_at, posted_items_count, reply_count,
        score_trillionths, score_millionths_sum, stat1_sum, stat2_sum, stat3_sum)
        values (3, 1, 'twitter', '42', now(), '2026-03-29Z', 1, 0, day_score(1), entry_score(4, 2, null), 4, 2, 0);
      insert into campaign_entry (campaign_id, item_type, item_id, published_at, user_id, stat1, stat2, hashtags)
        values (3, 'twitter', '7', '2026-03-29Z', 1, 4, 2, '{herring}');
      insert into campaign_day values (3, 'twitter', 20541, 1, 1, '', '', '', '')`);
    await migrate(pool, all);
    expect((await pool.query('select day from campaign_stale_day')).rows).toEqual([{ day: 20541 }]);
    const lists = await pool.query(
      'select entry.list, person.list as of_user from campaign_entry as entry, campaign_user as person',
    );
    expect(lists.rows).toEqual([{ list: 25, of_user: 25 }]);
    await transaction(kysely(pool), (tx) => rebuildSome(tx, 3, 'all'));
    expect(await verifyCampaign(kysely(pool), 3)).toEqual({
      ...{ days: 1, staleDays: 0, months: 1, users: 1, differences: [] },
    });
  });

  it('end schedules that articles kept after they were taken back', async () => {
    const pool = await emptyPool();
    const all = await readMigrations();
    await migrate(
      pool,
      all.filter(({ number }) => number < 20),
    );
    await pool.query(`
      insert into site values (1, 'x', 'https://x.example', 'en', 'UTC', false);
      insert into section (site_id, id, name, section_url, locale, order_number) values (1, 5, 's', 's', 'en', 1);
      insert into article (site_id, uid, id, state, publish_at, section_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
        select 1, gen_random_uuid(), id, state, publish_at, 5, n, n, 'article', 'feed', '{}', '{}', '{}', now(), now()
        from (values ('a', null::bigint, 'draft', now()), ('b', null, 'pending', now()), ('c', 3, 'published', now()),
          ('d', null, 'scheduled', '2099-01-01Z'), ('e', 5, 'scheduled', null), ('f', null, 'scheduled', null),
          ('g', null, 'unpublished', null)) as old(n, id, state, publish_at);
      insert into job_lane (kind, key, next_at) select 'articles.publish', site_id || ':' || uid, now() from article;
      insert into job (kind, key, payload, run_at) select kind, key, '{}', next_at from job_lane`);
    await migrate(pool, all);
    const { rows } = await pool.query('select title, state, publish_at from article order by title');
    expect(rows.map(({ title, state, publish_at }) => [title, state, publish_at?.getUTCFullYear() ?? null])).toEqual([
      ['a', 'draft', null],
      ['b', 'pending', null],
      ['c', 'published', null],
      ['d', 'scheduled', 2099],
      ['e', 'unpublished', null],
      ['f', 'draft', null],
      ['g', 'draft', null],
    ]);
    const left = await pool.query(`
      select title from job join job_lane using (kind, key) join article on site_id || ':' || uid = key`);
    expect(left.rows).toEqual([{ title: 'd' }]);
  });

  it('note every article that a published text features, and have the documents rewritten', async () => {
    const pool = await emptyPool();
    const all = await readMigrations();
    await migrate(
      pool,
      all.filter(({ number }) => number < 25),
    );
    await pool.query(`
      insert into site values (1, 'x', 'https://x.example', 'en', 'UTC', false), (2, 'y', 'https://y.example', 'en', 'UTC', false);
      insert into section (site_id, id, name, section_url, locale, order_number) values (1, 5, 's', 's', 'en', 1);
      insert into article (site_id, uid, id, state, version, published_version, section_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
        select 1, gen_random_uuid(), id, 'published', 2, 1, 5, id, 't', 'article', 'feed', '{}', '{}', '{"featured_articles": [77]}', now(), now()
        from generate_series(1, 3) as id;
      insert into article_revision
        select 1, uid, 1, case id when 1 then '{"featured_articles": [9, 2, 3, 2]}' else '{"featured_articles": []}' end::jsonb, now(), 'x'
        from article;
      insert into published_article (site_id, id, uid, section_id, article_url, is_served, doc, notice)
        select 1, id, uid, 5, id, id <> 3, '{}', '{}' from article;
      insert into published_article_feature (site_id, featured_id, id) values (1, 3, 1), (1, 2, 1)`);
    await migrate(pool, all);
    const { rows } = await pool.query(
      'select featured_id::int, id::int, position from published_article_feature order by position',
    );
    expect(rows.map(({ featured_id, id }) => [id, featured_id])).toEqual([
      [1, 9],
      [1, 2],
      [1, 3],
    ]);
    const jobs = await pool.query('select key, payload from job join job_lane using (kind, key)');
    expect(jobs.rows).toMatchObject([{ key: '1', payload: { site_id: 1, of: 'site', after_id: 0 } }]);
  });

  it('give articles that are served at one address an address each', async () => {
    const pool = await emptyPool();
    const all = await readMigrations();
    await migrate(
      pool,
      all.filter(({ number }) => number < 22),
    );
    const url = (slug: string) => `https://x.example/"/s/${slug}`;
    const doc = (id: number, slug: string) => ({
      id,
      article_url: slug,
      full_url: url(slug),
      title: '","url":"x","attachments":',
    });
    const notice = (id: number, slug: string) => ({
      ...{ id, article_url: slug, body: '","url":"x","attachments":', url: url(slug) },
      attachments: { tweet: { url: 'https://tweet.example/', text: ',"url":"' } },
    });
    await pool.query(`
      insert into site values (1, 'x', 'https://x.example/"', 'en', 'UTC', false);
      insert into section (site_id, id, name, section_url, locale, order_number) values (1, 5, 's', 's', 'en', 1)`);
    // The second has the address as its working copy too; the third was published at the same time as a draft took `a-2`.
    for (const [id, served, working] of [
      [1, 'a', 'b'],
      [2, 'a', 'a'],
      [3, 'a', 'c'],
      [4, 'd', 'e'],
      [5, 'd', 'f'],
      [null, null, 'a-2'],
    ] as const) {
      const { rows } = await pool.query(
        `insert into article (site_id, uid, id, state, version, published_version, section_id, article_url, title, type, source, tags, author_ids, written, created_at, updated_at)
         values (1, gen_random_uuid(), $1, $2, 2, 1, 5, $3, 't', 'article', 'feed', '{}', '{}', '{}', now(), now()) returning uid`,
        [id, id ? 'published' : 'draft', working],
      );
      if (!id) continue;
      await pool.query(
        `insert into published_article (site_id, id, uid, section_id, article_url, is_served, doc, notice)
         values (1, $1, $2, 5, $3, true, $4, $5)`,
        [id, rows[0].uid, served, JSON.stringify(doc(id, served)), JSON.stringify(notice(id, served))],
      );
      await pool.query("insert into article_revision values (1, $1, 1, $2, now(), 'x')", [
        rows[0].uid,
        JSON.stringify({ article_url: served }),
      ]);
    }
    await migrate(pool, all);
    const { rows } = await pool.query(`
      select snapshot.id, snapshot.article_url as slug, doc::json, notice::json, revision.written ->> 'article_url' as written
      from published_article snapshot join article_revision revision using (site_id, uid) order by id`);
    const slugs = ['a-3', 'a', 'a-4', 'd-2', 'd'];
    expect(rows).toEqual(
      slugs.map((slug, at) => ({
        id: at + 1,
        slug,
        doc: doc(at + 1, slug),
        notice: notice(at + 1, slug),
        written: slug,
      })),
    );
    const events = await pool.query(
      'select content_version, article_id, action, body::json, doc::json from article_event',
    );
    expect(events.rows).toEqual(
      [1, 3, 4].map((id, at) => {
        const slug = slugs[id - 1] ?? '';
        const body = { action: 'update', article: notice(id, slug) };
        return { content_version: at + 1, article_id: id, action: 'update', body, doc: doc(id, slug) };
      }),
    );
  });

  it('that fail leave nothing behind and stop those after them', async () => {
    const pool = await emptyPool();
    const bad = [
      migration(1, 'create table a (id int)'),
      migration(2, 'create table b (id int); select 1/0'),
      migration(3, 'create table c (id int)'),
    ];
    await expect(migrate(pool, bad)).rejects.toThrow('0002_x.sql failed and was undone: division by zero');
    const { rows } = await pool.query("select to_regclass('a') as a, to_regclass('b') as b, to_regclass('c') as c");
    expect(rows[0]).toEqual({ a: 'a', b: null, c: null });
  });

  it('refuse a schema that is newer than the code, and a file that was changed', async () => {
    const pool = await emptyPool();
    const two = [migration(1, 'create table a (id int)'), migration(2, 'create table b (id int)')];
    await migrate(pool, two);
    await expect(migrate(pool, two.slice(0, 1))).rejects.toThrow('written by a newer one');
    const changed = [
      { ...migration(1, 'create table a (id int)'), hash: 'other' },
      migration(2, 'create table b (id int)'),
    ];
    await expect(migrate(pool, changed)).rejects.toThrow('was changed after it was applied');
  });

  it('of many processes at once run one by one', async () => {
    const pool = await emptyPool();
    const slow = [
      migration(1, 'create table a (id int); select pg_sleep(0.2)'),
      migration(2, 'create table b (id int)'),
    ];
    const others = [pool, openPool(pool.options, 'command', silent), openPool(pool.options, 'command', silent)];
    const applied = await Promise.all(others.map((one) => migrate(one, slow)));
    await Promise.all(others.slice(1).map((one) => one.end()));
    expect(applied.flat().sort()).toEqual(['0001_x.sql', '0002_x.sql']);
  });

  it('on disk have each a number of their own', async () => {
    const numbers = (await readMigrations()).map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });
});

describe('row types', () => {
  it('match the migrated schema; run `npm run row-types` when this fails', async () => {
    const pool = openPool(await freshDatabase(), 'command', silent);
    const made = await rowTypes(pool);
    await pool.end();
    expect(readFileSync(new URL('./rows.generated.ts', import.meta.url), 'utf8')).toBe(made);
  });
});

describe('draw_id', () => {
  it('never gives an id twice, with ids brought along in between', async () => {
    const pool = openPool({ ...(await freshDatabase()), max: 8 }, 'serve', silent);
    const draws = Array.from({ length: 400 }, (_, n) =>
      pool.query('select draw_id($1, $2) as id', ['page_id', n % 10 === 9 ? n * 1_000 : null]),
    );
    const ids = (await Promise.all(draws)).map(({ rows }) => rows[0].id);
    await pool.end();
    expect(new Set(ids).size).toBe(ids.length);
  });
});
