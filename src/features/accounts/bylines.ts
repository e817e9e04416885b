/** Which authors a person writes as. */
import { type RawBuilder, sql } from 'kysely';
import { invalidBody } from '../../core/errors.ts';
import type { Sites } from '../../core/rights.ts';
import type { Tx } from '../../db/transaction.ts';

export interface Byline {
  site_id: number;
  author_id: number;
}

const FOREIGN_KEY_VIOLATION = '23503';

/** As JSON. */
export function bylinesOf(personId: RawBuilder<unknown>): RawBuilder<Byline[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('site_id', site_id, 'author_id', author_id) order by site_id), '[]')
    from person_byline where person_id = ${personId})`;
}

/** Replaces the bylines on these sites. */
export async function replaceBylines(
  tx: Tx,
  personId: number,
  bylines: readonly Byline[],
  sites: Sites,
): Promise<void> {
  await sql`
    delete from person_byline where person_id = ${personId}
      and ${sites === 'all' ? sql`true` : sql`site_id = any(${[...sites]}::bigint[])`}`.execute(tx);
  await addBylines(tx, personId, bylines);
}

/** Adds bylines; one on the same site is replaced. */
export async function addBylines(tx: Tx, personId: number, bylines: readonly Byline[]): Promise<void> {
  for (const { site_id, author_id } of bylines)
    await sql`
      insert into person_byline (person_id, site_id, author_id) values (${personId}, ${site_id}, ${author_id})
      on conflict (person_id, site_id) do update set author_id = excluded.author_id`
      .execute(tx)
      .catch((error) => {
        throw unknownAuthor(error);
      });
}

export function unknownAuthor(error: unknown): unknown {
  const isUnknown = (error as { code?: string }).code === FOREIGN_KEY_VIOLATION;
  return isUnknown ? invalidBody([{ path: '/bylines', message: 'names no author of that site' }]) : error;
}

export function refuseRepeatedBylines(bylines: readonly { site_id: number }[]): void {
  if (new Set(bylines.map(({ site_id }) => site_id)).size < bylines.length)
    throw invalidBody([{ path: '/bylines', message: 'names a site twice; a person has one byline on a site' }]);
}
