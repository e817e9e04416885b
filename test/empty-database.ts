/** A database without a single table, for tests of migrations. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../src/db/connect.ts';
import { atFileEnd } from './at-file-end.ts';
import { withClient } from './database.ts';

export async function emptyPool(purpose: 'command' | 'serve' = 'command'): Promise<pg.Pool> {
  const server = inject('server');
  const database = `masthead_empty_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`create database ${database} encoding 'UTF8' template template0`));
  const pool = openPool({ ...server, database }, purpose, () => {});
  atFileEnd(async () => {
    await pool.end();
    await withClient(server, (client) => client.query(`drop database ${database} with (force)`));
  });
  return pool;
}
