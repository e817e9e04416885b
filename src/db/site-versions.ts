/**
 * The newest version of each site that this process knows. A cached response is current while its version is the newest
 * known one.
 *
 * Three things raise a version: commits of this process, before their writes are answered; notifications of other
 * processes; and a poll of the database twice a second, so that nothing depends on notifications.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './connect.ts';
import type { Listener } from './listener.ts';
import type { Site } from './site-lock.ts';
import { type SiteChanges, watchCommits } from './transaction.ts';

export interface KnownSite {
  readonly id: number;
  /** `FORGOTTEN` after the site was removed from the map; later knowledge of it is a new object. */
  version: number;
  /** The row at this version; null until it is read. */
  row: Site | null;
  /** The number of the change that last raised it. */
  changedAt: number;
}

export interface SiteVersions {
  /** The database is unavailable: versions may be out of date. */
  readonly isUnavailable: boolean;
  /** The site's row at the newest known version, if it was read. */
  row(siteId: number): Site | null;
  /** Takes a row that was just read and returns the newest known state of the site, which may be newer. */
  learn(row: Site): KnownSite;
  /** The site is at this version or a later one. */
  raise(siteId: number, version: number): void;
  stop(): Promise<void>;
}

export const SITES_CHANNEL = 'masthead_sites';
const FORGOTTEN = -1;
const POLL_MS = 500;
/** The first commit is announced at once, those within this time after it together. */
const NOTIFY_PAUSE_MS = 2;
/** A payload takes 8,000 bytes; beyond this many sites it is empty, and the other processes poll. */
const MOST_ANNOUNCED = 200;

export function followSites(db: Db, listener: Listener): SiteVersions {
  const sites = new Map<number, KnownSite>();
  let changes = 0;
  let isUnavailable = false;
  let isStopped = false;
  let polling: Promise<void> | null = null;
  // The listener triggers the first poll when it connects.
  let nextPoll: NodeJS.Timeout | undefined = setTimeout(poll, POLL_MS).unref();
  const notifier = newNotifier(listener);
  const unwatch = watchCommits(db, onCommit);
  const unlisten = listener.on(SITES_CHANNEL, onNotification);

  function onCommit(committed: SiteChanges, isCertain: boolean) {
    for (const [siteId, version] of committed) {
      if (isCertain) raise(siteId, version);
      else forget(siteId);
      notifier.add(siteId, version);
    }
  }

  function onNotification(payload: string | null) {
    const announced = versionsIn(payload);
    if (!announced) return void poll();
    for (const [siteId, version] of announced) if (sites.has(siteId)) raise(siteId, version);
  }

  /** Also for a site that was not read yet: a query in flight may return an older row. */
  function raise(siteId: number, version: number): KnownSite {
    const known = sites.get(siteId) ?? { id: siteId, version: FORGOTTEN, row: null, changedAt: 0 };
    sites.set(siteId, known);
    if (version > known.version) Object.assign(known, { version, row: null, changedAt: ++changes });
    return known;
  }

  function forget(siteId: number) {
    const known = sites.get(siteId);
    if (known) Object.assign(known, { version: FORGOTTEN, row: null });
    sites.delete(siteId);
  }

  function poll(): Promise<void> {
    polling ??= pollOnce().finally(() => {
      polling = null;
      clearTimeout(nextPoll);
      if (!isStopped) nextPoll = setTimeout(poll, POLL_MS).unref();
    });
    return polling;
  }

  async function pollOnce() {
    const known = [...sites.values()];
    const before = changes;
    try {
      const rows = await listener.query<{ id: number; content_version: number }>(
        'select id, content_version from site where id = any($1::bigint[])',
        [known.map(({ id }) => id)],
      );
      isUnavailable = false;
      const found = new Map(rows.map((row) => [row.id, row.content_version]));
      for (const site of known) compare(site, found.get(site.id), before);
    } catch {
      isUnavailable = true;
    }
  }

  /** A site that is missing, or behind what was known before the poll, was deleted or restored from a backup. */
  function compare(known: KnownSite, version: number | undefined, before: number) {
    if (sites.get(known.id) !== known) return;
    if (version !== undefined && version >= known.version) raise(known.id, version);
    else if (known.changedAt <= before) forget(known.id);
  }

  return {
    get isUnavailable() {
      return isUnavailable;
    },
    row: (siteId) => sites.get(siteId)?.row ?? null,
    learn(row) {
      const known = raise(row.id, row.content_version);
      if (known.version === row.content_version) known.row = row;
      return known;
    },
    raise,
    async stop() {
      isStopped = true;
      clearTimeout(nextPoll);
      unwatch();
      unlisten();
      await polling;
      await notifier.flush();
    },
  };
}

/** Notifies other processes after the commit, not in it: PostgreSQL serializes the commits of transactions that notify. */
function newNotifier(listener: Listener) {
  const changed = new Map<number, number>();
  let notifying: Promise<void> | null = null;
  let notifiedAt = Number.NEGATIVE_INFINITY;

  async function notifyAll() {
    while (changed.size > 0) {
      const early = notifiedAt + NOTIFY_PAUSE_MS - performance.now();
      if (early > 0) await sleep(early, null, { ref: false });
      notifiedAt = performance.now();
      const payload = changed.size > MOST_ANNOUNCED ? '' : JSON.stringify([...changed]);
      changed.clear();
      // If it fails, the other processes find out at their next poll.
      await listener.query('select pg_notify($1, $2)', [SITES_CHANNEL, payload]).catch(() => {});
    }
    notifying = null;
  }

  return {
    add(siteId: number, version: number) {
      changed.set(siteId, Math.max(version, changed.get(siteId) ?? 0));
      notifying ??= notifyAll();
    },
    flush: async () => notifying,
  };
}

/** Pairs of site and version; null if invalid: anyone with access to the database can notify. */
function versionsIn(payload: string | null): [number, number][] | null {
  try {
    const pairs: unknown = JSON.parse(payload ?? '');
    const isPair = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(Number.isSafeInteger);
    return Array.isArray(pairs) && pairs.every(isPair) ? pairs : null;
  } catch {
    return null;
  }
}
