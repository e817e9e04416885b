import type { Static } from 'typebox';
import type { Session } from '../../contract/people.ts';
import { utc } from '../../core/time.ts';
import type { SessionRow } from './queries.ts';

export function session(row: SessionRow, currentId: number): Static<typeof Session> {
  return {
    id: row.id,
    is_current: row.id === currentId,
    created_at: utc(row.created_at),
    last_seen_at: utc(row.last_seen_at),
    address: row.address,
    user_agent: row.user_agent,
  };
}
