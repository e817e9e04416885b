import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { kysely, openPool } from './connect.ts';
import { prepared } from './prepared.ts';

const pool = openPool({ ...(await freshDatabase()), max: 1, statement_timeout: 200 }, 'serve', () => {});
const db = kysely(pool);
afterAll(() => pool.end());

it('gives up on a server that says nothing, and the next one who asks has another connection', async () => {
  const session = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const first = await session();
  await sql`set statement_timeout = 0`.execute(db);
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow('Query read timeout');
  expect(await session()).not.toBe(first);
});

it('leaves a connection alone that is asked nothing, however long', async () => {
  const session = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const { rows } = await session();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect((await session()).rows).toEqual(rows);
});

it('answers with what went wrong, and goes on', async () => {
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  await expect(prepared(sql`select 1 / ${0}::int`).execute(db)).rejects.toMatchObject({ code: '22012' });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
