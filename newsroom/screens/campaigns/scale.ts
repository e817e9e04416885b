/** Axes with round numbers, and steps of colour. Pure. */

const FACTORS = [1, 2, 5, 10];

/** Ticks from 0 to at least `most`: 0, 20, 40, 60. Figures are whole, and so are ticks. */
export function ticksFor(most: number, wanted = 4): number[] {
  const rough = Math.max(1, most / wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (FACTORS.find((factor) => power * factor >= rough) ?? 1);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, at) => at * step);
}

/** The ticks whose labels, up to `width` wide, fit side by side at a distance of `step`: all, else the two ends. */
export function labelledTicks(ticks: readonly number[], step: number, width: number): number[] {
  return ticks.filter((_, at) => step >= width || at === 0 || at === ticks.length - 1);
}

/** At most `most` of the indexes 0 to `count` - 1, evenly spaced, the first included. */
export function labelled(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)));
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}

/** A label up to `width` wide, below its point at `x`: centred, or against the end of the axis that it would cross. */
export function labelPlace(
  x: number,
  { from, to, width }: { from: number; to: number; width: number },
): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
  if (x - width / 2 < from) return { x: from, textAnchor: 'start' };
  return x + width / 2 > to ? { x: to, textAnchor: 'end' } : { x, textAnchor: 'middle' };
}

export const STEPS = 5;

/** 0 for nothing, else 1 to `STEPS`. */
export function stepOf(value: number, most: number): number {
  return value <= 0 || most <= 0 ? 0 : Math.max(1, Math.ceil((value / most) * STEPS));
}
