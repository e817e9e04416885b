/**
 * The newest version of each site that this process knows of. What it keeps in memory is filed under a version and holds
 * as long as that is the newest known.
 *
 * It is raised by this process's own commits before their writes are answered, by what other processes tell after
 * theirs, and by a look at the database twice a second, so that nothing depends on notifications.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './connect.ts';
import type { Listener } from './listener.ts';
import type { Site } from './site-lock.ts';
import { type SiteChanges, watchCommits } from './transaction.ts';

export interface KnownSite {
  readonly id: number;
  /** `FORGOTTEN` once the site was forgotten; what is known of it later is another object. */
  version: number;
  /** As it stands at this version; null until somebody reads it. */
  row: Site | null;
  /** When it was last learned, counted in lessons. */
  lesson: number;
}

export interface SiteVersions {
  /** The database cannot be reached: what is known may be of the past. */
  readonly isAway: boolean;
  /** The site's row, when it is known as it stands at the newest known version. */
  row(siteId: number): Site | null;
  /** Takes in a row that was just read, and answers what is known of the site: that may be newer. */
  learn(row: Site): KnownSite;
  /** The site is known to be at this version or a later one. */
  raise(siteId: number, version: number): void;
  stop(): Promise<void>;
}

export const SITES_CHANNEL = 'masthead_sites';
const FORGOTTEN = -1;
const LOOK_MS = 500;
/** The first of many commits is told at once, those that come before that is done, or within this time, together. */
const TELL_MS = 2;
/** A notification holds 8,000 bytes; when more has changed, the others look for themselves. */
const MOST_TOLD = 200;

export function followSites(db: Db, listener: Listener): SiteVersions {
  const sites = new Map<number, KnownSite>();
  let lessons = 0;
  let isAway = false;
  let isStopped = false;
  let looking: Promise<void> | null = null;
  // The first look comes with the listener's connection.
  let nextLook: NodeJS.Timeout | undefined = setTimeout(look, LOOK_MS).unref();
  const telling = newTelling(listener);
  const unwatch = watchCommits(db, onCommit);
  const unlisten = listener.on(SITES_CHANNEL, onNews);

  function onCommit(changes: SiteChanges, isCertain: boolean) {
    for (const [siteId, version] of changes) {
      if (isCertain) raise(siteId, version);
      else forget(siteId);
      telling.add(siteId, version);
    }
  }

  function onNews(payload: string | null) {
    const news = newsIn(payload);
    if (!news) return void look();
    for (const [siteId, version] of news) if (sites.has(siteId)) raise(siteId, version);
  }

  /** Also for a site that nobody read yet: a row that is being read now may be of before. */
  function raise(siteId: number, version: number): KnownSite {
    const known = sites.get(siteId) ?? { id: siteId, version: FORGOTTEN, row: null, lesson: 0 };
    sites.set(siteId, known);
    if (version > known.version) Object.assign(known, { version, row: null, lesson: ++lessons });
    return known;
  }

  function forget(siteId: number) {
    const known = sites.get(siteId);
    if (known) Object.assign(known, { version: FORGOTTEN, row: null });
    sites.delete(siteId);
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = null;
      clearTimeout(nextLook);
      if (!isStopped) nextLook = setTimeout(look, LOOK_MS).unref();
    });
    return looking;
  }

  async function lookOnce() {
    const asked = [...sites.values()];
    const before = lessons;
    try {
      const rows = await listener.query<{ id: number; content_version: number }>(
        'select id, content_version from site where id = any($1::bigint[])',
        [asked.map(({ id }) => id)],
      );
      isAway = false;
      const found = new Map(rows.map((row) => [row.id, row.content_version]));
      for (const known of asked) compare(known, found.get(known.id), before);
    } catch {
      isAway = true;
    }
  }

  /** A site that is gone, or behind what was known before the look, is another one: deleted, or restored from a dump. */
  function compare(known: KnownSite, version: number | undefined, before: number) {
    if (sites.get(known.id) !== known) return;
    if (version !== undefined && version >= known.version) raise(known.id, version);
    else if (known.lesson <= before) forget(known.id);
  }

  return {
    get isAway() {
      return isAway;
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
      clearTimeout(nextLook);
      unwatch();
      unlisten();
      await looking;
      await telling.flush();
    },
  };
}

/**
 * Tells other processes after the commit, not in it: PostgreSQL lets transactions that notify commit one after the other,
 * over all sites.
 */
function newTelling(listener: Listener) {
  const changed = new Map<number, number>();
  let telling: Promise<void> | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;

  async function tellAll() {
    while (changed.size > 0) {
      const early = toldAt + TELL_MS - performance.now();
      if (early > 0) await sleep(early, null, { ref: false });
      toldAt = performance.now();
      const payload = changed.size > MOST_TOLD ? '' : JSON.stringify([...changed]);
      changed.clear();
      // When it cannot be told, the others find it at their next look.
      await listener.query('select pg_notify($1, $2)', [SITES_CHANNEL, payload]).catch(() => {});
    }
    telling = null;
  }

  return {
    add(siteId: number, version: number) {
      changed.set(siteId, Math.max(version, changed.get(siteId) ?? 0));
      telling ??= tellAll();
    },
    flush: async () => telling,
  };
}

/** Pairs of a site and its version; null when it cannot be read: anybody may speak on a channel of the database. */
function newsIn(payload: string | null): [number, number][] | null {
  try {
    const news: unknown = JSON.parse(payload ?? '');
    const isPair = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(Number.isSafeInteger);
    return Array.isArray(news) && news.every(isPair) ? news : null;
  } catch {
    return null;
  }
}
