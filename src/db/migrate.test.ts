import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { emptyPool } from '../../test/empty-database.ts';
import { slowTest } from '../../test/slow.ts';
import { openPool } from './connect.ts';
import { type Migration, migrate, migrationStates, readMigrations } from './migrate.ts';
import { rowTypes } from './row-types.ts';
import { schemaText } from './schema-text.ts';

const silent = () => {};

const migration = (number: number, sql: string): Migration => ({ number, name: `000${number}_x.sql`, sql, hash: sql });

describe('migrations', () => {
  it('run once, in order, and return their names', async () => {
    const pool = await emptyPool();
    const two = [migration(1, 'create table a (id int)'), migration(2, 'alter table a add b int')];
    expect((await migrationStates(pool, two)).map(({ appliedAt }) => appliedAt)).toEqual([null, null]);
    expect(await migrate(pool, two.slice(0, 1))).toEqual(['0001_x.sql']);
    expect(await migrate(pool, two)).toEqual(['0002_x.sql']);
    expect(await migrate(pool, two)).toEqual([]);
    expect((await migrationStates(pool, two)).every(({ appliedAt }) => appliedAt instanceof Date)).toBe(true);
  });

  slowTest('have no time limit, also at a start', async () => {
    const pool = await emptyPool('serve');
    expect(await migrate(pool, [migration(1, 'select pg_sleep(5.2)')])).toEqual(['0001_x.sql']);
  });

  it('that fail change nothing and stop those after them', async () => {
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

  it('on disk each have a number of their own', async () => {
    const numbers = (await readMigrations()).map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });
});

describe('the migrated schema; run `npm run row-types` when this fails', () => {
  const made = async (write: typeof rowTypes) => {
    const pool = openPool(await freshDatabase(), 'command', silent);
    const text = await write(pool);
    await pool.end();
    return text;
  };

  it('has the row types of rows.generated.ts', async () => {
    expect(readFileSync(new URL('./rows.generated.ts', import.meta.url), 'utf8')).toBe(await made(rowTypes));
  });

  it('equals schema.sql, on every supported PostgreSQL', async () => {
    expect(readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')).toBe(await made(schemaText));
  });

  it('has no trigger that refuses a write', async () => {
    expect((await made(schemaText)).match(/create trigger .* (before|instead of) /g)).toBeNull();
  });
});

describe('draw_id', () => {
  it('never gives an id twice, also after an import with its own ids', async () => {
    const pool = openPool({ ...(await freshDatabase()), max: 8 }, 'serve', silent);
    const draws = Array.from({ length: 400 }, (_, n) =>
      pool.query('select draw_id($1, $2) as id', ['page_id', n % 10 === 9 ? n * 1_000 : null]),
    );
    const ids = (await Promise.all(draws)).map(({ rows }) => rows[0].id);
    await pool.end();
    expect(new Set(ids).size).toBe(ids.length);
  });
});
