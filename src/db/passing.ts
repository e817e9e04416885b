/** Which failures of the database pass by themselves, and waiting until they have. */
import { setTimeout as sleep } from 'node:timers/promises';

/** SQLSTATE classes and codes: connections, resources, shutdown and start, idle transactions, locks and serialisation. */
const PASSING = /^(08|53|57P|25P03|55P03|40001|40P01)/;
/** A standby, or a primary that is being demoted. */
export const READ_ONLY = '25006';
const NETWORK = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** `pg` reports these without a code. */
const PG_WORDS = /connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

export interface Patience {
  /** How long to wait, in milliseconds. */
  ms: number;
  /** Called at the first failure. */
  onWait?: (reason: string) => void;
  /** Ends the wait with an error. */
  signal?: AbortSignal | undefined;
}

/** Whether the database is unavailable for a while, or refused this statement only because of others. */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return PASSING.test(code) || NETWORK.test(code) || PG_WORDS.test(message);
}

/** Asks again while the database is starting, failing over or away. */
export async function whenThere<T>(ask: () => Promise<T>, { ms, onWait, signal }: Patience): Promise<T> {
  const deadline = performance.now() + ms;
  for (let pause = FIRST_PAUSE_MS, isFirst = true; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS), isFirst = false) {
    try {
      return await ask();
    } catch (error) {
      const mayPass = isPassing(error) || (error as { code?: string }).code === READ_ONLY;
      if (!mayPass || performance.now() > deadline) throw error;
      if (isFirst) onWait?.(reasonOf(error));
      await sleep(pause, undefined, { signal });
    }
  }
}

/** A host with several addresses fails once for each. */
export function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : (error as Error).message;
}
