import type { Selectable } from 'kysely';
import { notFound } from '../core/errors.ts';
import type { SiteRow as SiteTable } from './rows.generated.ts';
import { noteSiteChange, type Tx } from './transaction.ts';

export type Site = Selectable<SiteTable>;

export const noSuchSite = () => notFound('There is no such site.');

/**
 * The first statement of every write that changes what a site serves. The row it updates is the lock: writes to one site
 * commit in the order of `content_version`, which is the cursor, the cache key and the ETag of everything served.
 */
export async function lockSite(tx: Tx, siteId: number): Promise<Site> {
  const site = await tx
    .updateTable('site')
    .set((row) => ({ content_version: row('content_version', '+', 1) }))
    .where('id', '=', siteId)
    .returningAll()
    .executeTakeFirst();
  if (!site) throw noSuchSite();
  noteSiteChange(tx, siteId, site.content_version);
  return site;
}
