import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { ImportContext } from './noun.ts';

/** Ids up to the result were given here, to people or keys that may be deleted since. */
export async function lastGiven(tx: Tx, noun: Named): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(pg_sequence_last_value(${`${noun}_id`}), 0) as last`.execute(tx);
  return rows[0]?.last ?? 0;
}

/**
 * An imported id that was never given here, else a new one: the audit log and articles name people and keys by their ids, also
 * deleted ones. A trial draws none.
 */
export function ownOrNewId({ isTrial }: ImportContext, noun: Named, id: number, given: number): RawBuilder<number> {
  const other = isTrial
    ? sql<number>`(select least(min(id), 0) - 1 from ${sql.table(noun)})`
    : sql<number>`draw_id(${`${noun}_id`}, null)`;
  if (id <= given) return other;
  // A file may contain the same id twice.
  return sql`case when exists (select from ${sql.table(noun)} where id = ${id}) then ${other} else ${id}::bigint end`;
}

type Named = 'person' | 'api_key';

/** Moves a noun's sequence past imported ids. Sequences do not roll back, so a dry run does not change them. */
export async function moveSequence(
  tx: Tx,
  { isTrial }: ImportContext,
  sequence: string,
  lines: { id?: number | null | undefined }[],
): Promise<void> {
  const highest = Math.max(0, ...lines.map(({ id }) => id ?? 0));
  if (highest > 0 && !isTrial) await sql`select draw_id(${sequence}, ${highest})`.execute(tx);
}
