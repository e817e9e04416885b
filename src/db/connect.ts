/** Opens the database: the server that DATABASE_URL names, or the embedded PostgreSQL in the data folder. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import { databaseUnavailable, StartError } from '../core/errors.ts';
import { defaultDataDir } from './embedded/data-folder.ts';
import { openEmbedded } from './embedded/open.ts';
import { type Patience, READ_ONLY, reasonOf, whenThere } from './passing.ts';
import { PoolDialect } from './pg-adapter.ts';
import { refuseTransactionPooling } from './pooler.ts';
import type { Rows } from './rows.generated.ts';
import { serverPool } from './server.ts';
import { newTurns, type Turns } from './turns.ts';
import { type PoolOptions, watchWrites } from './write-health.ts';

export type Db = Kysely<Rows>;
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;

export interface OpenOptions {
  databaseUrl: string | null;
  dataDir: string | null;
  /** `serve` owns the embedded database and gives requests their time limits; `command` is a CLI command. */
  purpose: 'serve' | 'command';
  log: Log;
  /** How to wait for a server that is starting or failing over. */
  patience?: Patience;
}

export interface Database {
  db: Db;
  pool: pg.Pool;
  stop(): Promise<void>;
}

const OLDEST_VERSION = 15;
const LOSING =
  'This PostgreSQL has replicas, and commits do not wait for them: A FAILOVER CAN LOSE ACKNOWLEDGED WRITES. Set synchronous_standby_names, and leave synchronous_commit on.';
const POOL_SIZE = 10;
/** A request waits for the database no longer than 5 s in all; each step stays below that. */
const CONNECT_TIMEOUT = 3_000;
/** A new connection reads the catalog and plans its statements first. */
const IDLE_TIMEOUT = 60_000;
const STATEMENT_TIMEOUT = 4_500;
/** A process that is frozen within a transaction loses its locks before the requests of other processes time out on them. */
const IDLE_IN_TRANSACTION = 3_000;
/** A connection to a server that is cut off never says that it is closed. */
const CLOSING = 1_000;
/** How long a command waits for a server that is starting. */
const PATIENCE: Patience = { ms: 10_000 };

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

const dbOf = new WeakMap<pg.Pool, { db: Db; turns: Turns }>();

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { purpose, log, patience = PATIENCE } = options;
  const embedded = options.databaseUrl
    ? null
    : await openEmbedded(options.dataDir ?? defaultDataDir(process.cwd()), { purpose, log });
  const where = embedded ? embedded.connection : serverPool(options.databaseUrl ?? '');
  const pool = openPool(where, purpose, log);
  const closed = watchConnections(pool);
  const stop = once(async () => {
    await pool.end();
    await closed();
    await embedded?.stop();
  });
  const database = { db: kysely(pool), pool, stop };
  try {
    await whenThere(() => checkServer(pool, options, embedded !== null), patience);
  } catch (error) {
    await database.stop();
    throw error instanceof StartError ? error : databaseUnavailable(cannotReach(error));
  }
  return database;
}

/** The same object for the same pool: `watchCommits` must see all transactions of a database. */
export function kysely(pool: pg.Pool): Db {
  return opened(pool).db;
}

/** How many wait for a connection. */
export function waitingAt(pool: pg.Pool): number {
  return opened(pool).turns.waiting;
}

function opened(pool: pg.Pool) {
  const turns = dbOf.get(pool)?.turns ?? newTurns(pool);
  const one = dbOf.get(pool) ?? { db: new Kysely<Rows>({ dialect: new PoolDialect(pool, turns) }), turns };
  dbOf.set(pool, one);
  return one;
}

export function openPool(where: pg.PoolConfig, purpose: OpenOptions['purpose'], log: Log): pg.Pool {
  const limits =
    purpose === 'serve'
      ? { statement_timeout: STATEMENT_TIMEOUT, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION }
      : { max: 2 };
  const options: PoolOptions = {
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
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

/** `pool.end()` does not wait until its connections are closed. A server that stops before that reports them as lost. */
function watchConnections(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  let whenNone = () => {};
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => {
    open.delete(client);
    if (open.size === 0) whenNone();
  });
  return async () => {
    if (open.size === 0) return;
    const none = new Promise<void>((resolve) => {
      whenNone = resolve;
    });
    await Promise.race([none, sleep(CLOSING, undefined, { ref: false })]);
  };
}

/** Runs the text of a statement: a pool does, without a time limit. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string): Promise<{ rows: Row[] }>;
}

/** With the time limit of requests. */
export function limited(db: Pick<Db, 'executeQuery'>): Queryable {
  return { query: <Row>(text: string) => db.executeQuery<Row>(CompiledQuery.raw(text) as CompiledQuery<Row>) }; // by its text
}

/** Null while the database accepts writes, otherwise the reason why it does not. */
export function writesFailing(pool: pg.Pool): string | null {
  return (pool.options as PoolOptions).writes?.failure() ?? null; // `openPool` put it there
}

async function checkServer(pool: pg.Pool, { purpose, log }: OpenOptions, isOurs: boolean): Promise<void> {
  if (!isOurs) await refuseTransactionPooling(pool);
  const { version, encoding, fsync, synchronous, is_standby, is_losing } = await settingsOf(pool);
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST_VERSION) {
    throw databaseUnavailable(`The database is PostgreSQL ${major}; Masthead needs ${OLDEST_VERSION} or newer.`);
  }
  if (encoding !== 'UTF8') throw databaseUnavailable(`The database's encoding is ${encoding}; Masthead needs UTF8.`);
  // The service cannot migrate or work on one; in a failover it becomes the primary.
  if (is_standby && purpose === 'serve') throw Object.assign(new Error('it is a standby'), { code: READ_ONLY });
  for (const [name, value] of Object.entries({ fsync, synchronous_commit: synchronous })) {
    if (value === 'off') {
      log('warn', `${name} is off on this PostgreSQL: A CRASH CAN LOSE ACKNOWLEDGED WRITES. Switch it on.`);
    }
  }
  if (is_losing && purpose === 'serve') log('warn', LOSING);
}

async function settingsOf(pool: pg.Pool) {
  const { rows } = await pool.query<
    Record<'version' | 'encoding' | 'fsync' | 'synchronous', string> & Record<'is_standby' | 'is_losing', boolean>
  >(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous,
            pg_is_in_recovery() as is_standby,
            exists (select from pg_stat_replication) and
              (current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('off', 'local')) as is_losing`,
  );
  if (!rows[0]) throw databaseUnavailable('The database did not answer a query.');
  return rows[0];
}

function cannotReach(error: unknown): string {
  return `The database cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`;
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
