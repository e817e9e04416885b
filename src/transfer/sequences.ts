import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { ImportContext } from './noun.ts';

/**
 * An imported id that was never given here, else a new one: the audit log and articles name people and keys by their ids, also
 * deleted ones. The sequence does not tell: an import that was killed has moved it. A trial draws none.
 */
export function ownOrNewId({ isTrial }: ImportContext, noun: Named, id: number): RawBuilder<number> {
  const other = isTrial
    ? sql<number>`(select least(min(id), 0) - 1 from ${sql.table(noun)})`
    : sql<number>`draw_id(${`${noun}_id`}, null)`;
  return sql`case when exists (select from ${sql.table(noun)} where id = ${id})
      or exists (select from audit_entry where noun = ${noun} and noun_id = ${String(id)})
      or exists (select from audit_entry where actor_kind = ${ACTOR_KINDS[noun]} and actor_id = ${id})
    then ${other} else ${id}::bigint end`;
}

const ACTOR_KINDS = { person: 'person', api_key: 'key' } as const;
type Named = keyof typeof ACTOR_KINDS;

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
