/** A process that stops within a transaction: paused by its machine, or waiting for something that never comes. */
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase, testApp } from '../../test/app.ts';
import { workerPool } from '../jobs/worker-pool.ts';
import { kysely, openPool } from './connect.ts';
import { isPassing } from './passing.ts';
import { serverPool } from './server.ts';

const database = await freshDatabase();
const app = await testApp({}, { database });
const { host, port, user, password } = database;
const url = `postgres://${user}:${password}@${encodeURIComponent(String(host))}:${port}/${database.database}`;
const embedded = openPool(database, 'serve', () => {});
const pools = {
  'requests, on the embedded database': embedded,
  'requests, on a server': openPool(serverPool(url), 'serve', () => {}),
  workers: workerPool(embedded, 1),
};
afterAll(() => Promise.all(Object.values(pools).map((pool) => pool.end())));

/** What became of the transaction that did nothing, and the name of the site that another request wrote meanwhile. */
async function afterFreezing(pool: pg.Pool) {
  const site = await app.site();
  const frozen = kysely(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`update site set name = 'Frozen' where id = ${site}`.execute(tx);
      // Waits for the locked row, so it is answered only when this transaction has ended.
      await app.manage('PATCH', `/sites/${site}`, { site: { name: 'Written' } });
      await sql`select 1`.execute(tx);
    });
  const isRetried = await frozen.then(() => 'committed', isPassing);
  return { isRetried, name: (await app.manage('GET', `/sites/${site}`)).site.name };
}

it('lets others write after a while, on the connections of requests and workers', async () => {
  const states = await Promise.all(
    Object.entries(pools).map(async ([name, pool]) => [name, await afterFreezing(pool)]),
  );
  const ended = { isRetried: true, name: 'Written' };
  expect(Object.fromEntries(states)).toEqual(Object.fromEntries(Object.keys(pools).map((name) => [name, ended])));
});
