/**
 * Plain SQL files, forward only: one lock for all, one transaction each. A newer schema is used only if its migrations say that this
 * program works on it (docs/decisions/060-expand-and-contract.md).
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { databaseUnavailable } from '../core/errors.ts';
import { adoptionFiles, FIRST_SQUASHED, LAST_SQUASHED, readAdoption } from './adopt.ts';
import type { Queryable } from './connect.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  hash: string;
  /** The migration that a program must know to work on the schema after this one; 0: every program that worked before. */
  needs: number;
}
export interface MigrationState extends Omit<Migration, 'sql'> {
  appliedAt: Date | null;
  /** Whether this program has the file. */
  isKnown: boolean;
}

const FOLDER = new URL('../../migrations/', import.meta.url);
/** The first line of a file; without it, a program needs to know the file itself. */
const DECLARATION = /^-- (?:expand|contract (\d{4})): \S/;
/** A request waits for the database for 5 s. */
const LOCK_WAIT_MS = 1_000;
/** A minute and a half. */
const ATTEMPTS = 60;
/** Lock timeout and deadlock. */
const LOCKED = ['55P03', '40P01'];
const LOCK = "hashtextextended('masthead migrations', 0)";

export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const number = Number(name.slice(0, 4));
      return { number, name, sql, hash: createHash('sha256').update(sql).digest('hex'), needs: needsOf(number, sql) };
    }),
  );
}

export function needsOf(number: number, sql: string): number {
  const declared = DECLARATION.exec(sql);
  return declared ? Number(declared[1] ?? 0) : number;
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
         (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now(),
          needs integer)`,
    );
    if (!(await hasNeeds(client)))
      await client.query('alter table schema_migration add column if not exists needs integer');
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
  const states = known.map(({ number, name, hash, needs }) => {
    return { number, name, hash, needs, appliedAt: applied.get(number)?.appliedAt ?? null, isKnown: true };
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
  for (const { number, name, hash, needs } of applied.values()) {
    const ours = known.find((migration) => migration.number === number);
    if (!ours) {
      if (needs === 0 || known.some((migration) => migration.number === needs)) continue;
      throw databaseUnavailable(
        `The database has migration ${name}, which this version of Masthead does not know and cannot work with: it was written by a newer one. Run that version.`,
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

async function record(client: pg.PoolClient, { number, name, hash, needs }: Migration): Promise<void> {
  await client.query('insert into schema_migration (number, name, hash, needs) values ($1, $2, $3, $4)', [
    number,
    name,
    hash,
    needs,
  ]);
}

/**
 * Other processes may be at work. A statement that waits for its lock makes all that come after it wait as well, so it gives up soon, lets
 * them through, and tries again.
 */
async function inTransaction(client: pg.PoolClient, called: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const { code, message } = error as { code?: string; message: string };
      if (attempt >= ATTEMPTS || !LOCKED.includes(code ?? ''))
        throw databaseUnavailable(`${called} failed and was undone: ${message}`);
      await sleep(LOCK_WAIT_MS * Math.random());
    }
  }
}

async function appliedMigrations(db: Queryable): Promise<Map<number, MigrationState>> {
  const { rows: found } = await db.query<{ there: boolean }>(
    "select to_regclass('schema_migration') is not null as there",
  );
  if (!found[0]?.there) return new Map();
  // An earlier program may have made the table, or added a row since.
  const needs = (await hasNeeds(db)) ? 'coalesce(needs, number)' : 'number';
  const { rows } = await db.query<{ number: number; name: string; hash: string; needs: number; applied_at: Date }>(
    `select number, name, hash, applied_at, ${needs} as needs from schema_migration order by number`,
  );
  return new Map(rows.map((row) => [row.number, { ...row, appliedAt: row.applied_at, isKnown: false }]));
}

async function hasNeeds(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    `select exists (select from pg_attribute
       where attrelid = to_regclass('schema_migration') and attname = 'needs' and not attisdropped) as has`,
  );
  return rows[0]?.has ?? false;
}
