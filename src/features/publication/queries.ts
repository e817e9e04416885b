import { type Selectable, sql } from 'kysely';
import type { PublishedArticleRow } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

export type Snapshot = Selectable<PublishedArticleRow>;

export async function snapshotOf(tx: Tx, siteId: number, id: number): Promise<Snapshot | undefined> {
  return tx
    .selectFrom('published_article')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function snapshotsFeaturing(tx: Tx, siteId: number, featuredId: number): Promise<Snapshot[]> {
  const { rows } = await sql<Snapshot>`
    select published_article.* from published_article_feature feature
    join published_article using (site_id, id)
    where feature.site_id = ${siteId} and feature.featured_id = ${featuredId} order by id`.execute(tx);
  return rows;
}

/** Of these ids, those that are published; the order of the asker is kept. */
export async function publishedAmong(tx: Tx, siteId: number, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('published_article')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute();
  const published = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => published.has(id));
}

export async function authorNames(tx: Tx, siteId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('author')
    .select(['id', 'firstname', 'lastname'])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, firstname, lastname }) => [id, `${firstname.trim()} ${lastname.trim()}`.trim()]));
}

export interface SectionOfArticle {
  section_url: string;
  state: string;
}

export async function sectionOf(tx: Tx, siteId: number, id: number): Promise<SectionOfArticle | undefined> {
  return tx
    .selectFrom('section')
    .select(['section_url', 'state'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
}
