/** Small reads for an editors' application: lists in their editors' order, pins, tags, counts. */
import { type RawBuilder, sql } from 'kysely';
import { LIST_BYTES } from '../../core/answer-size.ts';
import type { State } from '../../core/lifecycle.ts';
import type { Db } from '../../db/connect.ts';
import { textBytes } from '../../db/text-bytes.ts';
import type { Tx } from '../../db/transaction.ts';
import type { MemberList } from '../resources/membership.ts';
import { listColumns } from './managed-list.ts';
import type { Limited } from './own.ts';
import type { ManagedRow } from './present.ts';

/** Tags are suggested from the articles that were saved last. */
const MOST_SUGGESTING = 5_000;

export interface Pin {
  uid: string;
  index: number;
}

export interface PinRow extends Pin {
  state: State;
  is_served: boolean;
}

/** Where an article is pinned: on the front page, or in a section. */
export type PinColumn = 'site_pinned_index' | 'pinned_index';

/** The articles of an issue or a container in its order, drafts included. Null when the list is too large. */
export async function memberArticles(
  db: Db | Tx,
  table: MemberList,
  { siteId, holderId, fields }: { siteId: number; holderId: number; fields: Set<string> | null },
  limit: Limited,
): Promise<ManagedRow[] | null> {
  const { columns, complete } = listColumns(fields);
  const { rows } = await sql<ManagedRow & { fits: boolean }>`
    with listed as (
      select ${columns}, member.position from ${sql.table(`${table}_article`)} member
      join article on article.site_id = member.site_id and article.id = member.article_id
      where member.site_id = ${siteId} and member.${sql.ref(`${table}_id`)} = ${holderId} and deleted_at is null and ${own(limit)}
    ), sized as (select coalesce(sum(${textBytes}), 0) <= ${sql.lit(LIST_BYTES)} as fits from listed)
    select listed.*, sized.fits, section.section_url from sized left join listed on sized.fits
    left join section on section.site_id = listed.site_id and section.id = listed.section_id
    order by listed.position`.execute(db);
  if (rows[0]?.fits === false) return null;
  return rows.filter(({ uid }) => uid !== null).map(complete);
}

/** By index, then newest first, as readers see them. */
export async function pinRows(
  db: Db | Tx,
  siteId: number,
  sectionId: number | null,
  limit: Limited = {},
): Promise<PinRow[]> {
  const column = sql.ref(`article.${pinColumn(sectionId)}`);
  const { rows } = await sql<PinRow>`
    select article.uid, ${column} as index, state, coalesce(served.is_served, false) as is_served ${articlesAndServed}
    where article.site_id = ${siteId} and deleted_at is null and ${column} is not null and ${own(limit)}
      and (${sectionId}::bigint is null or ${pinnedSection} = ${sectionId}::bigint)
    order by ${column}, article.id desc nulls last, article.uid desc`.execute(db);
  return rows;
}

/** Pins act on what is served: an article that is moved by an unpublished edit is still pinned in the section that shows it. */
export const pinnedSection = sql<number>`coalesce(served.section_id, article.section_id)`;
export const articlesAndServed = sql`
    from article left join published_article served on served.site_id = article.site_id and served.id = article.id`;

export const pinColumn = (sectionId: number | null): PinColumn =>
  sectionId === null ? 'site_pinned_index' : 'pinned_index';

/** Tags with this prefix, the most used first, each in its most common spelling. */
export async function tagSuggestions(
  db: Db | Tx,
  siteId: number,
  { q, count }: { q: string; count: number },
  { createdBy = null }: Limited,
): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    with recent as (
      select ${createdBy === null ? sql`tags` : seenTags(createdBy)} as tags from article
      where site_id = ${siteId} and deleted_at is null
        and (${createdBy}::text is null or created_by = ${createdBy} or state = 'published')
      order by updated_at desc, uid desc limit ${sql.lit(MOST_SUGGESTING)}
    ), spelled as (select btrim(normalize(tag)) as tag from recent, unnest(tags) as tag)
    select mode() within group (order by tag) as tag, count(*) as count from spelled
    where starts_with(lower(tag), lower(${q.trim().normalize('NFC')}))
    group by lower(tag) order by count(*) desc, lower(tag) limit ${count}`.execute(db);
  return rows;
}

/** Authors see only the served tags of articles by others. */
function seenTags(createdBy: string): RawBuilder<string[]> {
  return sql`case when created_by = ${createdBy} then tags else array(
    select article_tag.tag from unnest(tags) as article_tag (tag) where exists (
      select from published_article_tag as served_tag join published_article as served using (site_id, id)
      where served_tag.site_id = article.site_id and served_tag.id = article.id and served.is_served
        and served_tag.tag = lower(btrim(normalize(article_tag.tag))))
  ) end`;
}

export async function articleCounts(db: Db | Tx, siteId: number, limit: Limited): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from article
    where site_id = ${siteId} and deleted_at is null and ${own(limit)} group by state`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

function own({ createdBy = null }: Limited): RawBuilder<boolean> {
  return createdBy === null ? sql`true` : sql`article.created_by = ${createdBy}`;
}
