/** Plain SQL files, forward only: one lock for all, one transaction each, never on a schema newer than this code. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { databaseUnavailable } from '../core/errors.ts';
import type { Queryable } from './connect.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  hash: string;
}
export interface MigrationState extends Omit<Migration, 'sql'> {
  appliedAt: Date | null;
}

const FOLDER = new URL('../../migrations/', import.meta.url);
const LOCK = "hashtextextended('masthead migrations', 0)";

export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { number: Number(name.slice(0, 4)), name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Brings the schema up to this code and returns the names of what ran. */
export async function migrate(pool: pg.Pool, migrations?: Migration[]): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  const client = await pool.connect();
  try {
    // Another process may be in the middle of a long migration: the wait for it has no time limit.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query(`select pg_advisory_lock(${LOCK})`);
    const pending = await pendingMigrations(client, known);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // The connection is thrown away: its lock and settings go with it.
    client.release(true);
  }
}

/** What is applied and what is not, without changing anything. */
export async function migrationStates(db: Queryable, migrations?: Migration[]): Promise<MigrationState[]> {
  const known = migrations ?? (await readMigrations());
  const applied = await appliedMigrations(db);
  const unknown = [...applied.values()].filter(({ number }) => !known.some((one) => one.number === number));
  const states = known.map(({ number, name, hash }) => {
    return { number, name, hash, appliedAt: applied.get(number)?.appliedAt ?? null };
  });
  return [...states, ...unknown];
}

async function pendingMigrations(client: pg.PoolClient, known: Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists schema_migration
       (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`,
  );
  const applied = await appliedMigrations(client);
  for (const { number, name, hash } of applied.values()) {
    const ours = known.find((migration) => migration.number === number);
    if (!ours) {
      throw databaseUnavailable(
        `The database has migration ${name}, which this version of Masthead does not know: it was written by a newer one. Run that version.`,
      );
    }
    if (ours.hash !== hash) {
      throw databaseUnavailable(
        `Migration ${name} was changed after it was applied; put back the file that was released.`,
      );
    }
  }
  return known.filter(({ number }) => !applied.has(number));
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migration (number, name, hash) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.hash,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw databaseUnavailable(`Migration ${migration.name} failed and was undone: ${(error as Error).message}`);
  }
}

async function appliedMigrations(db: Queryable): Promise<Map<number, MigrationState>> {
  const { rows: found } = await db.query<{ there: boolean }>(
    "select to_regclass('schema_migration') is not null as there",
  );
  if (!found[0]?.there) return new Map();
  const { rows } = await db.query<{ number: number; name: string; hash: string; applied_at: Date }>(
    'select number, name, hash, applied_at from schema_migration order by number',
  );
  return new Map(rows.map((row) => [row.number, { ...row, appliedAt: row.applied_at }]));
}
