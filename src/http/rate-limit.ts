/** Counts requests per minute for each key or client address. */

const WINDOW = 60_000;
/** Beyond this many callers in a minute new ones share one count, so that memory stays bounded. */
const MOST_CALLERS = 50_000;
const SHARED = '*';

export interface Allowance {
  limit: number;
  remaining: number;
  /** Seconds until the count restarts. */
  reset: number;
  isExceeded: boolean;
}

export interface Limiter {
  take(caller: string): Allowance;
  /** Counts nothing; exceeded if the next `take` would be. */
  look(caller: string): Allowance;
}

export function createLimiter(limit: number, now: () => number): Limiter {
  let began = now();
  let used = new Map<string, number>();
  const nextOf = (caller: string) => {
    if (now() - began >= WINDOW) {
      began = now();
      used = new Map();
    }
    const name = used.has(caller) || used.size < MOST_CALLERS ? caller : SHARED;
    return { name, count: (used.get(name) ?? 0) + 1 };
  };
  const allowance = (count: number): Allowance => {
    const reset = Math.max(1, Math.ceil((began + WINDOW - now()) / 1000));
    return { limit, remaining: Math.max(0, limit - count), reset, isExceeded: count > limit };
  };
  return {
    take(caller) {
      const { name, count } = nextOf(caller);
      used.set(name, count);
      return allowance(count);
    },
    look: (caller) => allowance(nextOf(caller).count),
  };
}
