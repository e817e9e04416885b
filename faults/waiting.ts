/** Waits for conditions, and blocks the service at a chosen statement. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Stage } from './stage.ts';

const TIMEOUT_MS = 60_000;
const POLL_MS = 10;

export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  withinMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms for ${what}.`);
    await sleep(POLL_MS);
  }
}

export interface Blocked {
  /** A transaction of the service is blocked there. */
  reached(): Promise<void>;
  release(): Promise<void>;
}

/** The advisory lock that the trigger waits for; an otherwise unused number. */
const LOCK = 20_260_705;

/** Blocks every transaction that reaches `event` (such as `after insert on webhook_attempt`) in a trigger. */
export async function blockAt(stage: Stage, event: string): Promise<Blocked> {
  const table = event.split(' ').at(-1);
  const holder = new pg.Client(stage.connection);
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  await stage.query(`create or replace function hold_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${LOCK}); return null; end $$`);
  await stage.query(`create or replace trigger hold_here ${event} for each statement execute function hold_here()`);
  const standing = `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  return {
    reached: () => until(async () => (await stage.query(standing)).length > 0, `a transaction ${event}`),
    async release() {
      await holder.end();
      await stage.query(`drop trigger hold_here on ${table}`);
    },
  };
}
