import type { Static } from 'typebox';
import type { Person } from '../../contract/people.ts';
import type { Sites } from '../../core/rights.ts';
import { utc } from '../../core/time.ts';
import type { PersonRow } from '../accounts/queries.ts';

/** Owners of single sites see the roles there and no others. */
export function person(row: PersonRow, sites: Sites): Static<typeof Person> {
  const isSeen = (siteId: number | null) => sites === 'all' || (siteId !== null && sites.includes(siteId));
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: row.roles.filter(({ site_id }) => isSeen(site_id)).map(({ site_id, role }) => ({ site_id, role })),
    bylines: row.bylines.filter(({ site_id }) => isSeen(site_id)),
    is_demo: row.is_demo,
    created_at: utc(row.created_at),
    last_seen_at: row.last_seen_at && utc(row.last_seen_at),
  };
}
