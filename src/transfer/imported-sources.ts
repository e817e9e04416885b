/** Imported sources rest until the end of the import: a poll before that would see neither the ledger nor the rules. */
import { sql } from 'kysely';
import { parseInstant } from '../core/time.ts';
import type { Tx } from '../db/transaction.ts';
import { laneOf, sourcePoll } from '../features/sources/commands.ts';
import { POLLED } from '../features/sources/queries.ts';
import { replaceJobs } from '../jobs/enqueue.ts';
import type { ImportContext } from './noun.ts';

interface Line {
  site_id: number;
  id: number;
  next_poll_at?: string | null;
}

/** Notes that the import resumes the source at its end. */
export async function awaitEnd(
  tx: Tx,
  { importId }: ImportContext,
  { site_id, id, next_poll_at }: Line,
): Promise<void> {
  await tx
    .insertInto('imported_source')
    .values({
      import_id: importId,
      site_id,
      source_id: id,
      next_poll_at: next_poll_at ? parseInstant(next_poll_at) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Resumes the sources of an import that is complete. A person may have resumed or deleted some already. */
export async function resumeSources(tx: Tx, importId: number): Promise<void> {
  const { rows } = await sql<{ site_id: number; id: number; next_poll_at: Date | null }>`
    update source set active = true, pause_reason = null, paused_at = null,
      next_poll_at = case when ${POLLED} then coalesce(imported_source.next_poll_at, now()) end
    from imported_source where imported_source.import_id = ${importId} and source.site_id = imported_source.site_id
      and source.id = imported_source.source_id and source.pause_reason = 'import'
    returning source.site_id, source.id, source.next_poll_at`.execute(tx);
  for (const { site_id, id, next_poll_at: runAt } of rows)
    if (runAt) await replaceJobs(tx, sourcePoll, { key: laneOf({ site_id, id }), payload: { site_id, id }, runAt });
}

/** The sources that rest. */
export async function restingSources(tx: Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from imported_source join source using (site_id)
    where import_id = ${importId} and source.id = source_id and pause_reason = 'import'`.execute(tx);
  return rows[0]?.total ?? 0;
}
