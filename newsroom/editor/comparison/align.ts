/** Which parts of an older list are which parts of a newer one. Both keep their order. */
import { diffArrays } from 'diff';

/** What one of them has alone has no partner. */
export type Pair<T> = readonly [T | undefined, T | undefined];

export interface Likeness<T> {
  /** Equal for parts that read alike. */
  key(part: T): string;
  /** From 0, nothing in common, to 1. */
  likeness(before: T, after: T): number;
  /** Whether parts without a partner are the same places with other content, if both lists have as many there. */
  keepsPlaces?: boolean;
}

/** Less in common is a removed part and an added one. */
const LIKE = 0.3;
/** Larger changes are not compared part by part: it would take seconds. */
const MAX_COMPARISONS = 20_000;

export function align<T>(before: readonly T[], after: readonly T[], how: Likeness<T>): Pair<T>[] {
  const parts = diffArrays(before.map(how.key), after.map(how.key));
  const pairs: Pair<T>[] = [];
  let [from, to] = [0, 0];
  let removed: readonly T[] = [];
  const endChange = (added: readonly T[]) => {
    pairs.push(...alignChanged(removed, added, how));
    removed = [];
  };
  for (const { added, removed: isRemoved, count } of parts) {
    if (isRemoved) removed = before.slice(from, from + count);
    else if (added) endChange(after.slice(to, to + count));
    else {
      endChange([]);
      for (let index = 0; index < count; index++) pairs.push([before[from + index], after[to + index]]);
    }
    if (!added) from += count;
    if (!isRemoved) to += count;
  }
  endChange([]);
  return pairs;
}

function alignChanged<T>(before: readonly T[], after: readonly T[], how: Likeness<T>): Pair<T>[] {
  const pairs: Pair<T>[] = [];
  let [from, to] = [0, 0];
  for (const [one, other] of [...partners(before, after, how), [before.length, after.length] as const]) {
    pairs.push(...unlike(before.slice(from, one), after.slice(to, other), how));
    if (one < before.length || other < after.length) pairs.push([before[one], after[other]]);
    [from, to] = [one + 1, other + 1];
  }
  return pairs;
}

function unlike<T>(before: readonly T[], after: readonly T[], { keepsPlaces = false }: Likeness<T>): Pair<T>[] {
  if (keepsPlaces && before.length === after.length) return before.map((part, index) => [part, after[index]]);
  return [...before.map((part) => [part, undefined] as const), ...after.map((part) => [undefined, part] as const)];
}

/** Indexes of the parts that are alike: those with the most in common altogether. */
function partners<T>(before: readonly T[], after: readonly T[], { likeness }: Likeness<T>): [number, number][] {
  if (before.length * after.length > MAX_COMPARISONS) return [];
  const alike = before.map((part) => after.map((other) => likeness(part, other)));
  const best = sums(alike, after.length);
  const found: [number, number][] = [];
  let [from, to] = [0, 0];
  while (from < before.length && to < after.length) {
    const score = alike[from]?.[to] ?? 0;
    const rest = best[from]?.[to] ?? 0;
    if (score >= LIKE && rest === score + (best[from + 1]?.[to + 1] ?? 0)) found.push([from++, to++]);
    else if (rest === (best[from + 1]?.[to] ?? 0)) from++;
    else to++;
  }
  return found;
}

/** The largest sum of likeness of the rest of both lists, by where the rests begin. */
function sums(alike: readonly (readonly number[])[], width: number): number[][] {
  const best = Array.from({ length: alike.length + 1 }, () => new Array<number>(width + 1).fill(0));
  for (let from = alike.length - 1; from >= 0; from--) {
    const [row = [], below = []] = [best[from], best[from + 1]];
    for (let to = width - 1; to >= 0; to--) {
      const score = alike[from]?.[to] ?? 0;
      const paired = score >= LIKE ? score + (below[to + 1] ?? 0) : 0;
      row[to] = Math.max(paired, below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return best;
}
