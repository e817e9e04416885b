import type { Static } from 'typebox';
import type { Identity } from '../../contract/identities.ts';
import { utc } from '../../core/time.ts';
import type { IdentityRow } from './queries.ts';

export function identity(row: IdentityRow): Static<typeof Identity> {
  return {
    id: row.id,
    issuer: row.issuer,
    email: row.email,
    created_at: utc(row.created_at),
    last_used_at: row.last_used_at && utc(row.last_used_at),
  };
}
