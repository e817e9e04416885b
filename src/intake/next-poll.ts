/** What polls of all kinds end with: the times of the source, and the next poll in the same lane. */
import { sql } from 'kysely';
import { timer } from '../core/rights.ts';
import { recordChange } from '../db/audit.ts';
import type { Tx } from '../db/transaction.ts';
import { laneOf, sourcePoll } from '../features/sources/commands.ts';
import { FAILING_AFTER } from '../features/sources/present.ts';
import type { SourceRow } from '../features/sources/queries.ts';
import { enqueue } from '../jobs/enqueue.ts';

export type Completion = (tx: Tx) => Promise<void>;

export const polled = (now: Date, waitMs: number) => ({
  last_poll_at: now,
  next_poll_at: sql<Date>`now() + ${waitMs} * interval '1 millisecond'`,
});

/** `complete` locks the lane, so it is last. */
export async function again(tx: Tx, { site_id, id }: SourceRow, afterMs: number, complete: Completion): Promise<void> {
  await enqueue(tx, sourcePoll, { key: laneOf({ site_id, id }), payload: { site_id, id }, afterMs });
  await complete(tx);
}

export async function recordFailing(tx: Tx, source: SourceRow, failures: number): Promise<void> {
  if (failures === FAILING_AFTER) await recordTimer(tx, 'fail', source, source);
}

export async function recordTimer(
  tx: Tx,
  action: 'pause' | 'fail',
  before: SourceRow,
  after: SourceRow,
): Promise<void> {
  const { id, site_id } = before;
  await recordChange(tx, timer, { action, noun: 'source', id, sites: [site_id], before, after });
}
