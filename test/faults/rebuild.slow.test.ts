/** A real process is killed when a rebuild has written days and removed their marks, but not yet the month. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { campaigns } from '../../src/features/rollups/testing/campaigns.ts';
import { type TestApp, testApp } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { kill, masthead, startService } from '../process.ts';

const HOLD = 4_711;
const DAYS = 5;

it('killed half-way through a rebuild, it leaves the marks, and the next rebuild completes it', async () => {
  const app = await testApp();
  const { campaign, write, report } = campaigns(() => app);
  const id = await campaign();
  await write(
    id,
    Array.from({ length: 100 }, (_, n) => ({
      item_type: 'twitter',
      item_id: String(n),
      published_at: `2026-03-0${1 + (n % DAYS)}T12:00:00Z`,
      user: { user_id: String(n % 30), followers: n % 30 },
      stat1: n,
    })),
  );
  const before = await report(id);
  const holder = await holdMonths(app);
  const env = { DATABASE_URL: databaseUrl(app.database), ROLE: 'work' };

  const first = await startService(env);
  await expect.poll(() => waiting(app)).toBe(1);
  kill(first.child.pid ?? 0, 'SIGKILL');
  await first.ended;
  await holder.end();
  await expect.poll(() => waiting(app)).toBe(0);
  await expect.poll(() => busy(app)).toBe(0);
  expect([await rows(app, 'campaign_stale_day'), await rows(app, 'campaign_day')]).toEqual([DAYS, 0]);
  expect(await report(id)).toEqual(before);

  await app.pool.query('drop trigger held on campaign_month');
  const second = await startService(env);
  await expect.poll(() => rows(app, 'campaign_stale_day')).toBe(0);
  expect([await rows(app, 'campaign_day'), await rows(app, 'campaign_month')]).toEqual([DAYS, 1]);
  expect(await report(id)).toEqual(before);
  const { code, out } = await masthead(['campaign', 'verify'], { DATABASE_URL: env.DATABASE_URL });
  expect([code, out]).toEqual([0, expect.stringMatching(/5 days, 1 months?, 30 users: as computed/)]);
  second.child.kill('SIGTERM');
  await second.ended;
});

/** Blocks writers of a month until the returned connection closes. */
async function holdMonths(app: TestApp): Promise<pg.Client> {
  await app.pool.query(`
    create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${HOLD}); return new; end $$;
    create trigger held before insert on campaign_month for each row execute function hold()`);
  const holder = new pg.Client(app.database);
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${HOLD})`);
  return holder;
}

async function waiting(app: TestApp): Promise<number> {
  const { rows } = await app.pool.query(
    `select from pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
}

/** Other sessions' transactions: the killed one ends when PostgreSQL notices the broken connection. */
async function busy(app: TestApp): Promise<number> {
  const { rows } = await app.pool.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
  );
  return rows.length;
}

async function rows(app: TestApp, table: string): Promise<number> {
  const { rows } = await app.pool.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
}
