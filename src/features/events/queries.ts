import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

/** Events that are due: stored in the row, so that a site version always serves the same content. */
export const served = sql<boolean>`is_served`;

/**
 * An event is ongoing when it overlaps the range: one that ends as the range begins is not, unless it lasts that whole
 * day (all day) or has no duration (start equals end).
 */
export const ongoing = ({ from, to }: { from: Date; to: Date }) => sql<boolean>`
  start_date < ${to} and (end_date > ${from} or (end_date = ${from} and (all_day or start_date = end_date)))`;

export const having = (column: 'categories' | 'themes', value: string) =>
  sql<boolean>`${sql.ref(column)} @> array[${value}]::text[]`;

export const allOf = (conditions: RawBuilder<boolean>[]) => sql.join<boolean>(conditions, sql` and `);

type PartSequence = 'event_image_id' | 'event_location_id' | 'event_organizer_id';

/** An id for a part of an event: the stored or given one, else a new one. */
export async function partId(tx: Tx, sequence: PartSequence, givenId: number | null | undefined): Promise<number> {
  const { rows } = await sql<{ id: number }>`select draw_id(${sequence}, ${givenId ?? null}) as id`.execute(tx);
  return rows[0]?.id ?? 0;
}
