import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import { enqueue, enqueueIfIdle } from '../../jobs/enqueue.ts';
import { jobKind, onJob } from '../../jobs/kinds.ts';
import { every } from '../../jobs/schedules.ts';
import { rebuildSome, rollupRebuilding, SETTLED_MS } from './commands.ts';

/** Rebuilds days that are due in batches, and enqueues itself again for days that are not due yet. */
export const rebuildRollups = onJob(rollupRebuilding, async ({ db, jobs, signal, complete }) => {
  const [job] = jobs;
  if (!job) return;
  const { campaign_id } = job.payload;
  while ((await transaction(db, (tx) => rebuildSome(tx, campaign_id))) > 0) signal.throwIfAborted();
  await transaction(db, async (tx) => {
    const left = await sql`select from campaign_stale_day where campaign_id = ${campaign_id} limit 1`.execute(tx);
    if (left.rows.length > 0) {
      await enqueue(tx, rollupRebuilding, { key: job.key, payload: job.payload, afterMs: SETTLED_MS });
    }
    await complete(tx);
  });
});

const isSomeStale = sql<boolean>`exists (select from campaign_stale_day)`;
const sweeping = jobKind<object>('rollups.sweep');

/** A safety net for the jobs that writes enqueue: a job that was just ending may have missed the newest marks. */
export const sweepRollups = onJob(sweeping, async ({ db, complete }) => {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ campaign_id: number }>`
      select distinct campaign_id from campaign_stale_day`.execute(tx);
    for (const payload of rows)
      await enqueueIfIdle(tx, rollupRebuilding, { key: String(payload.campaign_id), payload });
    await complete(tx);
  });
});
export const minutelySweep = every(60, 'sweep stale rollups', sweeping, {}, isSomeStale);
