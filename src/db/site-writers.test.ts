import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { kysely, openPool } from './connect.ts';
import { isPassing } from './passing.ts';
import { lockSite } from './site-lock.ts';
import { siteTransaction } from './site-writers.ts';
import {
  afterCommit,
  eachApart,
  noteAddition,
  type SiteChange,
  type Tx,
  transaction,
  watchCommits,
} from './transaction.ts';

async function database() {
  const pool = openPool(await freshDatabase(), 'serve', () => {});
  atFileEnd(() => pool.end());
  const db = kysely(pool);
  const commits: [number, SiteChange][] = [];
  watchCommits(db, (changes, isCertain) => {
    if (isCertain) commits.push(...changes);
  });
  const addSite = async (name: string) => {
    const { rows } = await pool.query(
      `insert into site (id, name, url, locale, time_zone, api_key_required)
       values (draw_id('site_id', null), $1, 'https://site.example', 'en', 'UTC', false) returning id`,
      [name],
    );
    return Number(rows[0].id);
  };
  const version = async (site: number) =>
    Number((await pool.query('select content_version from site where id = $1', [site])).rows[0].content_version);
  return { pool, db, commits, site: await addSite('One'), addSite, version };
}

type Given = Awaited<ReturnType<typeof database>>;

/** Draws a version; the result names its transaction. */
async function drawn(tx: Tx, site: number) {
  const { content_version } = await lockSite(tx, site);
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx);
  return { version: content_version, transaction: rows[0]?.id };
}

/** Starts a writer that holds the site until `release` is called. */
async function holding({ db, site }: Pick<Given, 'db' | 'site'>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const done = siteTransaction(db, site, async (tx) => {
    const first = await drawn(tx, site);
    begin();
    await released;
    return first;
  });
  await begun;
  return { release, done };
}

it('gives writers that wait for a site one transaction, and each a version in the order of coming', async () => {
  const { db, site, commits, version } = await database();
  const start = await version(site);
  const { release, done } = await holding({ db, site });
  const waiting = [1, 2, 3, 4].map(() => siteTransaction(db, site, (tx) => drawn(tx, site)));
  release();
  const [first, ...others] = await Promise.all([done, ...waiting]);
  expect([first, ...others].map((one) => one.version - start)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(others.map((one) => one.transaction)).size).toBe(1);
  expect(others[0]?.transaction).not.toBe(first.transaction);
  expect(commits).toEqual([
    [site, { version: start + 1, first: start + 1, removals: 1 }],
    [site, { version: start + 5, first: start + 2, removals: 4 }],
  ]);
});

it('fails only the writers that fail, whose versions are drawn again', async () => {
  const { db, site, commits, version } = await database();
  const start = await version(site);
  const { release, done } = await holding({ db, site });
  const rename = (tx: Tx, name: string) => sql`update site set name = ${name} where id = ${site}`.execute(tx);
  const settled = Promise.allSettled([
    siteTransaction(db, site, async (tx) => {
      const one = await drawn(tx, site);
      noteAddition(tx, site);
      await rename(tx, 'Two');
      return one.version;
    }),
    siteTransaction(db, site, async (tx) => {
      await drawn(tx, site);
      await rename(tx, 'Refused');
      throw new Error('refused');
    }),
    siteTransaction(db, site, async (tx) => {
      await drawn(tx, site);
      await sql`select 1 / 0`.execute(tx);
    }),
    siteTransaction(db, site, async (tx) => (await drawn(tx, site)).version),
  ]);
  release();
  await done;
  const outcomes = (await settled).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message));
  expect(outcomes).toEqual([start + 2, 'refused', 'division by zero', start + 3]);
  expect(await version(site)).toBe(start + 3);
  expect((await sql<{ name: string }>`select name from site where id = ${site}`.execute(db)).rows).toEqual([
    { name: 'Two' },
  ]);
  expect(commits.at(-1)).toEqual([site, { version: start + 3, first: start + 2, removals: 1 }]);
});

it('repeats all of a shared transaction after a deadlock', async () => {
  const { db, site, version } = await database();
  const start = await version(site);
  const { release, done } = await holding({ db, site });
  let attempts = 0;
  const waiting = [
    siteTransaction(db, site, (tx) => drawn(tx, site)),
    siteTransaction(db, site, async (tx) => {
      const one = await drawn(tx, site);
      if (++attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      return one;
    }),
  ];
  release();
  await done;
  expect((await Promise.all(waiting)).map((one) => one.version - start)).toEqual([2, 3]);
  expect(attempts).toBe(2);
  expect(await version(site)).toBe(start + 3);
});

it('fails all writers of a transaction whose connection breaks, and none after them', async () => {
  const { db, site, version } = await database();
  const start = await version(site);
  const { release, done } = await holding({ db, site });
  const settled = Promise.allSettled([
    siteTransaction(db, site, (tx) => drawn(tx, site)),
    siteTransaction(db, site, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)),
  ]);
  release();
  await done;
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await siteTransaction(db, site, (tx) => drawn(tx, site))).version).toBe(start + 2);
});

it('makes nobody wait for the writers of another site, or inside a transaction', async () => {
  const { db, site, addSite } = await database();
  const other = await addSite('Other');
  const { release, done } = await holding({ db, site });
  expect((await siteTransaction(db, other, (tx) => drawn(tx, other))).version).toBeGreaterThan(0);
  const inside = await transaction(db, (tx) => siteTransaction(tx, other, (inner) => Promise.resolve(inner === tx)));
  expect(inside).toBe(true);
  release();
  await done;
});

it('takes no connection while it waits, and fails as unavailable when that takes too long', async () => {
  const { db, pool, site } = await database();
  const { release, done } = await holding({ db, site });
  let isRun = false;
  const work = async () => {
    isRun = true;
  };
  const late = siteTransaction(db, site, work, { patienceMs: 10 });
  expect(pool.totalCount - pool.idleCount).toBe(1);
  expect(isPassing(await late.catch((error: unknown) => error))).toBe(true);
  release();
  await done;
  await siteTransaction(db, site, (tx) => drawn(tx, site));
  expect(isRun).toBe(false);
});

it('lets nobody wait again for what another waited for in vain', async () => {
  const { db, site, version } = await database();
  const start = await version(site);
  const { release, done } = await holding({ db, site });
  let isRun = false;
  const settled = Promise.allSettled([
    siteTransaction(db, site, async (tx) => {
      await sql`set local statement_timeout = 10`.execute(tx);
      await sql`select pg_sleep(60)`.execute(tx);
    }),
    siteTransaction(db, site, async () => {
      isRun = true;
    }),
  ]);
  release();
  await done;
  const reasons = (await settled).map((one) => (one.status === 'rejected' ? one.reason.code : one.status));
  expect(reasons).toEqual(['57014', '57014']);
  expect(isRun).toBe(false);
  expect((await siteTransaction(db, site, (tx) => drawn(tx, site))).version).toBe(start + 2);
});

it('acts after a commit, not for what was rolled back', async () => {
  const { db } = await database();
  const acts: string[] = [];
  const later = (tx: Tx, name: string) => afterCommit(tx, () => acts.push(name));
  const failing = async (tx: Tx) => {
    later(tx, 'rolled back');
    throw new Error('one fails');
  };
  await transaction(db, async (tx) => {
    later(tx, 'before');
    await eachApart(tx, [failing, async (part) => later(part, 'part')]);
    expect(acts).toEqual([]);
  });
  await expect(transaction(db, failing)).rejects.toThrow('one fails');
  expect(acts).toEqual(['before', 'part']);
});
