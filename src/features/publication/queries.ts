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

export async function snapshotsOf(tx: Tx, siteId: number, ids: number[]): Promise<Map<number, Snapshot>> {
  const { rows } = await sql<Snapshot>`
    select * from published_article where site_id = ${siteId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function snapshotsFeaturing(tx: Tx, siteId: number, featuredId: number): Promise<Snapshot[]> {
  const { rows } = await sql<Snapshot>`
    select published_article.* from published_article_feature feature
    join published_article using (site_id, id)
    where feature.site_id = ${siteId} and feature.featured_id = ${featuredId} order by id`.execute(tx);
  return rows;
}

/** Of these ids, those that are published. */
export async function publishedAmong(tx: Tx, siteId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from published_article where site_id = ${siteId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function authorNames(tx: Tx, siteId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; firstname: string; lastname: string }>`
    select id, firstname, lastname from author where site_id = ${siteId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, firstname, lastname }) => [id, `${firstname.trim()} ${lastname.trim()}`.trim()]));
}

export interface SectionOfArticle {
  id: number;
  section_url: string;
  state: string;
}

export async function sectionsOf(tx: Tx, siteId: number, ids: number[]): Promise<Map<number, SectionOfArticle>> {
  const { rows } = await sql<SectionOfArticle>`
    select id, section_url, state from section where site_id = ${siteId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
