/**
 * When the versions of a site were replaced, as far as this process knows: how old a cached answer is, and whether it may be served while the
 * database is unavailable. Never one from before a change that took something from readers.
 */
export interface SiteHistory {
  /**
   * A change is known, or may have been committed. What kind it was may follow later: a process often reads a version before it is notified.
   * A transaction may give a site several versions, from `first` on.
   */
  add(version: number, kind: ChangeKind, first?: number): void;
  /** When an answer of this version was last known to be the newest, by `performance.now()`; null if it must not be served. */
  replacedAt(version: number): number | null;
}

/** An unknown change counts as a removal until somebody says that it was none. */
export type ChangeKind = 'addition' | 'removal' | 'unknown';

interface Replacement {
  version: number;
  at: number;
}

/** Answers from before so many changes are too old. */
const MOST = 1_000;

export function siteHistory(): SiteHistory {
  const replacements: Replacement[] = [];
  const unknown = new Set<number>();
  let floor = 0;

  function raiseFloor(version: number) {
    floor = Math.max(floor, version);
    for (const one of unknown) if (one <= floor) unknown.delete(one);
  }

  /** Of versions between two known ones nothing was heard yet. */
  function extend(version: number) {
    const newest = replacements.at(-1)?.version ?? Number.NEGATIVE_INFINITY;
    if (version <= newest) return;
    if (version - newest > MOST) raiseFloor(version);
    else for (let one = newest + 1; one <= version; one++) unknown.add(one);
    replacements.push({ version, at: performance.now() });
    if (replacements.length > MOST) raiseFloor(replacements.shift()?.version ?? 0);
  }

  return {
    add(version, kind, first = version) {
      extend(version);
      if (kind === 'removal') raiseFloor(version);
      // A transaction of more versions is rare, and nothing older is left to serve after so many.
      if (kind === 'addition')
        for (let one = Math.max(first, version - MOST); one <= version; one++) unknown.delete(one);
    },
    replacedAt(version) {
      if (version < floor) return null;
      for (const one of unknown) if (one > version) return null;
      return replacements.find((one) => one.version > version)?.at ?? null;
    },
  };
}
