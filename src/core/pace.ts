/** How much to do at once, so that each part takes about as long as it should, however busy the machine is. */

export interface Pace {
  /** The size of the next part. */
  readonly size: number;
  /** Tells how long a part took. */
  took(ms: number): void;
}

/** Halves the size after a part that took longer than `aimMs`, and doubles it after one that took less than half of that. */
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
