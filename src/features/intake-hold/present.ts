import type { Static } from 'typebox';
import type { Hold, InstallationHold } from '../../contract/intake.ts';
import { utc } from '../../core/time.ts';
import type { HoldRow } from './queries.ts';

export interface Unpublished {
  unpublished: number;
  remaining: number;
}

export function installationHold(rows: HoldRow[]): Static<typeof InstallationHold> {
  const [row] = rows;
  return {
    held: row !== undefined,
    held_by: row?.held_by ?? null,
    held_at: row ? utc(row.held_at) : null,
    collects: rows.every(({ collects }) => collects),
  };
}

/** The site's own hold before that of all sites. */
export function hold(rows: HoldRow[], { unpublished, remaining }: Unpublished): Static<typeof Hold> {
  const isForAll = rows.some(({ site_id }) => site_id === null);
  return { ...installationHold(rows), all_sites: isForAll, unpublished, remaining };
}
