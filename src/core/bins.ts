/** Bins of a histogram: half-open intervals of whole numbers without gaps, in ascending order. */

export interface Bin {
  from: number;
  to: number;
  entries: number;
}

/** Values with their counts, ascending. With no width the bins grow: [0, 1), [1, 2), [2, 5), [5, 10), [10, 20), … */
export function binsOf(occurring: [value: number, count: number][], width: number | undefined): Bin[] {
  const bins: Bin[] = [];
  for (const [value, count] of occurring) {
    if (bins.length === 0) bins.push(emptyBin(value, width));
    for (let last = bins.at(-1); last && value >= last.to; last = bins.at(-1)) bins.push(emptyBin(last.to, width));
    const bin = bins.at(-1);
    if (bin) bin.entries += count;
  }
  return bins;
}

/** The number of bins that this width would make. */
export function binCount(occurring: [value: number, count: number][], width: number): number {
  const [least, greatest] = [occurring[0]?.[0] ?? 0, occurring.at(-1)?.[0] ?? 0];
  return Math.floor(greatest / width) - Math.floor(least / width) + 1;
}

function emptyBin(value: number, width: number | undefined): Bin {
  if (width === undefined) return { ...growing(value), entries: 0 };
  const from = Math.floor(value / width) * width;
  return { from, to: from + width, entries: 0 };
}

function growing(value: number): { from: number; to: number } {
  if (value === 0) return { from: 0, to: 1 };
  const power = 10 ** (String(value).length - 1);
  const [from, to] = [[1, 2] as const, [2, 5] as const, [5, 10] as const].find(([, end]) => value < end * power) ?? [
    5, 10,
  ];
  return { from: from * power, to: to * power };
}
