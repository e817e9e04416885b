import { type Selectable, sql } from 'kysely';
import { notFound } from '../core/errors.ts';
import { prepared } from './prepared.ts';
import type { SiteRow as SiteTable } from './rows.generated.ts';
import { noteSiteChange, type Tx } from './transaction.ts';

export type Site = Selectable<SiteTable>;

export const noSuchSite = () => notFound('There is no such site.');

/** Locks the site's row without a new version: for a write that may change nothing. */
export async function lockSiteRow(tx: Tx, siteId: number): Promise<Site> {
  const { rows } = await sql<Site>`select * from site where id = ${siteId} for no key update`.execute(tx);
  if (!rows[0]) throw noSuchSite();
  return rows[0];
}

/**
 * The first statement of every write that changes what a site serves. The updated row is the lock: writes to one site commit
 * in the order of `content_version`, which is the cursor of the change feed and the version of cached responses.
 */
export async function lockSite(tx: Tx, siteId: number): Promise<Site> {
  const { rows } = await prepared(
    sql<Site>`update site set content_version = content_version + 1 where id = ${siteId} returning *`,
  ).execute(tx);
  const [site] = rows;
  if (!site) throw noSuchSite();
  noteSiteChange(tx, siteId, site.content_version);
  return site;
}
