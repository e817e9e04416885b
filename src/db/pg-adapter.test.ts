import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { kysely, limited, openPool } from './connect.ts';
import { prepared, preparedOnce } from './prepared.ts';
import { snapshot, transaction } from './transaction.ts';

const pool = openPool({ ...(await freshDatabase()), max: 1, statement_timeout: 200 }, 'serve', () => {});
const db = kysely(pool);
afterAll(() => pool.end());

/** `pg` hides the password from a plain copy. */
const another = (more = {}) =>
  openPool({ ...pool.options, password: pool.options.password, ...more }, 'serve', () => {});
const session = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
it.each<[string, (text: string) => Promise<unknown>]>([
  ['a statement of Kysely', (text) => sql.raw(text).execute(db)],
  ['a prepared statement', (text) => prepared(sql.raw(text)).execute(db)],
  ['a text with the time limit', (text) => limited(db).query(text)],
])('gives up a server that does not answer %s, and the next statement gets another connection', async (_, run) => {
  const first = await session();
  await run('set statement_timeout = 0');
  await expect(run('select pg_sleep(60)')).rejects.toThrow('Query read timeout');
  expect(await session()).not.toBe(first);
});

it('gives up all statements that wait on the connection', async () => {
  const first = await session();
  const settled: string[] = [];
  const waiting = transaction(db, async (tx) => {
    await sql`set statement_timeout = 0`.execute(tx);
    const both = [sql`select pg_sleep(60)`.execute(tx), sql`select 1`.execute(tx)];
    settled.push(...(await Promise.allSettled(both)).map(({ status }) => status));
  });
  await expect(waiting).rejects.toThrow('Query read timeout');
  expect(settled).toEqual(['rejected', 'rejected']);
  expect(await session()).not.toBe(first);
});

it('gives each of several statements on one connection its own time', async () => {
  const patient = another({ statement_timeout: 2_000 });
  const slow = () => sql`select pg_sleep(0.9)`;
  await transaction(kysely(patient), (tx) => Promise.all([1, 2, 3].map(() => slow().execute(tx))));
  await patient.end();
});

it('does not close an idle connection', async () => {
  const first = await session();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await session()).toBe(first);
});

it('rejects with the error of the server, and with the stack of the caller', async () => {
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  await expect(prepared(sql`select 1 / ${0}::int`).execute(db)).rejects.toMatchObject({ code: '22012' });
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({
    stack: expect.stringContaining('pg-adapter.test.ts'),
  });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

it('counts the rows that a statement changed', async () => {
  const update = db.updateTable('site').set({ name: 'x' }).where('id', '=', 0);
  expect((await update.executeTakeFirst()).numUpdatedRows).toBe(0n);
  expect((await sql`select 1`.execute(db)).numAffectedRows).toBeUndefined();
});

it('prepares each text once per connection, and gives no name to other statements', async () => {
  const fresh = another();
  const other = kysely(fresh);
  const once = preparedOnce<{ number: number }, { doubled: number }>(
    (given) => sql`select ${given('number')}::int * 2 as doubled`,
  );
  for (const number of [1, 2]) {
    expect((await prepared(sql`select ${number}::int as number`).execute(other)).rows).toEqual([{ number }]);
    expect(await once(other, { number })).toEqual([{ doubled: 2 * number }]);
    await sql`select ${number}::int as unnamed`.execute(other);
  }
  const { rows } = await sql<{ name: string; statement: string }>`
    select name, statement from pg_prepared_statements order by statement desc`.execute(other);
  expect(rows.map(({ statement }) => statement)).toEqual(['select $1::int as number', 'select $1::int * 2 as doubled']);
  // By their text, so that processes that share a connection agree.
  expect(rows.map(({ name }) => name)).toEqual(rows.map(() => expect.stringMatching(/^masthead_\w{10,}$/)));
  await fresh.end();
});

it('goes on when a migration adds a column to a table of which statements return all', async () => {
  const fresh = another({ max: 3 });
  const other = kysely(fresh);
  await sql`create table grows (id int); insert into grows values (1)`.execute(other);
  const all = (on = other) => prepared(sql<object>`select * from grows`).execute(on);
  const onThree = () => Promise.all([1, 2, 3].map(() => transaction(other, (tx) => all(tx))));
  await onThree();
  await sql`alter table grows add b text`.execute(other);
  expect((await all()).rows).toEqual([{ id: 1, b: null }]);
  await sql`alter table grows add c text`.execute(other);
  for (const { rows } of await onThree()) expect(rows).toEqual([{ id: 1, b: null, c: null }]);
  await sql`alter table grows add d text`.execute(other);
  expect((await snapshot(other, (tx) => all(tx))).rows).toEqual([{ id: 1, b: null, c: null, d: null }]);
  await sql`drop table grows`.execute(other);
  await fresh.end();
});

it('prepares at most a hundred texts', async () => {
  const fresh = another();
  const other = kysely(fresh);
  for (let number = 0; number < 105; number++) await prepared(sql.raw(`select ${number}`)).execute(other);
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(other);
  expect(rows).toEqual([{ count: 100 }]);
  await fresh.end();
});
