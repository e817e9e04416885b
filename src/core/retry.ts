/** When a failed delivery is retried. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause after each failed attempt; 13 attempts in about 76 hours. */
export const RETRY_DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
] as const;
/** Jitter: deliveries that failed together are not retried together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** Milliseconds until the next attempt after this many failed ones, from 1; null after the last. `random` is in [0, 1). */
export function retryDelay(failedTries: number, random: number): number | null {
  const delay = RETRY_DELAYS[failedTries - 1];
  return delay === undefined ? null : delay * (1 - JITTER + 2 * JITTER * random);
}

/**
 * `Retry-After` in milliseconds from `now`: seconds, or a date in one of HTTP's three forms. At most a day. Null for
 * anything else.
 */
export function retryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, LONGEST_RETRY_AFTER);
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  // The oldest form says no zone: `Sun Nov  6 08:49:37 1994`.
  const at = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), LONGEST_RETRY_AFTER);
}
