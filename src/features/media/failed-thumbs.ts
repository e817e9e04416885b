/** Remembers thumbnails that could not be made: retrying for each request would let any reader occupy the image processes. */

const REMEMBERED = 5 * 60_000;
/** A picture with so many failures gets no further variants for a while: a client can name any number of sizes. */
const MOST_FAILURES = 3;
const MOST_PICTURES = 5_000;

export interface FailedThumbs {
  add(picture: string, variant: string): void;
  /** Seconds until the variant may be tried again; 0 when it may be now. */
  secondsLeft(picture: string, variant: string): number;
}

export function createFailedThumbs(now: () => number): FailedThumbs {
  const failures = new Map<string, { until: number; variants: Set<string> }>();

  function current(picture: string) {
    const found = failures.get(picture);
    return found && found.until > now() ? found : null;
  }

  return {
    add(picture, variant) {
      const variants = current(picture)?.variants ?? new Set<string>();
      if (variants.size < MOST_FAILURES) variants.add(variant);
      failures.delete(picture);
      if (failures.size >= MOST_PICTURES) failures.delete(failures.keys().next().value ?? '');
      failures.set(picture, { until: now() + REMEMBERED, variants });
    },
    secondsLeft(picture, variant) {
      const found = current(picture);
      if (!found || (found.variants.size < MOST_FAILURES && !found.variants.has(variant))) return 0;
      return Math.ceil((found.until - now()) / 1000);
    },
  };
}
