/** Moving an item of a list: by where it is dropped, by a step, and with few changes of order numbers. Pure. */

/** The list with the item at `from` at `to`; an index outside the list means the nearest end. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const others = items.filter((_, index) => index !== from);
  return others.toSpliced(within(to, others.length), 0, item);
}

/** The list with a new item at `to`. */
export function inserted<T>(items: readonly T[], item: T, to: number): T[] {
  return items.toSpliced(within(to, items.length), 0, item);
}

export const STEPS = ['top', 'up', 'down', 'bottom'] as const;
export type Step = (typeof STEPS)[number];

/** The index after a step; the same index at the end of the list. */
export function stepFrom(index: number, step: Step, count: number): number {
  const target = { top: 0, up: index - 1, down: index + 1, bottom: count - 1 }[step];
  return within(target, count - 1);
}

export interface Edges {
  top: number;
  bottom: number;
}

/** The index at which a pointer at `y` drops: after all other items whose middle is above it. */
export function indexAt(y: number, others: readonly Edges[]): number {
  return others.filter(({ top, bottom }) => (top + bottom) / 2 < y).length;
}

interface Numbered {
  id: number;
  order_number: number;
}

/**
 * The order numbers to save for a list in its new order. Only a few differ: the service has a request for each. Numbers that others
 * have chosen stay where they can: `[10, 20, 30]` with the last one first is `[9, 10, 20]`, with the first one last `[20, 30, 31]`.
 */
export function renumbered<T extends Numbered>(
  items: readonly T[],
  at: number,
): { id: number; order_number: number }[] {
  const moved = items[at];
  if (!moved) return [];
  const [before, after] = [items[at - 1]?.order_number, items[at + 1]?.order_number];
  const isBetween = (number: number) => (before ?? -Infinity) < number && number < (after ?? Infinity);
  if (isBetween(moved.order_number)) return [];
  const own = before === undefined ? (after ?? 1) - 1 : before + 1;
  if (isBetween(own)) return [{ id: moved.id, order_number: own }];
  return changesOf(items, inSequence(items));
}

/** The same numbers in ascending order where no two are equal, else the positions from 1. */
function inSequence(items: readonly Numbered[]): number[] {
  const numbers = items.map(({ order_number }) => order_number).sort((one, other) => one - other);
  const isStrict = new Set(numbers).size === numbers.length;
  return isStrict ? numbers : items.map((_, index) => index + 1);
}

function changesOf(items: readonly Numbered[], numbers: readonly number[]): { id: number; order_number: number }[] {
  return items.flatMap(({ id, order_number }, index) => {
    const next = numbers[index] ?? index + 1;
    return next === order_number ? [] : [{ id, order_number: next }];
  });
}

function within(index: number, last: number): number {
  return Math.min(Math.max(index, 0), Math.max(last, 0));
}
