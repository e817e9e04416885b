/**
 * What Instagram and Facebook share: lists that are read from the newest post on, until what the last poll has read, and looks at
 * posts by their ids. Cursors are not stored, for a post that is deleted makes them invalid, and some lists go on after each request:
 * a poll that was interrupted begins its target again.
 */
import type { FeedItem } from '../core/intake/feed.ts';
import type { PostFigures } from '../core/intake/networks/collected.ts';
import { DAY_S, failureOf, HOUR_S, pageOf, throttled } from '../core/intake/networks/graph.ts';
import { type Json, objectOf, timeOf } from '../core/intake/networks/post.ts';
import { type Ask, type Looks, NetworkProblem, type Position } from './connector.ts';
import type { TargetPage } from './targets.ts';

export const VERSION = '/v26.0';
export const BUCKET = 'calls';
/** The least that the network allows an account. More is not asked, even if it would answer. */
const CEILING = 200;
const MOST_LOOKED = 50;
/** Of one target in one poll. */
const MOST_PAGES = 40;
/** Posts may appear in lists later than others that were written after them. */
const OVERLAP_MS = 3_600_000;

export const graph = (window: number) => ({
  url: 'https://graph.facebook.com',
  limits: { [BUCKET]: { ceiling: (CEILING * window) / HOUR_S, window } },
  mostLooked: MOST_LOOKED,
  failureOf,
  announced: (headers: Record<string, string>, now: Date) => throttled(headers, (CEILING * window) / HOUR_S, now),
});
export const WINDOWS = { hour: HOUR_S, day: DAY_S };

interface Reading {
  /** A page of the network: `data` and `paging`. */
  list: unknown;
  now: Date;
  timeField: 'timestamp' | 'created_time';
  itemOf(row: Json): FeedItem | null;
}

/** Pages may be short or empty and still not be the last. By the time of each post, for the network filters by another one. */
export function targetPage(known: Position, { list, now, timeField, itemOf }: Reading): TargetPage {
  const { rows, next } = pageOf(list);
  const isFirst = known.since === undefined;
  const from = isFirst ? 0 : Date.parse(known.since ?? '') - OVERLAP_MS;
  const times = rows.map((row) => timeOf(row[timeField], now)?.getTime() ?? Number.NaN);
  const wanted = rows.filter((_, at) => !((times[at] ?? 0) < from));
  const isReached = isFirst ? rows.length > 0 : rows.length > 0 && wanted.length === 0;
  const newest = latest([...times, Date.parse(known.newest ?? '')]);
  const pages = (known.pages ?? 0) + 1;
  const goesOn = next !== null && !isReached && pages < MOST_PAGES;
  const { page: _, newest: __, pages: ___, ...whole } = known;
  const since = latest([Date.parse(known.since ?? ''), Date.parse(newest ?? '')]) ?? now.toISOString();
  const position = goesOn ? { ...known, page: next, pages, ...(newest ? { newest } : {}) } : { ...whole, since };
  return { items: wanted.flatMap((row) => itemOf(row) ?? []), position, goesOn, isFirst, isVolatile: true };
}

function latest(times: number[]): string | null {
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString();
}

/** All at once. The network may fail for all of them or omit the ones that are missing: those are asked for one by one. */
export async function lookAt(
  ask: Ask,
  ids: string[],
  fields: string,
  figuresOf: (row: Json) => PostFigures,
): Promise<Looks> {
  const found = new Map<string, PostFigures>();
  const missing = new Set<string>();
  const answered = await bodyIfFound(ask, `${VERSION}/`, { ids: ids.join(','), fields });
  for (const [id, row] of Object.entries(objectOf(answered)))
    if (ids.includes(id)) found.set(id, figuresOf(objectOf(row)));
  for (const id of ids.filter((one) => !found.has(one))) {
    const body = await bodyIfFound(ask, `${VERSION}/${encodeURIComponent(id)}`, { fields });
    if (body === null) missing.add(id);
    else found.set(id, figuresOf(objectOf(body)));
  }
  return { found, missing };
}

async function bodyIfFound(ask: Ask, path: string, query: Record<string, string>): Promise<unknown> {
  try {
    return (await ask({ bucket: BUCKET, path, query })).body;
  } catch (error) {
    if (error instanceof NetworkProblem && error.code === 'not_found') return null;
    throw error;
  }
}
