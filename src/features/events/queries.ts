import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

/** Whose `published_at` has come: noted in the row, so that what a version of the site serves is always the same. */
export const served = sql<boolean>`is_served`;

/**
 * An event is ongoing when it overlaps the range: one that ends as the range begins is not, unless it covers that whole
 * day (all day) or is a moment of its own (start and end are one).
 */
export const ongoing = ({ from, to }: { from: Date; to: Date }) => sql<boolean>`
  start_date < ${to} and (end_date > ${from} or (end_date = ${from} and (all_day or start_date = end_date)))`;

export const having = (column: 'categories' | 'themes', value: string) =>
  sql<boolean>`${sql.ref(column)} @> array[${value}]::text[]`;

export const allOf = (conditions: RawBuilder<boolean>[]) => sql.join<boolean>(conditions, sql` and `);

type PartSequence = 'event_image_id' | 'event_location_id' | 'event_organizer_id';

/** An id for a part of an event: the one it has or brings, else a new one. */
export async function partId(tx: Tx, sequence: PartSequence, brought: number | null | undefined): Promise<number> {
  const { rows } = await sql<{ id: number }>`select draw_id(${sequence}, ${brought ?? null}) as id`.execute(tx);
  return rows[0]?.id ?? 0;
}
