import type { Static } from 'typebox';
import type { Invitation } from '../../contract/people.ts';
import { utc } from '../../core/time.ts';
import type { InvitationRow } from './queries.ts';

export function invitation(row: InvitationRow): Static<typeof Invitation> {
  return {
    id: row.id,
    email: row.email,
    roles: row.roles,
    bylines: row.bylines,
    created_by: row.created_by,
    created_at: utc(row.created_at),
    expires_at: utc(row.expires_at),
  };
}
