import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { databaseAccount } from './account.ts';
import { usableBinaries } from './binaries.ts';
import { prepareCluster, ROLE } from './cluster.ts';
import { pgdataOf, prepareDataDir } from './data-folder.ts';
import { endSession, keepsAlive, otherSessions } from './owner-lock.ts';
import { type Hold, type Purpose, takeHold } from './ownership.ts';
import type { BinaryPlace, Log } from './place.ts';
import { cameTrue, isPostmaster, livePostmaster, signalPostmaster } from './postmaster.ts';
import { PORT, removeTemporary } from './socket-folder.ts';

export interface EmbeddedDatabase {
  /** `host` is the folder of the socket. */
  connection: { host: string; port: number; user: string; database: string };
  /** A clean stop when the server is ours; otherwise just lets go. */
  stop(): Promise<void>;
}

export interface OpenOptions {
  purpose: Purpose;
  log: Log;
  /** Further PostgreSQL settings, for tests. */
  settings?: Record<string, string>;
}

const FIRST_RESTART_MS = 200;
const LAST_RESTART_MS = 5_000;
/** A server that ran this long has not failed at once: the next restart is quick again. */
const RAN_WELL_MS = 60_000;
const GUESTS_MS = 20_000;
const SMART_MS = 5_000;
const FAST_MS = 10_000;
const IMMEDIATE_MS = 6_000;
const GUEST_POLL_MS = 50;

export async function openEmbedded(dataDir: string, options: OpenOptions): Promise<EmbeddedDatabase> {
  const stopping = new AbortController();
  const place = await preparePlace(resolve(dataDir), options, stopping.signal);
  const hold: Hold = {};
  try {
    await takeHold(place, options.purpose, hold);
  } catch (error) {
    await shutDown(place, hold);
    if (hold.socketFolder && !hold.server) removeTemporary(hold.socketFolder);
    throw error;
  }
  const supervision = options.purpose === 'serve' ? supervise(place, hold) : undefined;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await supervision?.ended();
    if (hold.session) keepsAlive(hold.session, true);
    if (options.purpose === 'command') await letGuestsFinish(place, hold);
    await shutDown(place, hold);
  };
  return {
    connection: { host: hold.server?.host ?? '', port: hold.server?.port ?? PORT, user: ROLE, database: ROLE },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function preparePlace(dataDir: string, options: OpenOptions, stopping: AbortSignal): Promise<BinaryPlace> {
  const folder = prepareDataDir(dataDir, databaseAccount(pgdataOf(dataDir)), options.log);
  const account = databaseAccount(pgdataOf(folder));
  const place: BinaryPlace = {
    dataDir: folder,
    pgdata: pgdataOf(folder),
    logFile: join(folder, 'postgres.log'),
    account,
    binaries: usableBinaries(account, folder),
    settings: options.settings ?? {},
    log: options.log,
    stopping,
  };
  await prepareCluster(place);
  return place;
}

/**
 * The owner's session ends with the server, however it ends, and also when a crash of one session makes the server
 * restart all of them: so its end is the one sign to watch for.
 */
function supervise(place: BinaryPlace, hold: Hold): { ended(): Promise<void> } {
  let delay = FIRST_RESTART_MS;
  let recovery = Promise.resolve();
  const watch = () => {
    const since = Date.now();
    hold.session?.once('end', () => {
      if (place.stopping.aborted) return;
      if (Date.now() - since > RAN_WELL_MS) delay = FIRST_RESTART_MS;
      hold.session = undefined;
      recovery = recover();
    });
  };
  const recover = async () => {
    place.log('error', `PostgreSQL in ${place.pgdata} ended or dropped us; starting it again.`);
    while (!(await restarted(place, hold, delay))) {
      if (place.stopping.aborted) return;
      delay = Math.min(delay * 2, LAST_RESTART_MS);
    }
    delay = Math.min(delay * 2, LAST_RESTART_MS);
    watch();
  };
  watch();
  return { ended: () => recovery };
}

async function restarted(place: BinaryPlace, hold: Hold, delay: number): Promise<boolean> {
  try {
    await sleep(delay, undefined, { signal: place.stopping });
    await takeHold(place, 'serve', hold);
    place.log('info', `PostgreSQL in ${place.pgdata} is back.`);
    return true;
  } catch (error) {
    if (!place.stopping.aborted) place.log('error', error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Another command may be using the server that we started; it has a bounded time to finish, first undisturbed. */
async function letGuestsFinish(place: BinaryPlace, hold: Hold): Promise<void> {
  if (!hold.guardian || !hold.session) return;
  try {
    await guestsGone(hold.session, GUESTS_MS);
    // From here on the server takes no new sessions. Ours keeps the owner's lock until the server is gone: were it free
    // before, a waiting start would take it and own a server that is shutting down.
    signalPostmaster(place.pgdata, 'SIGTERM');
    await guestsGone(hold.session, SMART_MS);
  } catch {
    // The server is gone, and the guests with it.
  }
}

async function guestsGone(session: pg.Client, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while ((await otherSessions(session)) > 0 && Date.now() < end) await sleep(GUEST_POLL_MS);
}

async function shutDown(place: BinaryPlace, hold: Hold): Promise<void> {
  const { guardian, session } = hold;
  if (guardian) {
    await stopServer(place, guardian.letFall, () => guardian.hasExited() && !livePostmaster(place.pgdata));
    if (hold.socketFolder) removeTemporary(hold.socketFolder);
  }
  if (session) await endSession(session);
}

/** The signal and the life line say the same; the line also reaches a server that has not written its pid file yet. */
async function stopServer(place: BinaryPlace, letFall: () => void, isLetGo: () => boolean): Promise<void> {
  const pid = livePostmaster(place.pgdata)?.pid;
  // It removes its pid file a moment before it ends.
  const isGone = () => isLetGo() && !(pid && isPostmaster(pid, place.pgdata));
  signalPostmaster(place.pgdata, 'SIGINT');
  letFall();
  if (await cameTrue(isGone, FAST_MS)) return;
  place.log('warn', `PostgreSQL in ${place.pgdata} has not stopped in ${FAST_MS / 1000} s; ending it at once.`);
  signalPostmaster(place.pgdata, 'SIGQUIT');
  if (await cameTrue(isGone, IMMEDIATE_MS)) return;
  place.log('error', `PostgreSQL in ${place.pgdata} does not end; look at ${place.logFile}.`);
}
