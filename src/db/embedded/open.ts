import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { databaseAccount } from './account.ts';
import { type Binaries, usableBinaries } from './binaries.ts';
import { prepareCluster, ROLE } from './cluster.ts';
import { pgdataOf, prepareDataDir } from './data-folder.ts';
import type { Installation, Log } from './installation.ts';
import { endSession, keepProcessAlive, otherSessions } from './owner-lock.ts';
import { acquireServer, type Purpose, type ServerHandle } from './ownership.ts';
import { isPostmaster, livePostmaster, signalPostmaster, waitUntil } from './postmaster.ts';
import { PORT, removeTemporary } from './socket-folder.ts';

export interface EmbeddedDatabase {
  /** `host` is the folder of the socket. */
  connection: { host: string; port: number; user: string; database: string };
  /** Stops the server cleanly if this process owns it; otherwise only disconnects. */
  stop(): Promise<void>;
}

export interface OpenOptions {
  purpose: Purpose;
  log: Log;
  /** Further PostgreSQL settings. */
  settings?: Record<string, string>;
  /** Other programs than those of this release: for a database of another major version. */
  binaries?: Binaries;
}

const FIRST_RESTART_MS = 200;
const LAST_RESTART_MS = 5_000;
/** After a run of this length the delay before a restart is short again. */
const RAN_WELL_MS = 60_000;
const GUESTS_MS = 20_000;
const SMART_MS = 5_000;
const FAST_MS = 10_000;
const IMMEDIATE_MS = 6_000;
const GUEST_POLL_MS = 50;

export async function openEmbedded(dataDir: string, options: OpenOptions): Promise<EmbeddedDatabase> {
  const stopping = new AbortController();
  const installation = await prepareInstallation(resolve(dataDir), options, stopping.signal);
  const handle: ServerHandle = {};
  try {
    await acquireServer(installation, options.purpose, handle);
  } catch (error) {
    await shutDown(installation, handle);
    if (handle.socketFolder && !handle.server) removeTemporary(handle.socketFolder);
    throw error;
  }
  const supervision = options.purpose === 'serve' ? supervise(installation, handle) : undefined;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await supervision?.ended();
    if (handle.session) keepProcessAlive(handle.session, true);
    if (options.purpose === 'command') await letGuestsFinish(installation, handle);
    await shutDown(installation, handle);
  };
  return {
    connection: { host: handle.server?.host ?? '', port: handle.server?.port ?? PORT, user: ROLE, database: ROLE },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function prepareInstallation(
  dataDir: string,
  options: OpenOptions,
  stopping: AbortSignal,
): Promise<Installation> {
  const folder = prepareDataDir(dataDir, databaseAccount(pgdataOf(dataDir)), options.log);
  const account = databaseAccount(pgdataOf(folder));
  const installation: Installation = {
    dataDir: folder,
    pgdata: pgdataOf(folder),
    logFile: join(folder, 'postgres.log'),
    account,
    binaries: options.binaries ?? usableBinaries(account, folder),
    settings: options.settings ?? {},
    log: options.log,
    stopping,
  };
  await prepareCluster(installation);
  return installation;
}

/**
 * Restarts the server when the owner's session ends: it ends with the server, and also when one session crashes and the
 * server therefore drops all of them.
 */
function supervise(installation: Installation, handle: ServerHandle): { ended(): Promise<void> } {
  let delay = FIRST_RESTART_MS;
  let recovery = Promise.resolve();
  const watch = () => {
    const since = Date.now();
    handle.session?.once('end', () => {
      if (installation.stopping.aborted) return;
      if (Date.now() - since > RAN_WELL_MS) delay = FIRST_RESTART_MS;
      handle.session = undefined;
      recovery = recover();
    });
  };
  const recover = async () => {
    installation.log('error', `PostgreSQL in ${installation.pgdata} stopped or closed our session; restarting it.`);
    while (!(await restarted(installation, handle, delay))) {
      if (installation.stopping.aborted) return;
      delay = Math.min(delay * 2, LAST_RESTART_MS);
    }
    delay = Math.min(delay * 2, LAST_RESTART_MS);
    watch();
  };
  watch();
  return { ended: () => recovery };
}

async function restarted(installation: Installation, handle: ServerHandle, delay: number): Promise<boolean> {
  try {
    await sleep(delay, undefined, { signal: installation.stopping });
    await acquireServer(installation, 'serve', handle);
    installation.log('info', `PostgreSQL in ${installation.pgdata} is back.`);
    return true;
  } catch (error) {
    if (!installation.stopping.aborted)
      installation.log('error', error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Another command may be using the server that we started: gives it time to finish, then asks for a smart shutdown. */
async function letGuestsFinish(installation: Installation, handle: ServerHandle): Promise<void> {
  if (!handle.guardian || !handle.session) return;
  try {
    await guestsGone(handle.session, GUESTS_MS);
    // From here on the server accepts no new sessions. Ours keeps the owner's lock until the server has ended: otherwise a
    // waiting start would take it and own a server that is shutting down.
    signalPostmaster(installation.pgdata, 'SIGTERM');
    await guestsGone(handle.session, SMART_MS);
  } catch {
    // The server has ended, and with it the other sessions.
  }
}

async function guestsGone(session: pg.Client, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while ((await otherSessions(session)) > 0 && Date.now() < end) await sleep(GUEST_POLL_MS);
}

async function shutDown(installation: Installation, handle: ServerHandle): Promise<void> {
  const { guardian, session } = handle;
  if (guardian) {
    await stopServer(
      installation,
      guardian.shutDown,
      () => guardian.hasExited() && !livePostmaster(installation.pgdata),
    );
    if (handle.socketFolder) removeTemporary(handle.socketFolder);
  }
  if (session) await endSession(session);
}

/** The signal and the guardian do the same; the guardian also reaches a server that has not written its pid file yet. */
async function stopServer(installation: Installation, shutDown: () => void, hasEnded: () => boolean): Promise<void> {
  const pid = livePostmaster(installation.pgdata)?.pid;
  // A server removes its pid file a moment before it ends.
  const isGone = () => hasEnded() && !(pid && isPostmaster(pid, installation.pgdata));
  signalPostmaster(installation.pgdata, 'SIGINT');
  shutDown();
  if (await waitUntil(isGone, FAST_MS)) return;
  installation.log(
    'warn',
    `PostgreSQL in ${installation.pgdata} has not stopped in ${FAST_MS / 1000} s; sending SIGQUIT.`,
  );
  signalPostmaster(installation.pgdata, 'SIGQUIT');
  if (await waitUntil(isGone, IMMEDIATE_MS)) return;
  installation.log('error', `PostgreSQL in ${installation.pgdata} does not stop; see ${installation.logFile}.`);
}
