/**
 * Unpacked rows of campaigns, so that a report does not read megabytes each time. A key carries the row's version, the
 * transaction that wrote it (`xmin`): a snapshot names the versions it sees, so it only finds rows that it would read.
 */
import { LRUCache } from 'lru-cache';
import type { DayEntries, DayHashtags } from '../../core/day-entries.ts';
import type { UnpackedTotals } from '../../core/rollup.ts';

export interface RowCache<Row extends object> {
  get(key: string): Row | undefined;
  set(key: string, row: Row, bytes: number): void;
}

/** One budget for all kinds: memory goes to the rows that are read. One cache belongs to one database. */
export interface RollupCache {
  totals: RowCache<UnpackedTotals>;
  followers: RowCache<Uint32Array>;
  entries: RowCache<DayEntries>;
  hashtags: RowCache<DayHashtags>;
  size(): { campaign_rows: number; campaign_bytes: number };
}

/** Transaction ids start again when a database is restored from a backup, so no row is used for longer than this. */
const LONGEST_MS = 10 * 60_000;
/** Overhead of an entry: its key and the cache's own structures. */
const OVERHEAD = 300;

/** With a budget of 0 it stores nothing. */
export function createRollupCache(budget: number, now = () => performance.now()): RollupCache {
  const options = { maxSize: budget, ttl: LONGEST_MS, ttlResolution: 0, perf: { now } };
  const rows = budget > 0 ? new LRUCache<string, object>(options) : null;
  const ofKind = <Row extends object>(kind: string): RowCache<Row> => ({
    get: (key) => rows?.get(`${kind} ${key}`) as Row | undefined, // only `set` of this kind writes such keys
    set: (key, row, bytes) => rows?.set(`${kind} ${key}`, row, { size: bytes + OVERHEAD }),
  });
  return {
    totals: ofKind('totals'),
    followers: ofKind('followers'),
    entries: ofKind('entries'),
    hashtags: ofKind('hashtags'),
    size: () => ({ campaign_rows: rows?.size ?? 0, campaign_bytes: rows?.calculatedSize ?? 0 }),
  };
}
