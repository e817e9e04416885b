/**
 * The circuit breaker of a receiver. It opens when five requests fail in a row, or half of twenty within a minute. While open,
 * only probes are sent, after five seconds and then with growing pauses. The first success closes it; then concurrency grows
 * step by step.
 */
export interface Breaker {
  failuresInRow: number;
  /** The requests counted together, from this time on. */
  windowFrom: Date | null;
  windowTries: number;
  windowFailures: number;
  /** Not null while it is open: when the next probe may be sent. */
  probeAt: Date | null;
  /** Probes that failed since it opened. */
  probes: number;
  closedAt: Date | null;
}

export interface BreakerResult {
  isSuccess: boolean;
  isProbe: boolean;
}

export const CLOSED: Breaker = {
  failuresInRow: 0,
  windowFrom: null,
  windowTries: 0,
  windowFailures: 0,
  probeAt: null,
  probes: 0,
  closedAt: null,
};

const MOST_IN_ROW = 5;
const WINDOW_TRIES = 20;
const WINDOW_MS = 60_000;
const FIRST_PROBE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** For this many seconds after the breaker closes, the number of concurrent requests doubles each second. */
export const SLOW_SECONDS = 3;

export function afterTry(breaker: Breaker, { isSuccess, isProbe }: BreakerResult, now: Date): Breaker {
  if (breaker.probeAt) return whileOpen(breaker, { isSuccess, isProbe }, now);
  const counted = withTry(breaker, isSuccess, now);
  const isHalfBad = counted.windowTries >= WINDOW_TRIES && counted.windowFailures * 2 >= counted.windowTries;
  if (isSuccess ? isHalfBad : isHalfBad || counted.failuresInRow >= MOST_IN_ROW) {
    return { ...CLOSED, failuresInRow: counted.failuresInRow, probeAt: later(now, FIRST_PROBE_MS) };
  }
  return counted;
}

/** While open, ignore failures of requests already in flight. Any success closes it. */
function whileOpen(breaker: Breaker, { isSuccess, isProbe }: BreakerResult, now: Date): Breaker {
  if (isSuccess) return { ...CLOSED, closedAt: now };
  if (!isProbe) return breaker;
  const probes = breaker.probes + 1;
  return { ...breaker, probes, probeAt: later(now, Math.min(FIRST_PROBE_MS * 2 ** probes, LONGEST_PAUSE_MS)) };
}

function withTry(breaker: Breaker, isSuccess: boolean, now: Date): Breaker {
  const { windowFrom, windowTries } = breaker;
  const isOver = !windowFrom || windowTries >= WINDOW_TRIES || now.getTime() - windowFrom.getTime() >= WINDOW_MS;
  const window = isOver ? { windowFrom: now, windowTries: 0, windowFailures: 0 } : breaker;
  return {
    ...breaker,
    failuresInRow: isSuccess ? 0 : breaker.failuresInRow + 1,
    windowFrom: window.windowFrom,
    windowTries: window.windowTries + 1,
    windowFailures: window.windowFailures + (isSuccess ? 0 : 1),
  };
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
