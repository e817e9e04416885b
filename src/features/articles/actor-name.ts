import { type RawBuilder, sql } from 'kysely';

/** The name of the person or key that a column such as `created_by` means; null for others, and for those that were deleted. */
export function actorName(actor: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`case
    when ${actor} ~ '^person:[0-9]{1,15}$' then (select name from person where id = substr(${actor}, 8)::bigint)
    when ${actor} ~ '^key:[0-9]{1,15}$' then (select name from api_key where id = substr(${actor}, 5)::bigint)
  end`;
}
