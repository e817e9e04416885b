/**
 * The newest version of each site that this process knows. A cached response is current while its version is the newest
 * known one.
 *
 * Three things raise a version: commits of this process, before their writes are answered; notifications of other
 * processes; and a poll of the database once a second (pulse.ts), so that nothing depends on notifications.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Listener } from './listener.ts';
import { type ChangeKind, type SiteHistory, siteHistory } from './site-history.ts';
import type { Site } from './site-lock.ts';
import { type SiteChange, type SiteChanges, watchCommits } from './transaction.ts';

export interface KnownSite {
  readonly id: number;
  /** `FORGOTTEN` after the site was removed from the map; later knowledge of it is a new object. */
  version: number;
  /** The row at this version; null until it is read. */
  row: Site | null;
  /** The number of the change that last raised it. */
  changedAt: number;
  /** Shared with later knowledge of the same site. */
  readonly history: SiteHistory;
}

export interface SiteVersions {
  /** The database is unavailable: versions may be out of date. */
  readonly isUnavailable: boolean;
  /** Since when, by `performance.now()`. */
  readonly unavailableSince: number | null;
  /** The site's row at the newest known version, if it was read. */
  row(siteId: number): Site | null;
  /** Takes a row that was just read and returns the newest known state of the site, which may be newer. */
  learn(row: Site): KnownSite;
  /** The site is at this version or a later one. */
  raise(siteId: number, version: number): void;
  stop(): Promise<void>;
}

/** Site, version, and the number of removals, which older processes leave out. */
type Announced = [number, number, number?];

export const SITES_CHANNEL = 'masthead_sites';
const FORGOTTEN = -1;
/** The first commit is announced at once, those within this time after it together. */
const NOTIFY_PAUSE_MS = 2;
/** A payload takes 8,000 bytes; beyond this many changes it is empty, and the other processes poll. */
const MOST_ANNOUNCED = 200;

export function followSites(db: Db, listener: Listener): SiteVersions {
  const sites = new Map<number, KnownSite>();
  let changes = 0;
  /** Outlive what is known of the versions. */
  const histories = new Map<number, SiteHistory>();
  let unavailableSince: number | null = null;
  /** What was known when the versions were asked for. */
  let asked: { known: KnownSite[]; changes: number } = { known: [], changes: 0 };
  const notifier = newNotifier(listener);
  const unwatch = watchCommits(db, onCommit);
  // The listener calls with null when it connects.
  const unlisten = listener.on(SITES_CHANNEL, onNotification);
  const unask = listener.pulse.add({ expression: newestVersions, onAnswer: onPoll });

  function onCommit(committed: SiteChanges, isCertain: boolean) {
    // The next read must see it, even if no poll has found the database again.
    if (isCertain) unavailableSince = null;
    for (const [siteId, change] of committed) {
      if (isCertain) raise(siteId, change.version, kindOf(change.removals), change.first);
      else doubt(siteId, change);
      notifier.add(siteId, change);
    }
  }

  function onNotification(payload: string | null) {
    const announced = versionsIn(payload);
    if (!announced) return void listener.pulse.ask();
    for (const [siteId, version, removals] of announced)
      if (sites.has(siteId)) raise(siteId, version, kindOf(removals));
  }

  function historyOf(siteId: number): SiteHistory {
    const history = histories.get(siteId) ?? siteHistory();
    histories.set(siteId, history);
    return history;
  }

  /** It may be committed. */
  function doubt(siteId: number, { version, removals, first }: SiteChange) {
    if (sites.has(siteId)) historyOf(siteId).add(version, kindOf(removals), first);
    forget(siteId);
  }

  /** Also for a site that was not read yet: a query in flight may return an older row. */
  function raise(siteId: number, version: number, kind: ChangeKind = 'unknown', first = version): KnownSite {
    const history = historyOf(siteId);
    const known = sites.get(siteId) ?? { id: siteId, version: FORGOTTEN, row: null, changedAt: 0, history };
    sites.set(siteId, known);
    // Also for a version that was read before its notification came: that says what the change was.
    history.add(version, kind, first);
    if (version > known.version) Object.assign(known, { version, row: null, changedAt: ++changes });
    return known;
  }

  function forget(siteId: number) {
    const known = sites.get(siteId);
    if (known) Object.assign(known, { version: FORGOTTEN, row: null });
    sites.delete(siteId);
  }

  function newestVersions() {
    asked = { known: [...sites.values()], changes };
    return sql<[number, number][]>`(
      select coalesce(json_agg(json_build_array(id, content_version)), '[]') from site
      where id = any(${asked.known.map(({ id }) => id)}::bigint[]))`;
  }

  function onPoll(rows: [number, number][] | undefined) {
    if (!rows) {
      unavailableSince ??= performance.now();
      return;
    }
    unavailableSince = null;
    const found = new Map(rows);
    for (const site of asked.known) compare(site, found.get(site.id), asked.changes);
  }

  /** A site that is missing, or behind what was known before the poll, was deleted or restored from a backup. */
  function compare(known: KnownSite, version: number | undefined, before: number) {
    if (sites.get(known.id) !== known) return;
    if (version !== undefined && version >= known.version) raise(known.id, version);
    else if (known.changedAt <= before) {
      known.history.add(Number.MAX_SAFE_INTEGER, 'removal');
      histories.delete(known.id);
      forget(known.id);
    }
  }

  return {
    get isUnavailable() {
      return unavailableSince !== null;
    },
    get unavailableSince() {
      return unavailableSince;
    },
    row: (siteId) => sites.get(siteId)?.row ?? null,
    learn(row) {
      const known = raise(row.id, row.content_version);
      if (known.version === row.content_version) known.row = row;
      return known;
    },
    raise,
    async stop() {
      unask();
      unwatch();
      unlisten();
      await notifier.flush();
    },
  };
}

/** Notifies other processes after the commit, not in it: PostgreSQL serializes the commits of transactions that notify. */
function newNotifier(listener: Listener) {
  let changed: Announced[] = [];
  let notifying: Promise<void> | null = null;
  let notifiedAt = Number.NEGATIVE_INFINITY;

  async function notifyAll() {
    while (changed.length > 0) {
      const early = notifiedAt + NOTIFY_PAUSE_MS - performance.now();
      if (early > 0) await sleep(early, null, { ref: false });
      notifiedAt = performance.now();
      const payload = changed.length > MOST_ANNOUNCED ? '' : JSON.stringify(changed);
      changed = [];
      // If it fails, the other processes find out at their next poll.
      await listener.query('select pg_notify($1, $2)', [SITES_CHANNEL, payload]).catch(() => {});
    }
    notifying = null;
  }

  return {
    /** Each addition is named: between two of them may be a removal by another process. Of removals the last is enough. */
    add(siteId: number, { version, first, removals }: SiteChange) {
      if (removals === 0)
        for (let one = Math.max(first, version - MOST_ANNOUNCED); one <= version; one++) changed.push([siteId, one, 0]);
      else {
        const before = changed.find(([id, , count]) => id === siteId && count !== 0);
        if (before) before[1] = Math.max(before[1], version);
        else changed.push([siteId, version, removals]);
      }
      notifying ??= notifyAll();
    },
    flush: async () => notifying,
  };
}

/** Null if invalid: anyone with access to the database can notify. */
function versionsIn(payload: string | null): Announced[] | null {
  try {
    const announced: unknown = JSON.parse(payload ?? '');
    const isOne = (one: unknown) =>
      Array.isArray(one) && (one.length === 2 || one.length === 3) && one.every(Number.isSafeInteger);
    return Array.isArray(announced) && announced.every(isOne) ? announced : null;
  } catch {
    return null;
  }
}

function kindOf(removals: number | undefined): ChangeKind {
  return removals === 0 ? 'addition' : 'removal';
}
