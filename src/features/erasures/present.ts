import type { Static } from 'typebox';
import type { Erasure } from '../../contract/intake.ts';
import { utc } from '../../core/time.ts';
import type { ErasureRow } from './queries.ts';

export function erasure(row: ErasureRow): Static<typeof Erasure> {
  const { id, requested_by, requested_at, done_at, items, articles, media } = row;
  return {
    ...{ id, requested_by, requested_at: utc(requested_at), state: done_at ? 'done' : 'running' },
    ...{ done_at: done_at && utc(done_at), items, articles, media },
  };
}
