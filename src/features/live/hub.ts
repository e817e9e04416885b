/**
 * Sends editors the events of their sites. One reader polls the database every second for all connections of the process,
 * while there are any: nothing depends on notifications, and any number of processes may run. Commits and notifications wake it.
 */
import { tooMany, unavailable } from '../../core/errors.ts';
import { isSnapshot } from '../../core/list-position.ts';
import { utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import type { Listener } from '../../db/listener.ts';
import { SITES_CHANNEL } from '../../db/site-versions.ts';
import { watchCommits } from '../../db/transaction.ts';
import { presence } from '../presence/present.ts';
import { type PresenceRow, presenceRows } from '../presence/queries.ts';
import { type ChangedArticle, type Changes, changesSince } from './queries.ts';

/** Where events go; `id` is where a later connection continues. */
export type SendEvent = (name: string, data: object, id?: string) => void;

export interface Subscriber {
  siteId: number;
  /** The caller, for the limit of connections. */
  name: string;
  /** Set for authors, who get events only about their own articles. It may change while the stream is open. */
  createdBy: string | null;
  send: SendEvent;
  /** Ends the stream. */
  end(): void;
}

export interface Live {
  /** Sends the events since an id, the presences, and the id to continue from; also without a subscription. */
  catchUp(subscriber: Subscriber, since: string | null): Promise<void>;
  /** Throws beyond the limits. Returns a function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void;
  connections(): number;
  /** The intervals of heartbeats and of checks of the caller's right, in milliseconds. */
  readonly heartbeatMs: number;
  readonly checkMs: number;
  stop(): Promise<void>;
}

export interface LiveOptions {
  db: Db;
  listener: Pick<Listener, 'on'>;
  pollMs?: number;
  heartbeatMs?: number;
  checkMs?: number;
  mostPerCaller?: number;
  mostInAll?: number;
}

const POLL_MS = 1_000;
/** Proxies close connections that are silent for a minute, some after half a minute. */
const HEARTBEAT_MS = 15_000;
const CHECK_MS = 15_000;
/** Wake-ups within this time cause one poll. */
const GATHER_MS = 50;
const MOST_PER_CALLER = 20;
const MOST_IN_ALL = 5_000;
/** More changes at once are a `reset`: the client reads its lists again. */
const MOST_CHANGES = 500;
/** Browsers send it back in a header. */
const LONGEST_ID = 4_000;

export function createLive(options: LiveOptions): Live {
  const { db, listener, pollMs = POLL_MS, heartbeatMs = HEARTBEAT_MS, checkMs = CHECK_MS } = options;
  const { mostPerCaller = MOST_PER_CALLER, mostInAll = MOST_IN_ALL } = options;
  const subscribers = new Set<Subscriber>();
  /** The snapshot up to which everything was sent; null without subscribers. */
  let sentUpTo: string | null = null;
  let present = new Map<string, PresenceRow[]>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let polling: Promise<void> | null = null;
  let isStopped = false;
  const unwatch = watchCommits(db, () => wake(GATHER_MS));
  const unlisten = listener.on(SITES_CHANNEL, () => wake(GATHER_MS));

  /** Polls after this long, or earlier if a poll is due sooner. */
  function wake(ms: number): void {
    const at = performance.now() + ms;
    if (isStopped || subscribers.size === 0 || polling || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(poll, ms).unref();
  }

  function poll(): void {
    dueAt = Number.POSITIVE_INFINITY;
    polling ??= pollOnce()
      // The database is unavailable: events are sent when it is back.
      .catch(() => undefined)
      .finally(() => {
        polling = null;
        wake(pollMs);
      });
  }

  /**
   * What a new subscriber reads for itself must not be older than what was sent to the others. So it waits for the poll
   * under way, which may have begun without its site, and for the first one of all.
   */
  async function nextPoll(): Promise<void> {
    await polling;
    if (sentUpTo === null) poll();
    await polling;
    if (sentUpTo === null) throw unavailable('The database is unavailable; try again in a moment.');
  }

  async function pollOnce(): Promise<void> {
    const sites = [...new Set([...subscribers].map(({ siteId }) => siteId))];
    const changes = await changesSince(db, sites, sentUpTo, MOST_CHANGES);
    const rows = await presenceRows(db, sites);
    sentUpTo = subscribers.size === 0 ? null : changes.asOf;
    sendChanges(changes);
    sendPresence(rows);
  }

  /** A bulk change of one site is a `reset` for that site alone. */
  function sendChanges({ articles, crowded, isForeign, asOf }: Changes): void {
    const bySite = grouped(articles, ({ site_id }) => site_id);
    for (const one of subscribers) {
      if (isForeign || crowded.has(one.siteId)) reset(one, asOf);
      else sendArticles(one, bySite.get(one.siteId) ?? [], asOf);
    }
  }

  function sendPresence(rows: PresenceRow[]): void {
    const now = grouped(rows, keyOf);
    for (const key of new Set([...now.keys(), ...present.keys()])) {
      const [before = [], after = []] = [present.get(key), now.get(key)];
      if (textOf(before) === textOf(after)) continue;
      const about = after[0] ?? before[0];
      if (about) for (const one of subscribers) if (sees(one, about)) sendPresent(one, about.uid, after);
    }
    present = now;
  }

  return {
    async catchUp(subscriber, since) {
      const isSubscribed = subscribers.has(subscriber);
      if (isSubscribed) await nextPoll();
      const known = since !== null && isSnapshot(since) ? since : null;
      const changes = await changesSince(db, [subscriber.siteId], known, MOST_CHANGES);
      if ((since !== null && known === null) || changes.crowded.size > 0 || changes.isForeign)
        reset(subscriber, changes.asOf);
      else sendArticles(subscriber, changes.articles, changes.asOf);
      // The snapshot of the other subscribers, so that later events continue from it.
      const shown = isSubscribed ? present : grouped(await presenceRows(db, [subscriber.siteId]), keyOf);
      for (const [first, ...others] of shown.values())
        if (first && sees(subscriber, first)) sendPresent(subscriber, first.uid, [first, ...others]);
      subscriber.send('ready', {}, idOf(changes.asOf));
    },
    subscribe(subscriber) {
      const own = [...subscribers].filter(({ name }) => name === subscriber.name).length;
      if (own >= mostPerCaller) throw tooMany(RETRY_SECONDS);
      if (subscribers.size >= mostInAll) throw unavailable('Too many live connections; poll instead.', RETRY_SECONDS);
      subscribers.add(subscriber);
      wake(0);
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0) return;
        clearTimeout(timer);
        dueAt = Number.POSITIVE_INFINITY;
        [sentUpTo, present] = [null, new Map()];
      };
    },
    connections: () => subscribers.size,
    heartbeatMs,
    checkMs,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      unwatch();
      unlisten();
      for (const one of [...subscribers]) one.end();
      await polling;
    },
  };
}

const RETRY_SECONDS = 15;

const keyOf = ({ site_id, uid }: PresenceRow) => `${site_id} ${uid}`;
const textOf = (rows: PresenceRow[]) => JSON.stringify(rows.map(({ actor, field, since }) => [actor, field, since]));
const idOf = (snapshot: string) => (snapshot.length <= LONGEST_ID ? snapshot : undefined);

function sees(
  { siteId, createdBy }: Subscriber,
  { site_id, created_by }: Pick<PresenceRow, 'site_id' | 'created_by'>,
): boolean {
  return site_id === siteId && (createdBy === null || created_by === createdBy);
}

function reset(subscriber: Subscriber, asOf: string): void {
  subscriber.send('reset', {}, idOf(asOf));
}

function sendArticles(subscriber: Subscriber, articles: ChangedArticle[], asOf: string): void {
  const seen = articles.filter((article) => sees(subscriber, article));
  for (const { uid, id, state, version, published_version, updated_by, updated_at, deleted_at } of seen) {
    subscriber.send('article', {
      uid,
      id,
      state,
      version,
      published_version,
      updated_by,
      updated_at: utc(updated_at),
      deleted: deleted_at !== null,
    });
  }
  // Only the last event of a batch has the id: a client that is cut off earlier gets all of them again.
  if (seen.length > 0) subscriber.send('counts', {}, idOf(asOf));
}

function sendPresent(subscriber: Subscriber, uid: string, rows: PresenceRow[]): void {
  subscriber.send('presence', { uid, presences: rows.map(presence) });
}

function grouped<One, Key>(all: One[], keyIn: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const key = keyIn(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
