import type { Static } from 'typebox';
import type { Blocked } from '../../contract/intake.ts';
import { utc } from '../../core/time.ts';
import type { BlockedRow } from './queries.ts';

type Wire = Static<typeof Blocked>;

export function blocked({ id, kind, value, created_by, created_at }: BlockedRow): Wire {
  return { id, kind: kind as Wire['kind'], value, created_by, created_at: utc(created_at) }; // checked by the table
}
