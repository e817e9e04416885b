/** Says once that the database is away and once that it is back, and how long to wait between tries. */
import type { Log } from '../db/connect.ts';

export interface Outage {
  pauseMs(error: unknown): number;
  end(): void;
}

const FIRST_PAUSE_MS = 100;
/** Work goes on within 5 s of the database's return: this, and the 3 s that a connection may take. */
const LONGEST_PAUSE_MS = 1_000;

/** `what` stands still while the database is away: `Jobs`. */
export function newOutage(log: Log, what: string): Outage {
  let failures = 0;
  return {
    pauseMs(error) {
      failures += 1;
      if (failures === 1) log('error', `${what} stand still, the queue cannot be read: ${(error as Error).message}`);
      return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    },
    end() {
      if (failures > 0) log('info', `${what} go on: the queue can be read again.`);
      failures = 0;
    },
  };
}
