import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { emptyPool } from '../../test/empty-database.ts';
import { slowTest } from '../../test/slow.ts';
import { openPool } from './connect.ts';
import { type Migration, migrate, migrationStates, needsOf, readMigrations } from './migrate.ts';
import { rowTypes } from './row-types.ts';
import { schemaText } from './schema-text.ts';
import { wayBack } from './way-back.ts';

const silent = () => {};
/** What a program that does not know of it may still use. */
const TAKES_AWAY = /\b(drop (table|column|function|view|type)|rename|set not null)\b/i;

const migration = (number: number, sql: string): Migration => {
  return { number, name: `000${number}_x.sql`, sql, hash: sql, needs: needsOf(number, sql) };
};
/** From here on every file says whether earlier programs work on the schema after it. */
const FIRST_DECLARED = 161;

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

  it('let others through while a lock is taken, and go on when it is free', async () => {
    const pool = await emptyPool();
    const table = migration(1, 'create table a (id int)');
    await migrate(pool, [table]);
    const reader = await pool.connect();
    await reader.query('begin; select * from a');
    const migrating = migrate(pool, [table, migration(2, 'alter table a add b int')]);
    const asking = openPool(pool.options, 'command', silent);
    const isWaiting = async () => (await asking.query('select from pg_locks where not granted')).rows.length > 0;
    await expect.poll(isWaiting, { interval: 5 }).toBe(true);
    // It would wait for the migration, which waits for the reader.
    await asking.query('select * from a');
    await reader.query('commit');
    reader.release();
    expect(await migrating).toEqual(['0002_x.sql']);
    await asking.end();
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

  it('that expand or contract let the programs run that they name, and say whether there is a way back', async () => {
    const pool = await emptyPool();
    const files = [
      migration(1, 'create table a (id int, old int)'),
      migration(2, '-- expand: a new column\nalter table a add b int'),
      migration(3, '-- contract 0002: nothing writes it since\nalter table a drop old'),
      migration(4, 'alter table a drop b'),
    ];
    const knowing = (last: number) => files.slice(0, last);
    const said = async (last: number) => wayBack(await migrationStates(pool, knowing(last)));
    expect(await said(1)).toContain('no schema yet');

    await migrate(pool, knowing(1));
    expect(await said(2)).toBe(
      '1 migration is pending. Rolling back after the upgrade will be safe to every program that knows 0001_x.sql.',
    );
    expect(await said(3)).toContain('2 migrations are pending. Rolling back after the upgrade will not be safe');

    await migrate(pool, knowing(2));
    expect(await migrate(pool, knowing(1))).toEqual([]);
    expect(await said(1)).toBe('This program is older than the schema (0002_x.sql), and works on it.');
    expect(await said(2)).toBe('Rolling back is safe to every program that knows 0001_x.sql.');

    await migrate(pool, knowing(3));
    expect(await migrate(pool, knowing(2))).toEqual([]);
    await expect(migrate(pool, knowing(1))).rejects.toThrow('0003_x.sql, which this version');
    expect(await said(1)).toContain('cannot work on it');
    expect(await said(3)).toBe('Rolling back is safe to every program that knows 0002_x.sql.');

    await migrate(pool, knowing(4));
    await expect(migrate(pool, knowing(3))).rejects.toThrow('written by a newer one');
    expect(await said(4)).toContain('Rolling back is not safe: programs from before 0004_x.sql');
  });

  it('are read where an earlier program has kept the books', async () => {
    const pool = await emptyPool();
    await pool.query(`
      create table schema_migration
        (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now());
      insert into schema_migration (number, name, hash) values (1, '0001_x.sql', 'create table a ()')`);
    const two = [migration(1, 'create table a ()'), migration(2, '-- expand: b\ncreate table b ()')];
    expect((await migrationStates(pool, two)).map(({ needs }) => needs)).toEqual([1, 0]);
    expect(await migrate(pool, two)).toEqual(['0002_x.sql']);
    // The earlier program beside it adds a row of its own.
    await pool.query("insert into schema_migration (number, name, hash) values (3, '0003_x.sql', 'x')");
    await expect(migrate(pool, two)).rejects.toThrow('written by a newer one');
  });

  it('on disk say whether earlier programs work on them, and take nothing from those', async () => {
    const files = (await readMigrations()).filter(({ number }) => number >= FIRST_DECLARED);
    const numbers = (await readMigrations()).map(({ number }) => number);
    for (const { name, number, sql, needs } of files) {
      expect(needs, `${name} begins with \`-- expand: …\` or \`-- contract NNNN: …\``).not.toBe(number);
      if (needs > 0) expect(numbers, name).toContain(needs);
      else expect(sql, name).not.toMatch(TAKES_AWAY);
    }
    expect('alter table a drop column b; alter table a alter c set not null').toMatch(TAKES_AWAY);
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
