/** Pins have places; all other articles flow around them, the newest first, as the content API serves them. Pure. */
import type { Pin } from '../../../src/sdk/client.ts';

export interface Placed<T> {
  article: T;
  isPinned: boolean;
}

interface Listed {
  uid: string;
  id: number | null;
}

/** A pin is at its index, or at the next free one after the pins before it. */
export function resolved(pins: readonly Pin[]): Pin[] {
  let free = 0;
  return pins
    .toSorted((one, other) => one.index - other.index)
    .map(({ uid, index }) => {
      const place = Math.max(index, free);
      free = place + 1;
      return { uid, index: place };
    });
}

/** The list as readers see it. A pin behind the end of the list comes last. */
export function flow<T extends Listed>(pins: readonly Pin[], articles: readonly T[]): Placed<T>[] {
  const byUid = new Map(articles.map((article) => [article.uid, article]));
  const served = resolved(pins.filter(({ uid }) => byUid.has(uid)));
  const pinned = new Set(served.map(({ uid }) => uid));
  const others = articles
    .filter(({ uid }) => !pinned.has(uid))
    .toSorted((one, other) => (other.id ?? 0) - (one.id ?? 0))
    .map((article) => ({ article, isPinned: false }));
  const shown: Placed<T>[] = [];
  for (const { uid, index } of served) {
    shown.push(...others.splice(0, index - shown.length));
    const article = byUid.get(uid);
    if (article) shown.push({ article, isPinned: true });
  }
  return [...shown, ...others];
}

/** Pinned at a place. Other pins keep theirs; a pin at the same place moves to the next free one. */
export function pinnedAt(pins: readonly Pin[], uid: string, index: number): Pin[] {
  const taken = new Set([index]);
  const others = resolved(pins.filter((pin) => pin.uid !== uid)).map((pin) => {
    let place = pin.index;
    while (taken.has(place)) place++;
    taken.add(place);
    return { uid: pin.uid, index: place };
  });
  return [...others, { uid, index }].sort((one, other) => one.index - other.index);
}

export function unpinned(pins: readonly Pin[], uid: string): Pin[] {
  return pins.filter((pin) => pin.uid !== uid);
}

export function isSame(one: readonly Pin[], other: readonly Pin[]): boolean {
  const text = (pins: readonly Pin[]) =>
    resolved(pins)
      .map(({ uid, index }) => `${index} ${uid}`)
      .join();
  return text(one) === text(other);
}
