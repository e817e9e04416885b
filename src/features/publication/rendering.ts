/** Snapshots repeat things that are kept elsewhere: the site's address and time zone, a section's slug, authors' names. */
import { sql } from 'kysely';
import { conflict } from '../../core/errors.ts';
import { lockSite, type Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { putRendering } from './commands.ts';
import { type ArticleRow, type Publication, writtenOf } from './present.ts';
import { authorNames, publishedAmong, sectionOf } from './queries.ts';

export interface Rendering {
  site_id: number;
  /** Whose articles: all of the site, of a section, of an author. */
  of: 'site' | 'section' | 'author';
  id: number;
  after_id: number;
}

/** Renders snapshots anew, a part at a time. */
export const articleRendering = jobKind<Rendering>('publication.render');

/** A transaction holds the site's lock for no longer than this many take. */
const AT_ONCE = 200;

export async function renderLater(tx: Tx, site: Site, of: Rendering['of'], id: number): Promise<void> {
  await enqueue(tx, articleRendering, { key: String(site.id), payload: { site_id: site.id, of, id, after_id: 0 } });
}

/** Renders one part; what is left is enqueued behind it, in the same transaction. */
export async function renderPart(tx: Tx, rendering: Rendering): Promise<void> {
  const site = await lockSite(tx, rendering.site_id);
  const rows = await publishedRows(tx, rendering);
  for (const row of rows) {
    const { publication, isPublicSection } = await completePublication(tx, site, row, numbered(row));
    await putRendering(tx, site, publication, isPublicSection);
  }
  const last = rows.at(-1)?.id;
  if (rows.length < AT_ONCE || !last) return;
  await enqueue(tx, articleRendering, { key: String(site.id), payload: { ...rendering, after_id: last } });
}

type Drawn = Pick<Publication, 'id' | 'publishedAt' | 'modifiedAt' | 'orderNumber' | 'siteOrderNumber'>;

/** Everything that a rendering repeats, looked up. */
export async function completePublication(tx: Tx, site: Site, row: ArticleRow, drawn: Drawn) {
  const written = writtenOf(row);
  const section = await sectionOf(tx, site.id, written.section_id);
  if (!section) throw conflict('The section of this article is gone; choose another.');
  const names = await authorNames(tx, site.id, written.author_ids);
  const publication: Publication = {
    ...drawn,
    row,
    sectionSlug: section.section_url,
    authorCredit: written.author_credit || written.author_ids.flatMap((id) => names.get(id) ?? []).join(', '),
    featured: await publishedAmong(tx, site.id, written.featured_articles),
  };
  return { publication, isPublicSection: section.state === 'public' };
}

/** Articles with the text that was last published, not the one that is being edited. */
async function publishedRows(tx: Tx, { site_id, of, id, after_id }: Rendering): Promise<ArticleRow[]> {
  const concerned = {
    site: sql`true`,
    section: sql`snapshot.section_id = ${id}`,
    author: sql`exists (select from published_article_author author
      where author.site_id = snapshot.site_id and author.author_id = ${id} and author.id = snapshot.id)`,
  }[of];
  const { rows } = await sql<ArticleRow>`
    select article.*, revision.written from published_article snapshot
    join article on article.site_id = snapshot.site_id and article.uid = snapshot.uid
    join article_revision revision on revision.site_id = article.site_id and revision.uid = article.uid
      and revision.number = article.published_version
    where snapshot.site_id = ${site_id} and snapshot.id > ${after_id} and ${concerned}
    order by snapshot.id limit ${AT_ONCE}`.execute(tx);
  return rows;
}

function numbered(row: ArticleRow): Drawn {
  const { id, published_at, modified_at, order_number, site_order_number } = row;
  if (id === null || !published_at || !order_number || !site_order_number)
    throw new Error(`Article ${row.uid} was never published.`);
  return {
    id,
    publishedAt: published_at,
    modifiedAt: modified_at,
    orderNumber: order_number,
    siteOrderNumber: site_order_number,
  };
}
