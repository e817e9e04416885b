/** Databases of 0.1.0 are adopted with their data, or refused. Their migrations come from the history of the repository. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { masthead } from '../../test/command.ts';
import { databaseUrl, withClient } from '../../test/database.ts';
import { emptyDatabase, emptyPool } from '../../test/empty-database.ts';
import { launch } from '../../test/process.ts';
import { fileAt, filesAt, releaseBefore } from '../../test/release-before.ts';
import { openPool } from './connect.ts';
import { migrate, migrationStates } from './migrate.ts';
import { schemaText } from './schema-text.ts';
import { seedEveryTable } from './testing/every-table.ts';

const release = releaseBefore('0.2.0');
if (!release)
  process.stderr.write('Skipped: upgrades from 0.1.0, because this clone has no history to take it from.\n');
const former = (release ? filesAt(release, 'migrations') : []).map((name) => {
  const sql = fileAt(release ?? '', `migrations/${name}`);
  const number = Number(name.slice(0, 4));
  return { number, name, sql, hash: createHash('sha256').update(sql).digest('hex'), needs: number };
});
const SCHEMA = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8');

/** A database as 0.1.0 left it after these migrations: a copy of one that was made once. */
async function formerPool(last: number): Promise<pg.Pool> {
  const made = templates.get(last) ?? formerTemplate(last);
  templates.set(last, made);
  return emptyPool('command', await made);
}

const templates = new Map<number, Promise<string>>();

async function formerTemplate(last: number): Promise<string> {
  const database = await emptyDatabase();
  const pool = openPool({ ...inject('server'), database }, 'command', () => {});
  await migrate(
    pool,
    former.filter(({ number }) => number <= last),
  );
  await pool.end();
  return database;
}

const envOf = (pool: pg.Pool) => ({
  DATABASE_URL: databaseUrl({ ...inject('server'), database: pool.options.database }),
});

type Rows = Record<string, Record<string, unknown>[]>;

/** Every row of every table, in a fixed order. */
async function everything(pool: pg.Pool): Promise<Rows> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname <> 'schema_migration' order by relname collate "C"`,
  );
  const found: Rows = {};
  for (const { name } of rows) {
    const { rows: own } = await pool.query(
      `select to_jsonb(one) as row from ${name} as one order by one::text collate "C"`,
    );
    found[name] = own.map(({ row }) => row);
  }
  return found;
}

const RENAMED: Record<string, Record<string, string>> = {
  article_count: { list: 'list_key' },
  campaign_entry: { list: 'list_key' },
  campaign_user: { list: 'list_key' },
  published_article: { notice: 'notification_json' },
  webhook: { notice: 'status_message', notice_at: 'status_message_at' },
  webhook_delivery: { round: 'resend_count' },
};
const PACKED = ['campaign_day', 'campaign_month', 'campaign_followers'];

/** The rows of 0025 by their new names. */
function renamed(before: Rows): Rows {
  return Object.fromEntries(
    Object.entries(before).map(([table, rows]) => {
      const names = RENAMED[table] ?? {};
      const format = PACKED.includes(table) ? { format: 1 } : {};
      const own = rows.map((row) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value])),
        ...format,
      }));
      return [table, own];
    }),
  );
}

describe.skipIf(!release)('a database of 0.1.0 (skipped in a clone without history)', () => {
  it('at 0025 keeps every row of every table and ends in schema.sql', async () => {
    const pool = await formerPool(25);
    await seedEveryTable(pool, 25);
    const before = await everything(pool);
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([]);
    expect((await migrate(pool))[0]).toBe('adopt/from-0025.sql');
    expect(await schemaText(pool)).toBe(SCHEMA);
    expect(await everything(pool)).toMatchObject(renamed(before));
    expect(await migrate(pool)).toEqual([]);
  });

  it('at 0019 keeps every row of every table and ends in schema.sql', async () => {
    const pool = await formerPool(19);
    await seedEveryTable(pool, 19);
    const { import_feature, job, job_lane, published_article_feature, ...before } = await everything(pool);
    const all = { import_feature, job, job_lane, published_article_feature, ...before };
    expect(Object.entries(all).filter(([, rows]) => rows?.length === 0)).toEqual([]);
    expect((await migrate(pool)).slice(0, 2)).toEqual(['adopt/from-0019.sql', 'adopt/from-0025.sql']);
    expect(await schemaText(pool)).toBe(SCHEMA);
    const after = await everything(pool);
    expect(after).toMatchObject(renamed(before));
    // Later migrations add columns and jobs.
    const among = (rows: Rows[string] = []) => expect.arrayContaining(rows.map((row) => expect.objectContaining(row)));
    expect(after.job).toEqual(among(job));
    expect(after.job_lane).toEqual(among(job_lane));
    expect(after.job?.map(({ kind }) => kind)).toContain('publication.sanitize');
    expect(after.published_article_feature).toEqual(published_article_feature?.map((row) => ({ ...row, position: 1 })));
    expect(after.import_feature).toBeUndefined();
  });

  it('has the same names of constraints afterwards as a new one', async () => {
    const names = async (pool: pg.Pool) =>
      (
        await pool.query(
          'select conname from pg_constraint where connamespace = current_schema()::regnamespace order by 1',
        )
      ).rows;
    const [former, fresh] = [await formerPool(19), await emptyPool()];
    await migrate(former);
    await migrate(fresh);
    expect(await names(former)).toEqual(await names(fresh));
  });

  it('is adopted by `migrate`, refused by commands until then, and listed by --status', async () => {
    const pool = await formerPool(19);
    const env = envOf(pool);
    expect((await masthead(['migrate', '--status'], env)).out).toMatch(
      /0019_whole_sums\.sql\s+applied[\s\S]*0101_ground\.sql\s+pending/,
    );
    for (const command of [
      ['site', 'list'],
      ['import', '-'],
    ]) {
      expect((await masthead(command, env)).err).toContain('run `masthead migrate` first');
    }
    expect((await masthead(['doctor'], env)).out).toContain('run `masthead migrate` first');
    expect((await masthead(['migrate'], env)).out).toContain('applied adopt/from-0019.sql');
    expect((await masthead(['migrate', '--status'], env)).out).not.toContain('0019');
    expect((await masthead(['site', 'list'], env)).code).toBe(0);
  });

  it.each([18, 24])('at 00%s is refused unchanged, with instructions in the error', async (last) => {
    const pool = await formerPool(last);
    const at = `The database is at migration ${String(last).padStart(4, '0')}`;
    await expect(migrate(pool)).rejects.toThrow(at);
    for (const command of [['migrate'], ['start'], ['site', 'list'], ['import', '-'], ['doctor']]) {
      const { out, err, code } = await masthead(command, envOf(pool));
      expect([`${out}${err}`, code]).toEqual([
        expect.stringMatching(`${at}.*last 0\\.1\\.0 first`),
        expect.any(Number),
      ]);
      expect(code).not.toBe(0);
    }
    expect((await migrationStates(pool)).filter(({ appliedAt }) => appliedAt).length).toBe(last);
  });

  it('whose migrations are not the released ones is refused', async () => {
    const pool = await formerPool(19);
    await pool.query("update schema_migration set hash = 'other' where number = 7");
    await expect(migrate(pool)).rejects.toThrow('not those that were released');
  });

  it('is as it was after the process was killed, and is adopted by the next one', async () => {
    const pool = await formerPool(19);
    await seedEveryTable(pool, 19);
    const before = await everything(pool);
    const schema = await schemaText(pool);
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // The upgrade changes this table last: the process is killed when everything else is done.
    await withClient({ ...inject('server'), database: pool.options.database }, async (client) => {
      await client.query('begin; lock table campaign_followers in share mode');
      const { child, ended } = launch(['migrate'], envOf(pool));
      await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
      child.kill('SIGKILL');
      await ended;
      await client.query('rollback');
    });
    const others = `select from pg_stat_activity where datname = current_database() and application_name like '%masthead%'
      and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;
    await expect.poll(async () => (await pool.query(others)).rows.length).toBe(0);
    expect(await schemaText(pool)).toBe(schema);
    expect(await everything(pool)).toEqual(before);
    await migrate(pool);
    expect(await schemaText(pool)).toBe(SCHEMA);
  });

  it('ends schedules of articles that were withdrawn', async () => {
    const pool = await formerPool(19);
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
    await migrate(pool);
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

  it('records every article that a published text features, and enqueues rendering', async () => {
    const pool = await formerPool(19);
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
    await migrate(pool);
    const { rows } = await pool.query(
      'select featured_id::int, id::int, position from published_article_feature order by position',
    );
    expect(rows.map(({ featured_id, id }) => [id, featured_id])).toEqual([
      [1, 9],
      [1, 2],
      [1, 3],
    ]);
    const jobs = await pool.query(
      "select key, payload from job join job_lane using (kind, key) where kind = 'publication.features'",
    );
    expect(jobs.rows).toMatchObject([{ key: '1', payload: { site_id: 1, of: 'site', after_id: 0 } }]);
  });

  it('gives articles with the same address an address each', async () => {
    const pool = await formerPool(19);
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
    await migrate(pool);
    const { rows } = await pool.query(`
      select snapshot.id, snapshot.article_url as slug, doc::json, notification_json::json as notice, revision.written ->> 'article_url' as written
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
});
