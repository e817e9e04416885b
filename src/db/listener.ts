/**
 * A connection apart from the pool, for which nothing has to queue: it hears what other processes tell, and asks what
 * must be answered whatever the load. It opens itself again whenever it breaks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Gets what was told, or null when something may have been missed. */
export type NotificationHandler = (payload: string | null) => void;

export interface Listener {
  /** Answers how to stop hearing. */
  on(channel: string, heard: NotificationHandler): () => void;
  /** Fails at once while there is no connection. */
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface ListenerOptions {
  /** False: notifications are not listened for, as if they all were lost. */
  isHearing?: boolean;
}

const PAUSE_AFTER_FAILURE_MS = 500;
/** What takes longer is taken for a server that hangs. */
const PATIENCE_MS = 2_000;

export function openListener(pool: pg.Pool, { isHearing = true }: ListenerOptions = {}): Listener {
  const stopping = new AbortController();
  const subscriptions = new Map<NotificationHandler, string>();
  let client: pg.Client | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const going = keepConnected();

  async function keepConnected() {
    while (!stopping.signal.aborted) {
      try {
        await connectOnce();
      } catch {
        // Those who depend on it look for themselves, and say that the database is away.
      }
      await sleep(PAUSE_AFTER_FAILURE_MS, null, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function connectOnce() {
    // The password is hidden from a plain copy.
    const fresh = new pg.Client({ ...pool.options, password: pool.options.password, query_timeout: PATIENCE_MS });
    const ended = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve()); // a broken connection may tell it twice, and one that nobody hears ends the process
      fresh.once('end', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    fresh.on('notification', ({ channel, payload, processId }) => {
      if (!isOwn(fresh, processId)) tell(channel, payload ?? null);
    });
    try {
      await fresh.connect();
      await listenToAll(fresh);
      client = fresh;
      for (const heard of subscriptions.keys()) heard(null);
      if (!stopping.signal.aborted) await ended;
    } finally {
      client = null;
      fresh.end().catch(() => {});
    }
  }

  /** What this process told through this connection it knows. */
  function isOwn(on: pg.Client, processId: number): boolean {
    return (on as { processID?: number }).processID === processId; // which its types leave out
  }

  /** Also to what is subscribed to meanwhile. */
  async function listenToAll(fresh: pg.Client) {
    const heard = new Set<string>();
    const next = () => [...subscriptions.values()].find((channel) => !heard.has(channel));
    for (let channel = next(); channel !== undefined; channel = next()) {
      await listen(fresh, channel);
      heard.add(channel);
    }
  }

  async function listen(on: pg.Client, channel: string) {
    if (isHearing) await inTurn(() => on.query(`listen ${channel}`));
  }

  /** A connection does one thing at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  function tell(channel: string, payload: string | null) {
    for (const [heard, its] of subscriptions) if (its === channel) heard(payload);
  }

  return {
    on(channel, heard) {
      subscriptions.set(heard, channel);
      const connected = client;
      if (connected)
        listen(connected, channel).then(
          () => heard(null),
          () => connected.end(),
        ); // it connects again
      return () => subscriptions.delete(heard);
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
      const asked = client;
      if (!asked) throw new Error('Connection terminated');
      try {
        return (await inTurn(() => asked.query<Row>(text, values))).rows;
      } catch (error) {
        asked.end().catch(() => {}); // whatever state it is in, a new one is better
        throw error;
      }
    },
    stop() {
      stopping.abort();
      return going;
    },
  };
}
