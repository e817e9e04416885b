import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, PATIENT } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { type Db, kysely, openPool } from './connect.ts';
import { type ListenerOptions, openListener } from './listener.ts';
import { lockSite, type Site } from './site-lock.ts';
import { followSites, type SiteVersions } from './site-versions.ts';
import { noteAddition, transaction } from './transaction.ts';

interface Process {
  pool: pg.Pool;
  db: Db;
  versions: SiteVersions;
}

let database: pg.ClientConfig;
let here: Process;
const ids = Array.from({ length: 20 }, (_, n) => n + 1);
beforeAll(async () => {
  database = await freshDatabase();
  here = process();
  await here.pool.query(
    `insert into site (id, name, url, locale, time_zone, api_key_required)
     select id, 'x', 'https://x.example', 'en', 'UTC', false from unnest($1::bigint[]) as id`,
    [ids],
  );
});

/** Another process on the same database: a pool, a listener and its known versions. */
function process(options?: ListenerOptions): Process {
  const pool = openPool({ ...database, ...PATIENT }, 'serve', () => {});
  const listener = openListener(pool, options);
  const versions = followSites(kysely(pool), listener);
  atFileEnd(async () => {
    await versions.stop();
    await listener.stop();
    await pool.end();
  });
  return { pool, db: kysely(pool), versions };
}

const free = () => ids.pop() ?? 0;
const write = ({ db }: Process, site: number) => transaction(db, (tx) => lockSite(tx, site));
async function read({ pool }: Process, site: number): Promise<Site> {
  const { rows } = await pool.query('select * from site where id = $1', [site]);
  return rows[0];
}

describe('the known version of a site', () => {
  it('is raised by a commit of this process before the write is answered', async () => {
    const site = free();
    const known = here.versions.learn(await read(here, site));
    expect(here.versions.row(site)?.content_version).toBe(0);
    const { content_version } = await write(here, site);
    expect([known.version, here.versions.row(site)]).toEqual([content_version, null]);
  });

  it('is not lowered by a row that was read before a commit', async () => {
    const site = free();
    const old = await read(here, site);
    await write(here, site);
    expect(here.versions.learn(old).version).toBe(1);
    expect(here.versions.row(site)).toBeNull();
  });

  it('does not change when the transaction is rolled back', async () => {
    const site = free();
    const known = here.versions.learn(await read(here, site));
    const failing = transaction(here.db, async (tx) => {
      await lockSite(tx, site);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([known.version, here.versions.row(site)?.id]).toEqual([0, site]);
  });

  it('is forgotten when it is uncertain whether COMMIT succeeded', async () => {
    const site = free();
    await here.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create constraint trigger refuse after update on site deferrable initially deferred
        for each row when (new.id = ${site}) execute function refuse()`);
    const known = here.versions.learn(await read(here, site));
    await expect(write(here, site)).rejects.toThrow('refused');
    expect([known.version, here.versions.row(site)]).toEqual([-1, null]);
    expect(here.versions.learn(await read(here, site))).not.toBe(known);
  });

  it.each([
    ['by notifications', true],
    ['by polling, if all notifications are lost', false],
  ])('follows the commits of other processes %s', async (_, isListening) => {
    const there = process({ isListening });
    const site = free();
    const known = there.versions.learn(await read(there, site));
    await write(here, site);
    const committed = performance.now();
    await expect.poll(() => known.version, { interval: 2 }).toBe(1);
    console.log(
      `another process followed after ${Math.round(performance.now() - committed)} ms, listening: ${isListening}`,
    );
  });

  it('says what each change was, so that one read before its notification is known as an addition', async () => {
    const there = process();
    const site = free();
    const known = there.versions.learn(await read(there, site));
    const addTwice = () =>
      transaction(here.db, async (tx) => {
        await lockSite(tx, site);
        const locked = await lockSite(tx, site);
        noteAddition(tx, site);
        noteAddition(tx, site);
        return locked;
      });
    let { content_version } = await addTwice();
    there.versions.learn(await read(there, site));
    const isAddition = async () => {
      if (known.history.replacedAt(content_version - 2) !== null) return true;
      // The new process may not have listened yet.
      content_version = (await addTwice()).content_version;
      there.versions.learn(await read(there, site));
      return false;
    };
    await expect.poll(isAddition).toBe(true);
    const removed = await write(here, site);
    await expect.poll(() => known.version).toBe(removed.content_version);
    await expect.poll(() => known.history.replacedAt(content_version)).toBeNull();
  });

  it.each(['', '7', 'x', '[1]', '{"1":2}'])('is polled after the invalid payload %j', async (payload) => {
    const there = process();
    const site = free();
    const known = there.versions.learn(await read(there, site));
    await here.pool.query('update site set content_version = 5 where id = $1', [site]);
    await here.pool.query("select pg_notify('masthead_sites', $1)", [payload]);
    await expect.poll(() => known.version).toBe(5);
  });

  it.each([[''], [',0'], [',1']])(
    'is raised by a notification with its version%s, without a poll',
    async (removals) => {
      const there = process();
      const site = free();
      const known = there.versions.learn(await read(there, site));
      // A version that the database does not have: a poll would leave the known one, or forget the site after this.
      const notify = () => here.pool.query("select pg_notify('masthead_sites', $1)", [`[[${site},9${removals}]]`]);
      await expect.poll(() => notify().then(() => known.version)).not.toBe(0);
    },
  );

  it('follows again after its connection was cut, and is marked unavailable meanwhile', async () => {
    const there = process();
    const site = free();
    const known = there.versions.learn(await read(there, site));
    const cut = async () => {
      await here.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%json_build_array(id, content_version)%'
           and pid <> pg_backend_pid() and datname = current_database()`,
      );
      return there.versions.isUnavailable;
    };
    await expect.poll(cut, { interval: 20 }).toBe(true);
    await write(here, site);
    await expect.poll(() => known.version).toBe(1);
    await expect.poll(() => there.versions.isUnavailable).toBe(false);
  });

  it('is forgotten with the site, so that another site may have its id', async () => {
    const site = free();
    await write(here, site);
    const known = here.versions.learn(await read(here, site));
    const { rows } = await here.pool.query('delete from site where id = $1 returning *', [site]);
    await expect.poll(() => known.version).toBe(-1);
    expect(here.versions.learn({ ...rows[0], content_version: 0 }).version).toBe(0);
  });
});
