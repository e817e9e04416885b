/** Figures of a fault: failed requests and the longest time without a success. Pure. */

export type Kind = 'write' | 'cached' | 'changing' | 'uncached' | 'probe';

export interface Sample {
  kind: Kind;
  began: number;
  ended: number;
  /** Null if it succeeded. */
  error: string | null;
}

export interface Gap {
  requests: number;
  failed: number;
  /** The longest time between two successes, or between one and an end of the window. */
  gapMs: number;
  /** When that ended. */
  endedAt: number;
}

export function gapOf(samples: Sample[], kind: Kind, from: number, to: number): Gap {
  const all = samples.filter((one) => one.kind === kind && one.ended >= from && one.ended <= to);
  const successes = all.filter(({ error }) => error === null).map(({ ended }) => ended);
  const marks = [from, ...successes.sort((a, b) => a - b), to];
  const gaps = marks.slice(1).map((mark, n) => ({ ms: mark - (marks[n] ?? mark), mark }));
  const { ms, mark } = gaps.reduce((longest, one) => (one.ms > longest.ms ? one : longest));
  return { requests: all.length, failed: all.length - successes.length, gapMs: Math.round(ms), endedAt: mark };
}

/** How often each error occurred, and when, without numbers that differ from one to the next. */
export function errorsOf(samples: Sample[], kind: Kind, from: number, to: number): string[] {
  const times = new Map<string, number[]>();
  for (const one of samples) {
    if (one.kind !== kind || one.error === null || one.ended < from || one.ended > to) continue;
    const text = one.error.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4,}/g, '…').slice(0, 140);
    times.set(text, [...(times.get(text) ?? []), (one.ended - from) / 1_000]);
  }
  const at = (seconds: number | undefined) => (seconds ?? 0).toFixed(1);
  return [...times].map(([text, all]) => `${all.length} × ${text} (${at(all[0])} to ${at(all.at(-1))} s)`);
}
