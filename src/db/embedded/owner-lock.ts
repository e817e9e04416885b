import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROLE } from './cluster.ts';

export interface Address {
  host: string;
  port: number;
}

/** Either our session, which holds the lock until it ends, or the application name of the session that holds it. */
export type LockAnswer = { session: pg.Client } | { heldBy: string | undefined };

/** Not in our own database, so that `masthead` may be dropped and restored under a running server. */
const LOCK_DATABASE = 'postgres';
/** "MAST", "head" in ASCII. */
const LOCK_KEY = [0x4d415354, 0x68656164];
const CONNECT_TIMEOUT_MS = 5_000;
const END_TIMEOUT_MS = 1_000;
const UNDEFINED_DATABASE = '3D000';
/** Another start created it at the same time: duplicate_database or unique_violation. */
const CREATED_MEANWHILE = ['42P04', '23505'];

const TAKE_LOCK = 'select pg_try_advisory_lock($1, $2) as taken';
const LOCK_HOLDER = `
  select application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted`;
const OTHER_SESSIONS = `
  select count(*)::int as sessions from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> 'masthead serve'`;

export async function tryOwnerLock(address: Address, applicationName: string): Promise<LockAnswer> {
  const session = await connect(address, LOCK_DATABASE, applicationName);
  try {
    const { rows } = await session.query<{ taken: boolean }>(TAKE_LOCK, LOCK_KEY);
    if (rows[0]?.taken) return { session };
    const holder = await session.query<{ name: string }>(LOCK_HOLDER, LOCK_KEY);
    await endSession(session);
    return { heldBy: holder.rows[0]?.name };
  } catch (error) {
    await endSession(session);
    throw error;
  }
}

/** A session without the lock: `otherSessions` of the owner counts it. */
export const guestSession = (address: Address, applicationName: string) =>
  connect(address, LOCK_DATABASE, applicationName);

export async function otherSessions(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ sessions: number }>(OTHER_SESSIONS);
  return rows[0]?.sessions ?? 0;
}

/** Creates the database if it does not exist: on the first start, or after one that was killed before this point. */
export async function ensureDatabase(address: Address): Promise<void> {
  try {
    await endSession(await connect(address, ROLE, 'masthead start'));
  } catch (error) {
    if (sqlState(error) !== UNDEFINED_DATABASE) throw error;
    await createDatabase(address);
  }
}

/** Connects and disconnects; throws the error of the server or the socket. */
export async function ping(address: Address): Promise<void> {
  await endSession(await connect(address, LOCK_DATABASE, 'masthead start'));
}

/** An idle session must not keep the process alive; one that waits for an answer must. */
export function keepProcessAlive(session: pg.Client, keeps: boolean): void {
  // `ref` and `unref` are missing in the types.
  const handle = session as pg.Client & { ref(): void; unref(): void };
  if (keeps) handle.ref();
  else handle.unref();
}

export async function endSession(session: pg.Client): Promise<void> {
  const timeout = new AbortController();
  const late = sleep(END_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {});
  await Promise.race([session.end().catch(() => {}), late]);
  timeout.abort();
}

export const sqlState = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

async function createDatabase(address: Address): Promise<void> {
  const session = await connect(address, LOCK_DATABASE, 'masthead start');
  try {
    await session.query(`create database ${ROLE}`);
  } catch (error) {
    if (!CREATED_MEANWHILE.includes(sqlState(error))) throw error;
  } finally {
    await endSession(session);
  }
}

async function connect({ host, port }: Address, database: string, applicationName: string): Promise<pg.Client> {
  const session = new pg.Client({
    host,
    port,
    user: ROLE,
    database,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ssl: false,
  });
  // 'end' reports a lost connection; an unhandled 'error' would crash Node.
  session.on('error', () => {});
  await session.connect();
  return session;
}
