/** A database without a single table, for tests of migrations. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../src/db/connect.ts';
import { atFileEnd } from './at-file-end.ts';
import { withClient } from './database.ts';

export async function emptyPool(purpose: 'command' | 'serve' = 'command', template = 'template0'): Promise<pg.Pool> {
  const pool = openPool({ ...inject('server'), database: await emptyDatabase(template) }, purpose, () => {});
  atFileEnd(() => pool.end());
  return pool;
}

/** Its name; it is dropped at the end of the file. */
export async function emptyDatabase(template = 'template0'): Promise<string> {
  const server = inject('server');
  const database = `masthead_empty_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) =>
    client.query(`create database ${database} encoding 'UTF8' template ${template} strategy file_copy`),
  );
  atFileEnd(() => withClient(server, (client) => client.query(`drop database ${database} with (force)`)));
  return database;
}
