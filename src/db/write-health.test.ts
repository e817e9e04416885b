import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { freshDatabase } from '../../test/app.ts';
import { slowTest } from '../../test/slow.ts';
import { workerPool } from '../jobs/worker-pool.ts';
import { kysely, openPool, writesFailing } from './connect.ts';
import { writeFailure } from './write-health.ts';

const log: string[] = [];
const pool = openPool(await freshDatabase(), 'serve', (_level, message) => log.push(message));
const own = workerPool(pool, 1);
afterAll(() => Promise.all([pool.end(), own.end()]));

const fail = (on: pg.Pool, code: string) =>
  sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(kysely(on));

slowTest('writes fail after such an error on any connection, and work again after a successful probe', async () => {
  await expect(fail(pool, '23505')).rejects.toThrow();
  expect(writesFailing(pool)).toBeNull();
  await expect(fail(own, '53100')).rejects.toThrow();
  expect(writesFailing(pool)).toBe('the disk of the database is full');
  await expect(fail(pool, '58030')).rejects.toThrow();
  expect(writesFailing(pool)).toBe('the database reports an I/O error');
  await expect.poll(() => writesFailing(pool)).toBeNull();
  expect(log).toEqual([
    'Writes fail: the disk of the database is full.',
    'Writes fail: the database reports an I/O error.',
    'Writes work again.',
  ]);
  const { rows } = await pool.query("select from pg_class where relname like 'masthead_probe%'");
  expect(rows).toEqual([]);
});

it.each([
  ['53100', 'could not extend file', 'the disk of the database is full'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'the database is read-only'],
  [
    '54000',
    'database is not accepting commands to avoid wraparound data loss',
    'the database has used up its transaction ids',
  ],
  ['54000', 'index row size exceeds maximum', null],
  ['53300', 'too many connections', null],
  ['40001', 'could not serialize access', null],
])('%s (%s) says: %s', (code, message, reason) => {
  expect(writeFailure(Object.assign(new Error(message), { code }))).toBe(reason);
});
