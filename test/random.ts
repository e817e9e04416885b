/** Random tests: one seed for a run (`SEED=…` repeats it), and sizes that `npm run test:slow` raises. */

export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** The size of a random test: the first in `npm test`, the second in `npm run test:slow`. */
export function sized(usual: number, slow: number): number {
  return process.env.SLOW === '1' ? slow : usual;
}

/** mulberry32: the same seed gives the same numbers, from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
