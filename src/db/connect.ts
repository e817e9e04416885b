/** Opens the database: the server that DATABASE_URL names, or the embedded PostgreSQL in the data folder. */
import { CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import { databaseUnavailable } from '../core/errors.ts';
import { defaultDataDir } from './embedded/data-folder.ts';
import { openEmbedded } from './embedded/open.ts';
import { PoolDialect } from './pg-adapter.ts';
import type { Rows } from './rows.generated.ts';
import { type PoolOptions, watchWrites } from './write-health.ts';

export type Db = Kysely<Rows>;
export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

export interface OpenOptions {
  databaseUrl: string | null;
  dataDir: string | null;
  /** `serve` owns the embedded database and gives requests their time limits; `command` is a CLI command. */
  purpose: 'serve' | 'command';
  log: Log;
}

export interface Database {
  db: Db;
  pool: pg.Pool;
  stop(): Promise<void>;
}

const OLDEST_VERSION = 15;
const POOL_SIZE = 10;
/** A request waits for the database no longer than 5 s in all; each step stays below that. */
const CONNECT_TIMEOUT = 3_000;
const STATEMENT_TIMEOUT = 4_500;
/** How long a start waits for a server that is starting or does not exist yet. */
const BOOT_TIMEOUT = 10_000;
const BOOT_PAUSE = 250;

// By default `pg` sends local time with an offset in minutes, which is some seconds wrong in most zones before 1900.
pg.defaults.parseInputDatesAsUTC = true;

const INT8 = 20;
const INT8_ARRAY = 1016;
// Ids and counters stay below 2^53 by their schemas, so they are plain numbers.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const usual = pg.types.getTypeParser(oid, format);
    if (oid === INT8 && format !== 'binary') return Number;
    if (Number(oid) === INT8_ARRAY && format !== 'binary') return (text: string) => usual(text).map(Number);
    return usual;
  },
};

const dbOf = new WeakMap<pg.Pool, Db>();

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { purpose, log } = options;
  const embedded = options.databaseUrl
    ? null
    : await openEmbedded(options.dataDir ?? defaultDataDir(process.cwd()), { purpose, log });
  const where = embedded ? embedded.connection : { connectionString: options.databaseUrl ?? '' };
  const pool = openPool(where, purpose, log);
  const database = { db: kysely(pool), pool, stop: once(() => pool.end().then(() => embedded?.stop())) };
  try {
    await checkServer(pool, log);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** The same object for the same pool: `watchCommits` must see all transactions of a database. */
export function kysely(pool: pg.Pool): Db {
  const db = dbOf.get(pool) ?? new Kysely<Rows>({ dialect: new PoolDialect(pool) });
  dbOf.set(pool, db);
  return db;
}

export function openPool(where: pg.PoolConfig, purpose: OpenOptions['purpose'], log: Log): pg.Pool {
  const limits = purpose === 'serve' ? { statement_timeout: STATEMENT_TIMEOUT } : { max: 2 };
  const options: PoolOptions = {
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: `masthead ${purpose}`,
    types,
    writes: watchWrites(() => pool, log),
    ...limits,
    ...where,
  };
  const pool: pg.Pool = new pg.Pool(options);
  // The pool handles 'error' of idle clients only. Unhandled, one between two statements of a transaction crashes Node.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  pool.on('error', (error) => log('warn', `A database connection was lost: ${error.message}`));
  return pool;
}

/** Runs the text of a statement: a pool does, without a time limit. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string): Promise<{ rows: Row[] }>;
}

/** With the time limit of requests. */
export function limited(db: Db): Queryable {
  return { query: <Row>(text: string) => db.executeQuery<Row>(CompiledQuery.raw(text) as CompiledQuery<Row>) }; // by its text
}

/** Null while the database accepts writes, otherwise the reason why it does not. */
export function writesFailing(pool: pg.Pool): string | null {
  return (pool.options as PoolOptions).writes?.failure() ?? null; // `openPool` put it there
}

async function checkServer(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await firstAnswer(pool);
  const { version, encoding, fsync, synchronous } = rows[0] ?? {};
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST_VERSION) {
    throw databaseUnavailable(`The database is PostgreSQL ${major}; Masthead needs ${OLDEST_VERSION} or newer.`);
  }
  if (encoding !== 'UTF8') throw databaseUnavailable(`The database's encoding is ${encoding}; Masthead needs UTF8.`);
  for (const [name, value] of Object.entries({ fsync, synchronous_commit: synchronous })) {
    if (value === 'off') {
      log('warn', `${name} is off on this PostgreSQL: A CRASH CAN LOSE ACKNOWLEDGED WRITES. Switch it on.`);
    }
  }
}

async function firstAnswer(pool: pg.Pool) {
  const deadline = Date.now() + BOOT_TIMEOUT;
  for (;;) {
    try {
      return await pool.query<Record<'version' | 'encoding' | 'fsync' | 'synchronous', string>>(
        `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
                current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous`,
      );
    } catch (error) {
      if (Date.now() > deadline || !isPassing(error)) throw databaseUnavailable(cannotReach(error));
      await new Promise((resolve) => setTimeout(resolve, BOOT_PAUSE));
    }
  }
}

/** Wrong passwords and unknown databases are not retried; a server that is unavailable or starting may come up. */
function isPassing(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '57P03');
  return !/^(28|3D|42)/.test(code) && code !== 'ENOTFOUND';
}

function cannotReach(error: unknown): string {
  const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : (error as Error).message;
  return `The database cannot be reached: ${reason}. Check DATABASE_URL.`;
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
