/** When a feed is polled again. */

const MINUTE = 60;
export const LONGEST_INTERVAL = 24 * 60 * MINUTE;
const SHORTEST_INTERVAL = 5 * MINUTE;
/** For a feed without dates. */
const USUAL_INTERVAL = 60 * MINUTE;
const MOST_DATES = 20;
const MOST_DOUBLINGS = 12;
/** Sources that were added together are not polled together. */
const JITTER = 0.1;

export interface Hints {
  minInterval: number;
  /** Seconds, from `Cache-Control: max-age` or `Retry-After`. */
  maxAge: number;
  /** Seconds, from `ttl`. */
  ttl: number;
}

/** Seconds: half the median gap between the newest items. */
export function pollInterval(dates: Date[], hints: Hints): number {
  const least = Math.max(hints.minInterval, hints.maxAge, hints.ttl, SHORTEST_INTERVAL);
  return Math.min(Math.max(Math.round(medianGap(dates) / 2), least), LONGEST_INTERVAL);
}

function medianGap(dates: Date[]): number {
  const times = dates
    .map((date) => date.getTime() / 1_000)
    .sort((a, b) => b - a)
    .slice(0, MOST_DATES);
  const gaps = times
    .slice(1)
    .map((time, at) => (times[at] ?? time) - time)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 2 * USUAL_INTERVAL;
}

/** Seconds until the next poll after this many failed ones in a row. A server that names a time is polled no earlier. */
export function backOff(failures: number, minInterval: number, retryAfter: number): number {
  const doubled = Math.max(minInterval, SHORTEST_INTERVAL) * 2 ** Math.min(failures - 1, MOST_DOUBLINGS);
  return Math.max(Math.min(doubled, LONGEST_INTERVAL), retryAfter);
}

/** Milliseconds; never earlier. `random` is in [0, 1). */
export const jittered = (seconds: number, random: number) => Math.round(seconds * 1_000 * (1 + JITTER * random));

/** Seconds of `max-age`, at most a day; 0 without it. */
export function maxAgeOf(cacheControl = ''): number {
  return Math.min(Number(/(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0), LONGEST_INTERVAL);
}

const DAY_MS = 86_400_000;

/** Posts a day: of a first poll by the age of the oldest post, then a moving mean over about a day. */
export function postsPerDay(before: number | undefined, dates: Date[], last: Date | null, now: Date): number {
  const since = last?.getTime() ?? Math.min(now.getTime(), ...dates.map((date) => date.getTime()));
  const days = Math.max((now.getTime() - since) / DAY_MS, 1 / 1_440);
  const seen = dates.length / days;
  const weight = before === undefined ? 1 : Math.min(1, days);
  return Math.round(((before ?? 0) * (1 - weight) + seen * weight) * 100) / 100;
}
