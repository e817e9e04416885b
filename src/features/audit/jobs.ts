import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import { type CleanUp, cleanUp, fromTheStart } from '../../jobs/clean-up.ts';

const BATCH = 2_000;

export function oldEntries(days: number): CleanUp {
  return cleanUp({
    name: 'delete old audit entries',
    kind: 'audit.forget',
    everySeconds: 3_600,
    deleteBatch: async (tx) => fromTheStart((await deleteEntries(tx, days)) === BATCH),
  });
}

/** Records how far the activity is deleted, for cursors of readers that were away. Ids of another server count as old there. */
async function deleteEntries(tx: Tx, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from audit_entry where ctid = any(array(
        select ctid from audit_entry where at < now() - make_interval(days => ${days})
        limit ${sql.lit(BATCH)} for update skip locked))
      returning changed_in
    ), noted as (
      insert into audit_forgotten (changed_in)
      select changed_in from deleted where changed_in < pg_snapshot_xmax(pg_current_snapshot())
      order by changed_in desc limit 1
      on conflict (only_row) do update set changed_in = greatest(audit_forgotten.changed_in, excluded.changed_in)
    )
    select count(*) as count from deleted`.execute(tx);
  return rows[0]?.count ?? 0;
}
