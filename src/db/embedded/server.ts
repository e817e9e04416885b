import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable } from '../../core/errors.ts';
import { postgresFailure } from './failures.ts';
import { type Guardian, guardNewServer } from './guardian.ts';
import type { Installation } from './installation.ts';
import { closeLogFile, type LogFile, openLogFile, writtenSince } from './log-file.ts';
import { type Address, ping, sqlState } from './owner-lock.ts';
import { livePostmaster, type Postmaster, readPostmaster } from './postmaster.ts';
import { chooseSocketFolder, clearStaleSocketLock, isPrivate, isTemporary, PORT } from './socket-folder.ts';

export interface RunningServer extends Address {
  pid: number;
}

/** A server that we have started. `ready` resolves when it accepts connections, with false if another start was first. */
export interface StartedServer {
  host: string;
  guardian: Guardian;
  ready: () => Promise<boolean>;
}

const POLL_MS = 25;
const PROGRESS_EVERY_MS = 3_000;
const SOCKET_GONE_AFTER_MS = 15_000;
const CANNOT_CONNECT_NOW = '57P03';
/** Errors of connections while a server starts or stops. */
const TRANSIENT = [CANNOT_CONNECT_NOW, '57P01', '57P02', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
/** Another start was first, or sessions of a killed server have not noticed yet. */
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
  // Less disk for 13 % more WAL during an import (docs/decisions/015).
  max_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // All our builds have only pglz, which took two thirds of the time of an import into large indexes.
  wal_compression: 'off',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The server that runs on this folder, once it accepts connections; waits while one starts, recovers or stops. */
export async function findServer(installation: Installation): Promise<RunningServer | undefined> {
  const progress = progressLine(installation);
  for (;;) {
    const found = readPostmaster(installation.pgdata);
    if (!found) return undefined;
    const answer = await addressAnswer(installation, found);
    if (answer === 'ready') return { pid: found.pid, host: found.socketFolder ?? '', port: found.port };
    if (answer === 'silent' && !livePostmaster(installation.pgdata)) return undefined;
    if (answer === 'silent' && found.status === 'ready') requireSocket(installation, found, progress.waitedMs());
    progress.report(found.status === 'stopping' ? 'stop' : 'start');
    await sleep(POLL_MS, undefined, { signal: installation.stopping });
  }
}

export function startServer(installation: Installation, keptFolder: string | undefined): StartedServer {
  const former = readPostmaster(installation.pgdata);
  const folder = keptFolder ?? chooseSocketFolder(installation, former);
  clearStaleSocketLock(folder, installation.pgdata);
  const logFile = openLogFile(installation);
  const guardian = guardNewServer(installation, serverArguments(installation, folder), {
    logFd: logFile.fd,
    // PostgreSQL treats a pid file that names this variable's process as stale. Otherwise it would refuse to start when the
    // pid now belongs to another process; if we removed the file, it would not check for sessions of the killed server.
    env: former && !livePostmaster(installation.pgdata) ? { PG_GRANDPARENT_PID: String(former.pid) } : {},
    temporaryFolder: isTemporary(folder) ? folder : undefined,
  });
  return { host: folder, guardian, ready: () => becomesReady(installation, guardian, logFile) };
}

export const isTransient = (error: unknown) =>
  TRANSIENT.includes(sqlState(error)) || (error instanceof Error && /timeout|terminated/.test(error.message));

async function becomesReady(installation: Installation, guardian: Guardian, logFile: LogFile): Promise<boolean> {
  const progress = progressLine(installation);
  try {
    for (;;) {
      const found = readPostmaster(installation.pgdata);
      // In a race, the server of the other start answers at the same address.
      const isOurs = found !== undefined && found.pid === guardian.serverPid();
      if (isOurs && (await addressAnswer(installation, found)) === 'ready') return true;
      if (guardian.hasExited()) return notStarted(installation, writtenSince(logFile));
      progress.report('start');
      await sleep(POLL_MS, undefined, { signal: installation.stopping });
    }
  } finally {
    closeLogFile(logFile);
  }
}

function notStarted(installation: Installation, output: string): false {
  if (NOT_YET.test(output)) return false;
  throw postgresFailure(`Starting PostgreSQL (its log is ${installation.logFile})`, installation.dataDir, output);
}

/** 'silent': no server listens; 'busy': it does not accept connections yet. */
async function addressAnswer(
  installation: Installation,
  { socketFolder, port }: Postmaster,
): Promise<'ready' | 'busy' | 'silent'> {
  if (!socketFolder || !isPrivate(socketFolder, installation.account)) return 'silent';
  try {
    await ping({ host: socketFolder, port });
    return 'ready';
  } catch (error) {
    if (!isTransient(error))
      throw databaseUnavailable(`PostgreSQL in ${installation.pgdata} rejects connections: ${String(error)}`);
    return sqlState(error) === CANNOT_CONNECT_NOW ? 'busy' : 'silent';
  }
}

function requireSocket({ pgdata }: Installation, { pid, socketFolder }: Postmaster, waitedMs: number): void {
  if (waitedMs < SOCKET_GONE_AFTER_MS) return;
  throw databaseUnavailable(
    `PostgreSQL (pid ${pid}) runs on ${pgdata} but its socket in ${socketFolder} is gone or open to other accounts; stop it with "kill -INT ${pid}" and start again.`,
  );
}

function serverArguments(installation: Installation, folder: string): string[] {
  // The setting is a list; quotes allow commas in a path.
  const unix_socket_directories = `"${folder.replaceAll('"', '""')}"`;
  const settings = { ...SETTINGS, unix_socket_directories, ...installation.settings };
  return [
    '-D',
    installation.pgdata,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function progressLine({ log, pgdata }: Installation) {
  const began = Date.now();
  let reportedAt = began;
  return {
    waitedMs: () => Date.now() - began,
    report(what: 'start' | 'stop') {
      if (Date.now() - reportedAt < PROGRESS_EVERY_MS) return;
      reportedAt = Date.now();
      log('info', `Waiting for PostgreSQL in ${pgdata} to ${what} (${Math.round((reportedAt - began) / 1000)} s).`);
    },
  };
}
