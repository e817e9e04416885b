/**
 * One connection outside the pool: it receives the notifications of other processes, asks the questions of the pulse, and runs
 * queries that must not queue behind requests. It reconnects automatically.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { kysely } from './connect.ts';
import { openPulse, type Pulse } from './pulse.ts';
import { singleClient } from './server.ts';

/** Gets the payload, or null if notifications may have been missed. */
export type NotificationHandler = (payload: string | null) => void;

export interface Listener {
  /** Returns a function that unsubscribes. */
  on(channel: string, handler: NotificationHandler): () => void;
  /** Fails at once while there is no connection. */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  readonly pulse: Pulse;
  stop(): Promise<void>;
}

export interface ListenerOptions {
  /** False for tests in which all notifications are lost. */
  isListening?: boolean;
}

const PAUSE_AFTER_FAILURE_MS = 500;
/** A server that takes longer counts as hanging. */
const QUERY_TIMEOUT_MS = 2_000;
/** Lane tables are looked up by key, whatever their statistics say (jobs/worker-pool.ts). */
const BY_KEY = 'set enable_seqscan = off; set jit = off';

export function openListener(pool: pg.Pool, { isListening = true }: ListenerOptions = {}): Listener {
  const stopping = new AbortController();
  const subscriptions = new Map<NotificationHandler, string>();
  let client: pg.Client | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const going = keepConnected();
  const pulse = openPulse(kysely(pool), query);

  async function keepConnected() {
    while (!stopping.signal.aborted) {
      try {
        await connectOnce();
      } catch {
        // Subscribers poll as well, and report that the database is unavailable.
      }
      await sleep(PAUSE_AFTER_FAILURE_MS, null, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function connectOnce() {
    const fresh = singleClient(pool, { query_timeout: QUERY_TIMEOUT_MS });
    const closed = new AbortController();
    const ended = new Promise<void>((resolve) => {
      fresh.on('error', () => resolve()); // 'error' can fire twice; unhandled, it crashes Node
      fresh.once('end', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve(), { once: true, signal: closed.signal });
    });
    fresh.on('notification', ({ channel, payload, processId }) => {
      if (!isOwn(fresh, processId)) dispatch(channel, payload ?? null);
    });
    try {
      await fresh.connect();
      await fresh.query(BY_KEY);
      await listenToAll(fresh);
      client = fresh;
      for (const handler of subscriptions.keys()) handler(null);
      if (!stopping.signal.aborted) await ended;
    } finally {
      client = null;
      if (!stopping.signal.aborted) void pulse.ask(); // its failure says that the database may be unavailable
      closed.abort(); // each connection would leave a listener behind
      fresh.end().catch(() => {});
    }
  }

  /** Notifications that this process sent itself. */
  function isOwn(on: pg.Client, processId: number): boolean {
    return (on as { processID?: number }).processID === processId; // which its types leave out
  }

  /** Includes channels that are subscribed to meanwhile. */
  async function listenToAll(fresh: pg.Client) {
    const listened = new Set<string>();
    const next = () => [...subscriptions.values()].find((channel) => !listened.has(channel));
    for (let channel = next(); channel !== undefined; channel = next()) {
      await listen(fresh, channel);
      listened.add(channel);
    }
  }

  async function listen(on: pg.Client, channel: string) {
    if (isListening) await inTurn(() => on.query(`listen ${channel}`));
  }

  /** A connection runs one query at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const current = client;
    if (!current) throw new Error('Connection terminated');
    try {
      return (await inTurn(() => current.query<Row>(text, [...values]))).rows;
    } catch (error) {
      current.end().catch(() => {}); // its state is unknown: reconnect
      throw error;
    }
  }

  function dispatch(channel: string, payload: string | null) {
    for (const [handler, its] of subscriptions) if (its === channel) handler(payload);
  }

  return {
    on(channel, handler) {
      subscriptions.set(handler, channel);
      const connected = client;
      if (connected)
        listen(connected, channel).then(
          () => handler(null),
          () => connected.end(),
        ); // it reconnects
      return () => subscriptions.delete(handler);
    },
    query,
    pulse,
    async stop() {
      const asked = pulse.stop();
      stopping.abort();
      await Promise.all([asked, going]);
    },
  };
}
