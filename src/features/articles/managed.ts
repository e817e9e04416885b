/** Reads for editors. */
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ArticleRow } from '../publication/present.ts';
import { endOfTrash, isTrash } from '../publication/trash.ts';
import { actorName } from './actor-name.ts';
import type { ManagedRow, TrashRow } from './present.ts';

/** An article by its uid or id, locked until the transaction ends (`for no key update`: rows can still refer to it). */
export async function lockedArticle(tx: Tx, siteId: number, uid: string): Promise<ArticleRow> {
  const row = await lockedArticleIfAny(tx, siteId, uid);
  if (!row) throw notFound('There is no such article.');
  return row;
}

export async function lockedArticleIfAny(tx: Tx, siteId: number, uid: string): Promise<ArticleRow | undefined> {
  const { rows } = await prepared(
    sql<ArticleRow>`select * from article where site_id = ${siteId} and ${called(uid)} and deleted_at is null for no key update`,
  ).execute(tx);
  return rows[0];
}

export async function lockedTrash(tx: Tx, siteId: number, uid: string): Promise<ArticleRow> {
  const { rows } = await sql<ArticleRow>`
    select * from article where site_id = ${siteId} and ${called(uid)} and ${isTrash} for no key update`.execute(tx);
  if (!rows[0]) throw notFound('There is no such article in the trash.');
  return rows[0];
}

export async function managedByUid(
  db: Db | Tx,
  siteId: number,
  uid: string,
): Promise<ManagedRow & Pick<ArticleRow, 'created_by'>> {
  const { rows } = await prepared(sql<ManagedRow & Pick<ArticleRow, 'created_by'>>`
    select article.*, section.section_url from article join section on section.site_id = article.site_id and section.id = section_id
    where article.site_id = ${siteId} and ${called(uid)} and deleted_at is null`).execute(db);
  if (!rows[0]) throw notFound('There is no such article.');
  return rows[0];
}

/** An article in the trash, and who moved it there. Its section may be gone. */
export async function trashByUid(db: Db | Tx, siteId: number, uid: string): Promise<TrashRow> {
  const { rows } = await prepared(sql<TrashRow>`
    select article.*, section.section_url, ${actorName(sql`deleted_by`)} as deleted_by_name, ${endOfTrash} as kept_until
    from article left join section on section.site_id = article.site_id and section.id = section_id
    where article.site_id = ${siteId} and ${called(uid)} and ${isTrash}`).execute(db);
  if (!rows[0]) throw notFound('There is no such article in the trash.');
  return rows[0];
}

/** Slugs that a new one could collide with, of working copies and served articles: the same, or the same with a number. */
export async function takenArticleSlugs(tx: Tx, siteId: number, sectionId: number, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    with taken as (
      select article_url as slug from article
      where site_id = ${siteId} and section_id = ${sectionId} and deleted_at is null
      union all
      select article_url from published_article where site_id = ${siteId} and section_id = ${sectionId}
    ), equal as materialized (select slug from taken where slug = ${slug})
    table equal
    union all
    -- numbers are looked for in the whole section, and only where the slug itself is taken
    select slug from taken where starts_with(slug, ${`${slug}-`}) and exists (table equal)`.execute(tx);
  return new Set(rows.map((row) => row.slug));
}

/** Allocates an id: the given one or the next. */
export async function drawnId(tx: Tx, givenId: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`select draw_id('article_id', ${givenId}) as id`.execute(tx);
  return rows[0]?.id ?? 0;
}

function called(uid: string): RawBuilder<boolean> {
  return uid.includes('-') ? sql`article.uid = ${uid}` : sql`article.id = ${Number(uid)}`;
}
