/** Adapts the size of batches to the load, so that each takes about the same time. */

export interface Pace {
  /** The size of the next batch. */
  readonly size: number;
  /** Reports how long a batch took. */
  took(ms: number): void;
}

/** Halves the size after a batch that took longer than `aimMs`, and doubles it after one that took less than half of that. */
export function newPace({ first, least, most, aimMs }: Record<'first' | 'least' | 'most' | 'aimMs', number>): Pace {
  let size = first;
  return {
    get size() {
      return size;
    },
    took(ms) {
      if (ms > aimMs) size = Math.max(least, Math.floor(size / 2));
      else if (ms < aimMs / 2) size = Math.min(most, size * 2);
    },
  };
}
