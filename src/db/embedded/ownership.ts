import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { alreadyInUse, databaseUnavailable } from '../../core/errors.ts';
import { type Guardian, guardRunningServer } from './guardian.ts';
import { ensureDatabase, guestSession, keepsAlive, type LockAnswer, tryOwnerLock } from './owner-lock.ts';
import type { BinaryPlace } from './place.ts';
import { findServer, isPassing, type RunningServer, startServer } from './server.ts';

export type Purpose = 'serve' | 'command';

/** What we have of the server; an owner has a guardian, a guest has none. */
export interface Hold {
  server?: RunningServer | undefined;
  session?: pg.Client | undefined;
  guardian?: Guardian | undefined;
  /** Kept across restarts, so that pools find the new server at the old address. */
  socketFolder?: string | undefined;
}

/** The application name of a command's sessions. */
const COMMAND = 'masthead command';
/** A killed owner's session ends a moment after it. */
const SERVE_GRACE_MS = 2_000;
const COMMAND_GRACE_MS = 30_000;
const RETRY_MS = 100;
/** Sessions of a killed server may be at work for a while before they notice. */
const START_PATIENCE_MS = 60_000;

/** Looks and acts until a server runs that we own (`serve`), or own or may use (`command`). */
export async function takeHold(place: BinaryPlace, purpose: Purpose, hold: Hold): Promise<void> {
  const began = Date.now();
  for (;;) {
    try {
      if (await tryOnce(place, purpose, hold, began)) return;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    if (Date.now() - began > START_PATIENCE_MS) {
      throw databaseUnavailable(`PostgreSQL in ${place.pgdata} did not come up; its log is ${place.logFile}.`);
    }
    await sleep(RETRY_MS, undefined, { signal: place.stopping });
  }
}

async function tryOnce(place: BinaryPlace, purpose: Purpose, hold: Hold, began: number): Promise<boolean> {
  const server = (await findServer(place)) ?? (await startOwn(place, hold));
  if (!server) return false;
  if (hold.guardian && hold.guardian.serverPid() !== server.pid) releaseGuardian(hold);
  await ensureDatabase(server);
  if (purpose === 'command' && !hold.guardian) {
    adopt(hold, server, await guestSession(server, COMMAND));
    return true;
  }
  const answer = await tryOwnerLock(server, `masthead ${purpose}`);
  if ('session' in answer) {
    hold.guardian ??= guardRunningServer(place, server.pid);
    adopt(hold, server, answer.session);
    return true;
  }
  // Another start took the lock of the server that we had just started: it is theirs.
  releaseGuardian(hold);
  if (purpose === 'serve') refuseSecond(place, answer, Date.now() - began);
  return false;
}

function releaseGuardian(hold: Hold): void {
  hold.guardian?.leave();
  hold.guardian = undefined;
}

async function startOwn(place: BinaryPlace, hold: Hold): Promise<RunningServer | undefined> {
  releaseGuardian(hold);
  const started = startServer(place, hold.socketFolder);
  hold.guardian = started.guardian;
  hold.socketFolder = started.host;
  if (await started.ready()) return findServer(place);
  hold.guardian = undefined;
  return undefined;
}

function adopt(hold: Hold, server: RunningServer, session: pg.Client): void {
  hold.server = server;
  hold.socketFolder = server.host;
  hold.session = session;
  keepsAlive(session, false);
}

/** Nobody holds the lock when its owner ended between our attempt and our question: then it is free now. */
export function mayTryAgain(heldBy: string | undefined, waitedMs: number): boolean {
  if (heldBy === undefined) return true;
  return waitedMs < (heldBy === COMMAND ? COMMAND_GRACE_MS : SERVE_GRACE_MS);
}

function refuseSecond(
  place: BinaryPlace,
  { heldBy }: Exclude<LockAnswer, { session: pg.Client }>,
  waitedMs: number,
): void {
  if (mayTryAgain(heldBy, waitedMs)) return;
  const who = heldBy === COMMAND ? 'a masthead command that is still running' : 'another Masthead';
  throw alreadyInUse(`The data folder ${place.dataDir} is in use by ${who}; stop it first, or set another DATA_DIR.`);
}
