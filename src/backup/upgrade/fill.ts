/** A new database with the schema and the rows of another one. */
import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { badConfiguration } from '../../core/errors.ts';
import { pgdataOf } from '../../db/embedded/data-folder.ts';
import { type MigrationState, migrate, migrationStates, readMigrations } from '../../db/migrate.ts';
import { PRIVATE_FOLDER } from '../files.ts';
import { refuseOther, refuseOwn } from './schema.ts';
import { columnsOf, PLAIN_TEXT, quoted, sequencesOf, type Table, tablesOf } from './tables.ts';
import { reachTransaction } from './transactions.ts';

type OnProgress = (words: string, share: number | null) => void;

/** `folder` has the new database, and may have files of both servers. */
export async function fillDatabase(from: pg.Pool, to: pg.Pool, folder: string, onProgress: OnProgress): Promise<void> {
  const applied = await appliedOf(from);
  await refuseOwn(from);
  // Lists, live events and activities compare transaction ids of rows, and their clients have some of the old server.
  await reachTransaction(from, to, onProgress);
  if (applied.length > 0) {
    const numbers = applied.map(({ number }) => number);
    await migrate(
      to,
      (await readMigrations()).filter(({ number }) => numbers.includes(number)),
    );
  }
  await refuseOther(from, to);
  const exchange = join(folder, 'exchange');
  mkdirSync(exchange, { mode: PRIVATE_FOLDER });
  const { uid, gid } = statSync(pgdataOf(folder));
  chownSync(exchange, uid, gid);
  await copyAll(from, to, { exchange, onProgress });
  await to.query('analyze');
  // A shutdown waits for a checkpoint only for so long.
  await to.query('checkpoint');
}

/** The new schema must be exactly the old one, so only one of this program's own migrations will do. */
async function appliedOf(from: pg.Pool): Promise<MigrationState[]> {
  const states = await migrationStates(from);
  const unknown = states.find(({ isKnown }) => !isKnown);
  if (unknown)
    throw badConfiguration(
      `The database has migration ${unknown.name}, which this version of Masthead does not have. Start a version that has it, with the PostgreSQL of the database, before this one.`,
    );
  return states.filter(({ appliedAt }) => appliedAt !== null);
}

interface Copying {
  /** A folder that both servers can read and write. */
  exchange: string;
  onProgress: OnProgress;
}

async function copyAll(from: pg.Pool, to: pg.Pool, copying: Copying): Promise<void> {
  await inTransaction(from, 'begin isolation level repeatable read read only', async (source) => {
    const tables = await tablesOf(source);
    const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    await inTransaction(to, 'begin', async (target) => {
      // No triggers, and no checks of references that hold already.
      await target.query("set local session_replication_role = 'replica'");
      if (tables.length > 0) await target.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
      let done = 0;
      for (const table of tables) {
        copying.onProgress(`copying ${table.name}`, done / total);
        await copyTable(source, target, table, copying.exchange);
        done += table.bytes;
      }
      for (const { name, last, is_called } of await sequencesOf(source))
        await target.query('select setval($1::regclass, $2, $3)', [quoted(name), last, is_called]);
    });
  });
}

/** By a file, because `pg` has no COPY. */
async function copyTable(source: pg.ClientBase, target: pg.ClientBase, { name }: Table, exchange: string) {
  const file = join(exchange, 'rows');
  const columns = await columnsOf(source, name);
  const what = `${quoted(name)} (${columns.map(quoted).join(', ')})`;
  await source.query(`copy ${what} to ${literal(file)}`);
  await target.query(`copy ${what} from ${literal(file)} with (freeze)`);
  rmSync(file);
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function inTransaction(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query(PLAIN_TEXT);
    await client.query(begin);
    await work(client);
    await client.query('commit');
  } finally {
    // With the session end its settings and a transaction that failed.
    client.release(true);
  }
}
