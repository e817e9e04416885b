import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import { isLimitedToOwn, isOnlyForEditors, may } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { PreviewRow as PreviewTable } from '../../db/rows.generated.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Maker, makerColumn, makerGrants } from '../accounts/makers.ts';
import type { ArticleRow } from '../publication/present.ts';
import type { ResourceRow } from '../resources/resource.ts';

export type PreviewRow = Selectable<PreviewTable>;

/** A preview with its article's state and its creator. */
export interface Previewed {
  expires_at: Date;
  site: Site;
  article: ArticleRow;
}

/** Links that have not ended, newest first. */
export async function previewRows(db: Db | Tx, siteId: number, uid: string): Promise<PreviewRow[]> {
  const { rows } = await sql<MadePreview>`
    select ${madeColumns} from preview join article using (site_id, uid)
    where preview.site_id = ${siteId} and preview.uid = ${uid} and expires_at > now() order by preview.id desc`.execute(
    db,
  );
  return rows.filter(isMakers);
}

type MadePreview = PreviewRow & { maker: Maker; article_by: string | null; article_state: ArticleRow['state'] };

/** With the present rights of the person or key that made it: `person:3`, `key:12`. */
const idOf = (kind: string) => sql`substring(preview.created_by from ${`^${kind}:([0-9]{1,15})$`})::bigint`;
const madeColumns = sql`preview.*, article.created_by as article_by, article.state as article_state,
  ${makerColumn(idOf('person'), idOf('key'))}`;

/** Whether its creator could still create it: a link ends with that role, and authors preview only their own unpublished articles. */
function isMakers({ site_id, created_by, maker, article_by, article_state }: MadePreview): boolean {
  const actor = { grants: makerGrants(maker) };
  if (!may(actor, 'articles', 'write', site_id)) return false;
  return !isLimitedToOwn(actor, 'articles', site_id) || (article_by === created_by && !isOnlyForEditors(article_state));
}

/** The article of an address, unless it is in the trash. Locked, it is not deleted meanwhile. */
export async function articleUid(db: Db | Tx, siteId: number, uid: string, { isLocked = false } = {}): Promise<string> {
  const { rows } = await sql<{ uid: string }>`
    select uid from article where site_id = ${siteId} and ${called(uid)} and deleted_at is null
    ${isLocked ? sql`for no key update` : sql``}`.execute(db);
  if (!rows[0]) throw notFound('There is no such article.');
  return rows[0].uid;
}

/** Undefined for a token that is unknown, expired or revoked, or whose creator has lost the right. */
export async function previewedBy(tx: Tx, tokenHash: Buffer): Promise<Previewed | undefined> {
  const found = await sql<MadePreview>`
    select ${madeColumns} from preview join article using (site_id, uid)
    where token_hash = ${tokenHash} and expires_at > now()`.execute(tx);
  const [preview] = found.rows;
  if (!preview || !isMakers(preview)) return undefined;
  const { rows } = await sql<ArticleRow>`
    select * from article where site_id = ${preview.site_id} and uid = ${preview.uid} and deleted_at is null`.execute(
    tx,
  );
  const site = await tx.selectFrom('site').selectAll().where('id', '=', preview.site_id).executeTakeFirst();
  return rows[0] && site ? { expires_at: preview.expires_at, site, article: rows[0] } : undefined;
}

/** The section of an article, public or not, and its category. */
export async function sectionAndCategory(
  tx: Tx,
  { id }: Site,
  { section_id, category_id }: { section_id: number; category_id: number | null },
): Promise<{ sections: ResourceRow<'section'>[]; categories: ResourceRow<'article_category'>[] }> {
  const sections = await sql<ResourceRow<'section'>>`
    select * from section where site_id = ${id} and id = ${section_id}`.execute(tx);
  const categories = await sql<ResourceRow<'article_category'>>`
    select * from article_category where site_id = ${id} and id = ${category_id}`.execute(tx);
  return { sections: sections.rows, categories: categories.rows };
}

function called(uid: string): RawBuilder<boolean> {
  return uid.includes('-') ? sql`article.uid = ${uid}` : sql`article.id = ${Number(uid)}`;
}
