/** When readers saw which version of an article. What changes it locks the article. */
import { type RawBuilder, sql } from 'kysely';
import { utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import { actorName } from './actor-name.ts';

/** Who publishes or unpublishes, and when. */
export interface Served {
  by: string;
  at: Date | RawBuilder<Date>;
}

type Before = Pick<ArticleRow, 'site_id' | 'uid' | 'state' | 'published_version' | 'published_at' | 'modified_at'>;

interface PublicationRow {
  version: number;
  published_at: Date;
  published_by: string;
  published_by_name: string | null;
  ended_at: Date | null;
  ended_by: string | null;
  ended_by_name: string | null;
  replaced_by: number | null;
}

/**
 * Readers see this version from now on, or with null none. Publishing the same version again is no new publication. What was
 * published before publications were recorded, or by an import, gets its row when it ends, under the date that readers saw.
 */
export async function recordPublication(
  tx: Tx,
  before: Before,
  version: number | null,
  { by, at }: Served,
): Promise<void> {
  const { site_id, uid, published_version } = before;
  const isServed = before.state === 'published' && published_version !== null;
  if (isServed ? published_version === version : version === null) return;
  const seenSince = before.modified_at ?? before.published_at ?? at;
  await prepared(sql`
    with last as (
      select coalesce(max(number), 0) as number, ${isServed}::boolean and not coalesce(bool_or(ended_at is null), false) as is_unrecorded
      from article_publication where site_id = ${site_id} and uid = ${uid}
    ), ended as (
      update article_publication set ended_at = ${at}::timestamptz, ended_by = ${by}, replaced_by = ${version}::integer
      where site_id = ${site_id} and uid = ${uid} and ended_at is null
    ), recorded as (
      insert into article_publication (site_id, uid, number, version, published_at, published_by, ended_at, ended_by, replaced_by)
      select ${site_id}, ${uid}::uuid, number + 1, ${published_version}::integer, least(${seenSince}::timestamptz, ${at}::timestamptz), '',
        ${at}::timestamptz, ${by}, ${version}::integer
      from last where is_unrecorded
    )
    insert into article_publication (site_id, uid, number, version, published_at, published_by)
    select ${site_id}, ${uid}::uuid, number + case when is_unrecorded then 2 else 1 end, ${version}::integer, ${at}::timestamptz, ${by}
    from last where ${version}::integer is not null`).execute(tx);
}

/** The publications of some versions, by version, the oldest first. */
export async function publicationsOf(
  db: Db | Tx,
  article: Before,
  versions: number[],
): Promise<Map<number, ReturnType<typeof publication>[]>> {
  const { rows } = await sql<PublicationRow>`
    select version, published_at, published_by, ${actorName(sql`published_by`)} as published_by_name,
      ended_at, ended_by, ${actorName(sql`ended_by`)} as ended_by_name, replaced_by
    from article_publication
    where site_id = ${article.site_id} and uid = ${article.uid} and version = any(${versions}::integer[])
    order by number`.execute(db);
  const { state, published_version, published_at, modified_at } = article;
  const isOpen = rows.some(({ version, ended_at }) => version === published_version && ended_at === null);
  const since = modified_at ?? published_at;
  if (state === 'published' && since && published_version !== null && !isOpen && versions.includes(published_version))
    rows.push({ version: published_version, published_at: since, ...UNKNOWN });
  const byVersion = new Map<number, ReturnType<typeof publication>[]>();
  for (const row of rows) byVersion.set(row.version, [...(byVersion.get(row.version) ?? []), publication(row)]);
  return byVersion;
}

const UNKNOWN = {
  published_by: '',
  published_by_name: null,
  ended_at: null,
  ended_by: null,
  ended_by_name: null,
  replaced_by: null,
};

function publication(row: PublicationRow) {
  const { published_by, published_by_name, ended_by, ended_by_name, replaced_by } = row;
  return {
    published_at: utc(row.published_at),
    published_by: published_by || null,
    published_by_name,
    ended_at: row.ended_at && utc(row.ended_at),
    ended_by: ended_by || null,
    ended_by_name,
    replaced_by,
  };
}
