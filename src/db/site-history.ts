/**
 * When the versions of a site were replaced, as far as this process knows: how old a cached answer is, and whether it may be served while the
 * database is unavailable. Never one from before a change that took something from readers.
 */
export interface SiteHistory {
  /** A change is known, or may have been committed. */
  add(version: number, isAddition: boolean): void;
  /** When an answer of this version was last known to be the newest, by `performance.now()`; null if it must not be served. */
  replacedAt(version: number): number | null;
}

interface Replacement {
  version: number;
  at: number;
}

/** Answers from before so many changes are too old. */
const MOST = 1_000;

export function siteHistory(): SiteHistory {
  const replacements: Replacement[] = [];
  let floor = 0;
  return {
    add(version, isAddition) {
      if (!isAddition) floor = Math.max(floor, version);
      if (version <= (replacements.at(-1)?.version ?? 0)) return;
      replacements.push({ version, at: performance.now() });
      if (replacements.length <= MOST) return;
      const [oldest] = replacements.splice(0, 1);
      floor = Math.max(floor, oldest?.version ?? 0);
    },
    replacedAt(version) {
      if (version < floor) return null;
      return replacements.find((one) => one.version > version)?.at ?? null;
    },
  };
}
