/** A change of an outdated version of an article is rejected, with the fields that were saved since. */
import { sql } from 'kysely';
import { type ArticleChange, conflict } from '../../core/errors.ts';
import { utc } from '../../core/time.ts';
import { allowsVersion, lowestVersion, staleMessage } from '../../core/versions.ts';
import { deleteRows } from '../../db/rows.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import { actorName } from './actor-name.ts';

const BATCH = 2_000;

export async function refuseStaleArticle(tx: Tx, ifMatch: string | undefined, row: ArticleRow): Promise<void> {
  if (allowsVersion(ifMatch, row.version)) return;
  throw conflict(staleMessage(row.version, 'article'), await changesSince(tx, row, lowestVersion(ifMatch)));
}

/** The fields are null where saves since that version are no longer known. */
async function changesSince(tx: Tx, row: ArticleRow, version: number | null): Promise<ArticleChange> {
  const by = row.updated_by;
  const { rows } = await sql<{ fields: string[]; is_complete: boolean; changed_by_name: string | null }>`
    select coalesce(array_agg(distinct field order by field) filter (where field is not null), '{}') as fields,
      coalesce(min(version_before) <= ${version}, false) as is_complete,
      ${actorName(sql`${by}::text`)} as changed_by_name
    from article_save left join lateral unnest(fields) as field on true
    where site_id = ${row.site_id} and uid = ${row.uid} and version > ${version}`.execute(tx);
  return {
    version: row.version,
    changed_fields: rows[0]?.is_complete ? rows[0].fields : null,
    changed_by: row.updated_by,
    changed_by_name: rows[0]?.changed_by_name ?? null,
    changed_at: utc(row.updated_at),
  };
}

/** Deletes a batch of saves that are older than 30 days, and returns whether there may be more. */
export async function deleteOldSaves(tx: Tx): Promise<boolean> {
  return (await deleteRows(tx, 'article_save', sql`saved_at < now() - interval '30 days'`, BATCH)) === BATCH;
}
