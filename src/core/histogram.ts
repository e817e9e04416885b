/**
 * How often each value of a figure occurs, from which sums, medians and deviations follow exactly, also after adding histograms.
 * Packed, a histogram is pairs of varints in the order of the values: difference to the previous value, and count.
 */
import { readVarint, writeVarint } from './varint.ts';

export interface Histogram {
  /** Counts of small values, by value: nearly all values are small. */
  small: Float64Array;
  /** Counts of the others. */
  large: Map<number, number>;
}

export interface Figures {
  /** Number of known values. */
  known: number;
  sum: bigint;
  /** Null without known values. */
  median: number | null;
  standardDeviation: number | null;
}

const SMALL_VALUES = 4_096;

export function newHistogram(): Histogram {
  return { small: new Float64Array(SMALL_VALUES), large: new Map() };
}

export function addValue(histogram: Histogram, value: number, count = 1): void {
  if (value < SMALL_VALUES) histogram.small[value] = (histogram.small[value] ?? 0) + count;
  else histogram.large.set(value, (histogram.large.get(value) ?? 0) + count);
}

/** Values and counts in turns: larger than packed, but several times faster to add. */
export type UnpackedHistogram = Int32Array;

export function unpackHistogram(packed: Uint8Array): UnpackedHistogram {
  const unpacked: number[] = [];
  const cursor = { at: 0 };
  let value = 0;
  while (cursor.at < packed.length) {
    value += readVarint(packed, cursor);
    unpacked.push(value, readVarint(packed, cursor));
  }
  return Int32Array.from(unpacked);
}

export function addUnpackedHistogram(histogram: Histogram, unpacked: UnpackedHistogram): void {
  for (let at = 0; at < unpacked.length; at += 2) addValue(histogram, unpacked[at] ?? 0, unpacked[at + 1] ?? 0);
}

export function mergedHistogram(histograms: Histogram[]): Histogram {
  const merged = newHistogram();
  for (const histogram of histograms) for (const [value, count] of pairs(histogram)) addValue(merged, value, count);
  return merged;
}

/** Only the sum, without building the histogram. Sums on the wire are integers below 2^53. */
export function sumOfUnpacked(unpacked: UnpackedHistogram): number {
  let sum = 0;
  for (let at = 0; at < unpacked.length; at += 2) sum += (unpacked[at] ?? 0) * (unpacked[at + 1] ?? 0);
  return sum;
}

export function packHistogram({ small, large }: Histogram): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  const add = (value: number, count: number) => {
    writeVarint(bytes, value - before);
    writeVarint(bytes, count);
    before = value;
  };
  for (let value = 0; value < small.length; value++) if (small[value]) add(value, small[value] ?? 0);
  for (const [value, count] of sorted(large)) add(value, count);
  return Uint8Array.from(bytes);
}

export function figuresOf(histogram: Histogram): Figures {
  const large = sorted(histogram.large);
  const { known, sum, squares } = sumsOf(histogram.small, large);
  if (known === 0) return { known, sum, median: null, standardDeviation: null };
  const at = (position: number) => valueAt(histogram.small, large, position);
  const median = (at(Math.floor((known - 1) / 2)) + at(Math.floor(known / 2))) / 2;
  return { known, sum, median, standardDeviation: deviation(BigInt(known), sum, squares) };
}

export type Pair = [value: number, count: number];

/** Values and counts, in ascending order. */
export function pairs({ small, large }: Histogram): Pair[] {
  const found: Pair[] = [];
  for (let value = 0; value < small.length; value++) if (small[value]) found.push([value, small[value] ?? 0]);
  return found.concat(sorted(large));
}

/** The value at a position, from 0, of all values in ascending order. */
export function valueAtRank({ small, large }: Histogram, position: number): number {
  return valueAt(small, sorted(large), position);
}

function sorted(large: Map<number, number>): Pair[] {
  return [...large].sort(([one], [other]) => one - other);
}

/** Sums of small values are exact as floating-point numbers; sums of large values need BigInt. */
function sumsOf(small: Float64Array, large: Pair[]) {
  let [known, sum, squares] = [0, 0, 0];
  for (let value = 0; value < small.length; value++) {
    const count = small[value] ?? 0;
    known += count;
    sum += value * count;
    squares += value * value * count;
  }
  let [largeSum, largeSquares] = [0n, 0n];
  for (const [value, count] of large) {
    const term = BigInt(value) * BigInt(count);
    known += count;
    largeSum += term;
    largeSquares += term * BigInt(value);
  }
  return { known, sum: BigInt(sum) + largeSum, squares: BigInt(squares) + largeSquares };
}

/** The value at a position of all values in their order. */
function valueAt(small: Float64Array, large: Pair[], position: number): number {
  let passed = 0;
  for (let value = 0; value < small.length; value++) {
    passed += small[value] ?? 0;
    if (passed > position) return value;
  }
  for (const [value, count] of large) {
    passed += count;
    if (passed > position) return value;
  }
  return 0;
}

const ROOT_BITS = 64n;
const QUOTIENT_BITS = 64n;

/** sqrt(n·Σx² − (Σx)²) / n in integers, converted to floating point once, at the end. */
function deviation(n: bigint, sum: bigint, squares: bigint): number {
  const root = squareRoot((n * squares - sum * sum) << (2n * ROOT_BITS));
  return Number((root << QUOTIENT_BITS) / n) / 2 ** Number(ROOT_BITS + QUOTIENT_BITS);
}

/** The integer square root, rounded down, by Newton's method from above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(16).length * 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
