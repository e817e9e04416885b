/** Cached responses while the database is unavailable (docs/decisions/056-outages.md). */
import type { SiteVersions } from '../../db/site-versions.ts';
import { type CachedResponse, isCurrent } from './cached-response.ts';

export interface StaleRule {
  /** Seconds since the response was last known to be the newest; null if it must not be served. */
  ageOf(answer: CachedResponse): number | null;
}

export function staleRule(versions: SiteVersions, maxSeconds: number): StaleRule {
  return {
    ageOf(answer) {
      const now = performance.now();
      const since = isCurrent(answer)
        ? (versions.unavailableSince ?? now)
        : answer.site.history.replacedAt(answer.version);
      if (since === null) return null;
      const seconds = Math.floor((now - since) / 1_000);
      return seconds > maxSeconds ? null : seconds;
    },
  };
}
