import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { alreadyInUse, databaseUnavailable } from '../../core/errors.ts';
import { type Guardian, guardRunningServer } from './guardian.ts';
import type { Installation } from './installation.ts';
import { ensureDatabase, guestSession, keepProcessAlive, type LockAnswer, tryOwnerLock } from './owner-lock.ts';
import { findServer, isTransient, type RunningServer, startServer } from './server.ts';

export type Purpose = 'serve' | 'command';

/** Our connection to the server. The owner has a guardian, other processes have none. */
export interface ServerHandle {
  server?: RunningServer | undefined;
  session?: pg.Client | undefined;
  guardian?: Guardian | undefined;
  /** Kept across restarts, so that pools find the new server at the old address. */
  socketFolder?: string | undefined;
}

/** The application name of a command's sessions. */
const COMMAND = 'masthead command';
/** The session of a killed owner ends a moment later. */
const SERVE_GRACE_MS = 2_000;
const COMMAND_GRACE_MS = 30_000;
const RETRY_MS = 100;
/** Sessions of a killed server may work on for a while before they notice. */
const START_TIMEOUT_MS = 60_000;

/** Finds or starts a server, and retries until we own it (`serve`), or own it or have a session on it (`command`). */
export async function acquireServer(installation: Installation, purpose: Purpose, handle: ServerHandle): Promise<void> {
  const began = Date.now();
  for (;;) {
    try {
      if (await tryOnce(installation, purpose, handle, began)) return;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    if (Date.now() - began > START_TIMEOUT_MS) {
      throw databaseUnavailable(
        `PostgreSQL in ${installation.pgdata} did not start in time; its log is ${installation.logFile}.`,
      );
    }
    await sleep(RETRY_MS, undefined, { signal: installation.stopping });
  }
}

async function tryOnce(
  installation: Installation,
  purpose: Purpose,
  handle: ServerHandle,
  began: number,
): Promise<boolean> {
  const server = (await findServer(installation)) ?? (await startOwn(installation, handle));
  if (!server) return false;
  if (handle.guardian && handle.guardian.serverPid() !== server.pid) releaseGuardian(handle);
  await ensureDatabase(server);
  if (purpose === 'command' && !handle.guardian) {
    adopt(handle, server, await guestSession(server, COMMAND));
    return true;
  }
  const answer = await tryOwnerLock(server, `masthead ${purpose}`);
  if ('session' in answer) {
    handle.guardian ??= guardRunningServer(installation, server.pid);
    adopt(handle, server, answer.session);
    return true;
  }
  // Another start took the lock of the server that we had just started, and owns it now.
  releaseGuardian(handle);
  if (purpose === 'serve') refuseSecond(installation, answer, Date.now() - began);
  return false;
}

function releaseGuardian(handle: ServerHandle): void {
  handle.guardian?.release();
  handle.guardian = undefined;
}

async function startOwn(installation: Installation, handle: ServerHandle): Promise<RunningServer | undefined> {
  releaseGuardian(handle);
  const started = startServer(installation, handle.socketFolder);
  handle.guardian = started.guardian;
  handle.socketFolder = started.host;
  if (await started.ready()) return findServer(installation);
  handle.guardian = undefined;
  return undefined;
}

function adopt(handle: ServerHandle, server: RunningServer, session: pg.Client): void {
  handle.server = server;
  handle.socketFolder = server.host;
  handle.session = session;
  keepProcessAlive(session, false);
}

/** `heldBy` is undefined if the owner ended between the two queries: then the lock is free now. */
export function mayTryAgain(heldBy: string | undefined, waitedMs: number): boolean {
  if (heldBy === undefined) return true;
  return waitedMs < (heldBy === COMMAND ? COMMAND_GRACE_MS : SERVE_GRACE_MS);
}

function refuseSecond(
  installation: Installation,
  { heldBy }: Exclude<LockAnswer, { session: pg.Client }>,
  waitedMs: number,
): void {
  if (mayTryAgain(heldBy, waitedMs)) return;
  const who = heldBy === COMMAND ? 'a masthead command that is still running' : 'another Masthead';
  throw alreadyInUse(
    `The data folder ${installation.dataDir} is in use by ${who}; stop it first, or set another DATA_DIR.`,
  );
}
