import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { kysely, openPool } from './connect.ts';
import { prepared } from './prepared.ts';

const pool = openPool({ ...(await freshDatabase()), max: 1, statement_timeout: 200 }, 'serve', () => {});
const db = kysely(pool);
afterAll(() => pool.end());

const session = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;

it.each<[string, (text: string) => Promise<unknown>]>([
  ['Kysely', (text) => sql.raw(text).execute(db)],
  ['the pool', (text) => pool.query(text)],
])('gives up on a server that says nothing to %s, and the next one who asks has another connection', async (_, ask) => {
  const first = await session();
  await ask('set statement_timeout = 0');
  await expect(ask('select pg_sleep(60)')).rejects.toThrow('Query read timeout');
  expect(await session()).not.toBe(first);
});

it('leaves a connection alone that is asked nothing, however long', async () => {
  const first = await session();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await session()).toBe(first);
});

it('answers with what went wrong, and goes on', async () => {
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  await expect(prepared(sql`select 1 / ${0}::int`).execute(db)).rejects.toMatchObject({ code: '22012' });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
