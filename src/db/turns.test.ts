import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { atFileEnd } from '../../test/at-file-end.ts';
import { kysely, openPool } from './connect.ts';
import { isPassing } from './passing.ts';
import { transaction } from './transaction.ts';

/** Something that happens later. */
function later() {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
}

/** Two connections. `opening` runs when one was opened, before it is used. */
async function pooled(settings: pg.PoolConfig, opening: (number: number) => Promise<unknown> = async () => {}) {
  let opened = 0;
  const onConnect = () => opening(++opened);
  const where: pg.PoolConfig = { ...(await freshDatabase()), max: 2, ...settings, ...{ onConnect } };
  const pool = openPool(where, 'serve', () => {});
  atFileEnd(() => pool.end());
  return { pool, db: kysely(pool) };
}

/** Holds both connections until `release` is called. */
async function held({ db }: Awaited<ReturnType<typeof pooled>>) {
  const { happened: released, happen: release } = later();
  const holding = [1, 2].map(() => {
    const { happened: begun, happen: begin } = later();
    const done = transaction(db, async (tx) => {
      await sql`select 1`.execute(tx);
      begin();
      await released;
    });
    return { begun, done };
  });
  await Promise.all(holding.map(({ begun }) => begun));
  return async () => {
    release();
    await Promise.all(holding.map(({ done }) => done));
  };
}

it('gives connections in the order of coming, also while another one is being opened', async () => {
  const { happened: end, happen: open } = later();
  const { db } = await pooled({}, (number) => (number === 1 ? Promise.resolve() : end));
  const order: number[] = [];
  const all = Array.from({ length: 20 }, (_, number) =>
    sql`select ${number}::int`.execute(db).then(() => order.push(number)),
  );
  await Promise.all(all);
  open();
  expect(order).toEqual([...order.keys()]);
});

it('rejects those that waited too long, before they cost the database anything', async () => {
  const place = await pooled({ connectionTimeoutMillis: 200 });
  const release = await held(place);
  let given = 0;
  place.pool.on('acquire', () => given++);
  const late = await Promise.allSettled([1, 2, 3].map(() => sql`select 1`.execute(place.db)));
  expect(late.map((one) => one.status === 'rejected' && isPassing(one.reason))).toEqual([true, true, true]);
  await release();
  await sql`select 1`.execute(place.db);
  expect(given).toBe(1);
});

it('does not fail for want of another connection while one works', async () => {
  const { db } = await pooled({}, async (number) => {
    if (number > 1) throw new Error('too many connections');
  });
  await sql`select 1`.execute(db);
  const results = await Promise.all([1, 2, 3, 4].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(db)));
  expect(results.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3, 4]);
});

it('rejects every waiter when no connection can be opened', async () => {
  const { db } = await pooled({}, async () => {
    await sleep(10);
    throw new Error('refused');
  });
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => sql`select 1`.execute(db)));
  expect(results.map(({ status }) => status)).toEqual(Array(9).fill('rejected'));
});
