import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable } from '../../core/errors.ts';
import { type Guardian, guardNewServer } from './guardian.ts';
import { closeLogFile, type LogFile, openLogFile, writtenSince } from './log-file.ts';
import { type Address, ping, sqlState } from './owner-lock.ts';
import type { BinaryPlace } from './place.ts';
import { livePostmaster, type Postmaster, readPostmaster } from './postmaster.ts';
import { chooseSocketFolder, clearStaleSocketLock, isPrivate, isTemporary, PORT } from './socket-folder.ts';
import { postgresFailure } from './trouble.ts';

export interface RunningServer extends Address {
  pid: number;
}

/** A server that we have started; it answers when `ready` resolves, and with false if another start came first. */
export interface StartedServer {
  host: string;
  guardian: Guardian;
  ready: () => Promise<boolean>;
}

const POLL_MS = 25;
const PROGRESS_EVERY_MS = 3_000;
const SOCKET_GONE_AFTER_MS = 15_000;
const CANNOT_CONNECT_NOW = '57P03';
/** What a connection says while a server starts or goes: shutdowns, a socket not yet or no longer there, a broken one. */
const PASSING = [CANNOT_CONNECT_NOW, '57P01', '57P02', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
/** Another start was faster, or sessions of a killed server have not noticed yet. */
const NOT_YET = /lock file ".*" already exists|pre-existing shared memory block .* is still in use/;

const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_connections: '100',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // Every build has pglz alone, which takes two thirds of the time of an import into large indexes; the disk can write more.
  wal_compression: 'off',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The server that runs on this folder, once it answers; waits while one starts, recovers or stops. */
export async function findServer(place: BinaryPlace): Promise<RunningServer | undefined> {
  const progress = progressLine(place);
  for (;;) {
    const found = readPostmaster(place.pgdata);
    if (!found) return undefined;
    const answer = await addressAnswer(place, found);
    if (answer === 'ready') return { pid: found.pid, host: found.socketFolder ?? '', port: found.port };
    if (answer === 'silent' && !livePostmaster(place.pgdata)) return undefined;
    if (answer === 'silent' && found.status === 'ready') requireSocket(place, found, progress.waitedMs());
    progress.tell(found.status === 'stopping' ? 'stop' : 'start');
    await sleep(POLL_MS, undefined, { signal: place.stopping });
  }
}

export function startServer(place: BinaryPlace, keptFolder: string | undefined): StartedServer {
  const former = readPostmaster(place.pgdata);
  const folder = keptFolder ?? chooseSocketFolder(place, former);
  clearStaleSocketLock(folder, place.pgdata);
  const logFile = openLogFile(place);
  const guardian = guardNewServer(place, serverArguments(place, folder), {
    logFd: logFile.fd,
    // PostgreSQL takes a pid file for stale when it names this process: it would stop at a pid that now belongs to
    // something else, and removing the file ourselves would lose its check for sessions of the killed server.
    env: former && !livePostmaster(place.pgdata) ? { PG_GRANDPARENT_PID: String(former.pid) } : {},
    temporaryFolder: isTemporary(folder) ? folder : undefined,
  });
  return { host: folder, guardian, ready: () => becomesReady(place, guardian, logFile) };
}

export const isPassing = (error: unknown) =>
  PASSING.includes(sqlState(error)) || (error instanceof Error && /timeout|terminated/.test(error.message));

async function becomesReady(place: BinaryPlace, guardian: Guardian, logFile: LogFile): Promise<boolean> {
  const progress = progressLine(place);
  try {
    for (;;) {
      const found = readPostmaster(place.pgdata);
      // Only our own: in a race the other start's server answers at the same address.
      const isOurs = found !== undefined && found.pid === guardian.serverPid();
      if (isOurs && (await addressAnswer(place, found)) === 'ready') return true;
      if (guardian.hasExited()) return notStarted(place, writtenSince(logFile));
      progress.tell('start');
      await sleep(POLL_MS, undefined, { signal: place.stopping });
    }
  } finally {
    closeLogFile(logFile);
  }
}

function notStarted(place: BinaryPlace, output: string): false {
  if (NOT_YET.test(output)) return false;
  throw postgresFailure(`Starting PostgreSQL (its log is ${place.logFile})`, place.dataDir, output);
}

/** 'silent': no one listens there; 'busy': a server says to come back later. */
async function addressAnswer(
  place: BinaryPlace,
  { socketFolder, port }: Postmaster,
): Promise<'ready' | 'busy' | 'silent'> {
  if (!socketFolder || !isPrivate(socketFolder, place.account)) return 'silent';
  try {
    await ping({ host: socketFolder, port });
    return 'ready';
  } catch (error) {
    if (!isPassing(error)) throw databaseUnavailable(`PostgreSQL in ${place.pgdata} refuses us: ${String(error)}`);
    return sqlState(error) === CANNOT_CONNECT_NOW ? 'busy' : 'silent';
  }
}

function requireSocket({ pgdata }: BinaryPlace, { pid, socketFolder }: Postmaster, waitedMs: number): void {
  if (waitedMs < SOCKET_GONE_AFTER_MS) return;
  throw databaseUnavailable(
    `PostgreSQL (pid ${pid}) runs on ${pgdata} but its socket in ${socketFolder} is gone or open to other accounts; stop it with "kill -INT ${pid}" and start again.`,
  );
}

function serverArguments(place: BinaryPlace, folder: string): string[] {
  // A list of quoted names, for a path may hold a comma.
  const unix_socket_directories = `"${folder.replaceAll('"', '""')}"`;
  const settings = { ...SETTINGS, unix_socket_directories, ...place.settings };
  return ['-D', place.pgdata, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function progressLine({ log, pgdata }: BinaryPlace) {
  const began = Date.now();
  let told = began;
  return {
    waitedMs: () => Date.now() - began,
    tell(what: 'start' | 'stop') {
      if (Date.now() - told < PROGRESS_EVERY_MS) return;
      told = Date.now();
      log('info', `Waiting for PostgreSQL in ${pgdata} to ${what} (${Math.round((told - began) / 1000)} s).`);
    },
  };
}
