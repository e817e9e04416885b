import { sql } from 'kysely';
import { deleteRows } from '../../db/rows.ts';
import { type CleanUp, cleanUp, fromTheStart } from '../../jobs/clean-up.ts';

const BATCH = 2_000;

export function oldEntries(days: number): CleanUp {
  return cleanUp({
    name: 'delete old audit entries',
    kind: 'audit.forget',
    everySeconds: 3_600,
    deleteBatch: async (tx) =>
      fromTheStart(
        (await deleteRows(tx, 'audit_entry', sql`at < now() - make_interval(days => ${days})`, BATCH)) === BATCH,
      ),
  });
}
