/** Hears of new jobs over a connection of its own, which it opens again whenever it breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { WAKE_CHANNEL } from './enqueue.ts';

export interface Listener {
  stop(): Promise<void>;
}

const PAUSE_AFTER_FAILURE_MS = 500;

/** `onNews` gets a kind, or null when something may have been missed. */
export function listen(pool: pg.Pool, onNews: (kind: string | null) => void): Listener {
  const stopping = new AbortController();
  const going = keepListening();

  async function keepListening() {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce();
      } catch {
        // The worker's loop says that the database is away; until it is back, looking every second does.
      }
      await sleep(PAUSE_AFTER_FAILURE_MS, null, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function listenOnce() {
    const client = await pool.connect();
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve()); // a broken connection may tell it twice, and one that nobody hears ends the process
      client.once('end', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => onNews(payload ?? null));
    try {
      await client.query(`listen ${WAKE_CHANNEL}`);
      onNews(null);
      if (!stopping.signal.aborted) await ended;
    } finally {
      // Thrown away: a connection that goes on listening must not come back to the pool.
      client.release(true);
    }
  }

  return {
    stop() {
      stopping.abort();
      return going;
    },
  };
}
