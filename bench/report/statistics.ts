/** Few samples of a noisy machine: medians and quartiles, not means. */

export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function spread(samples: number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** Linear interpolation between the two nearest of sorted samples. */
export function quantile(sorted: number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** Ratios within each pair, measured in the same minute. */
export function ratios(subject: number[], reference: number[]): number[] {
  return subject.map((value, pair) => value / (reference[pair] ?? Number.NaN));
}
