/** Plain SQL files, forward only: one lock for all, one transaction each, never on a schema newer than this code. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { databaseUnavailable } from '../core/errors.ts';
import { adoptionFiles, FIRST_SQUASHED, LAST_SQUASHED, readAdoption } from './adopt.ts';
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

/** Brings the schema up to this code and returns the names of the files that ran. */
export async function migrate(pool: pg.Pool, migrations?: Migration[]): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  const client = await pool.connect();
  try {
    // Another process may be in the middle of a long migration: the wait for it has no time limit.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query(`select pg_advisory_lock(${LOCK})`);
    await client.query(
      `create table if not exists schema_migration
         (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`,
    );
    const adopted = await adopt(client, known);
    const pending = await pendingMigrations(client, known);
    for (const migration of pending) await apply(client, migration);
    return [...adopted, ...pending.map(({ name }) => name)];
  } finally {
    // Closing the connection ends its lock and its settings.
    client.release(true);
  }
}

/** The applied and the pending migrations, by number; changes nothing. */
export async function migrationStates(db: Queryable, migrations?: Migration[]): Promise<MigrationState[]> {
  const known = migrations ?? (await readMigrations());
  const applied = await appliedMigrations(db);
  const unknown = [...applied.values()].filter(({ number }) => !known.some((one) => one.number === number));
  const states = known.map(({ number, name, hash }) => {
    return { number, name, hash, appliedAt: applied.get(number)?.appliedAt ?? null };
  });
  return [...unknown, ...states].sort((one, other) => one.number - other.number);
}

/** The sentence for a database that is not up to date; throws the reason if `migrate` would refuse it. */
export function pendingSentence(states: MigrationState[]): string | null {
  const pending = states.filter(({ appliedAt }) => appliedAt === null);
  if (pending.length === 0) return null;
  const former = states.filter(({ number }) => number < FIRST_SQUASHED);
  if (former.length > 0) adoptionFiles(former);
  return 'The database is not up to date: run `masthead migrate` first.';
}

/** Brings a database of an earlier series of migrations to the squashed ones, in one transaction, and records those instead. */
async function adopt(client: pg.PoolClient, known: Migration[]): Promise<string[]> {
  const first = known[0]?.number ?? 0;
  const former = [...(await appliedMigrations(client)).values()].filter(({ number }) => number < first);
  if (former.length === 0) return [];
  const files = adoptionFiles(former);
  await inTransaction(client, `The upgrade from migration ${former.at(-1)?.name}`, async () => {
    for (const file of files) await client.query(await readAdoption(file));
    await client.query('delete from schema_migration where number < $1', [first]);
    for (const migration of known) if (migration.number <= LAST_SQUASHED) await record(client, migration);
  });
  return files.map((file) => `adopt/${file}`);
}

async function pendingMigrations(client: pg.PoolClient, known: Migration[]): Promise<Migration[]> {
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
  await inTransaction(client, `Migration ${migration.name}`, async () => {
    await client.query(migration.sql);
    await record(client, migration);
  });
}

async function record(client: pg.PoolClient, { number, name, hash }: Migration): Promise<void> {
  await client.query('insert into schema_migration (number, name, hash) values ($1, $2, $3)', [number, name, hash]);
}

async function inTransaction(client: pg.PoolClient, called: string, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw databaseUnavailable(`${called} failed and was undone: ${(error as Error).message}`);
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
