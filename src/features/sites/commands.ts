import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { ManagedSite } from '../../contract/manage.ts';
import { conflict, forbidden } from '../../core/errors.ts';
import { type Actor, may, refuseGivenId, refuseOwnerOfSome } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import { lockSite, type Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Audience } from '../publication/events.ts';
import { renderAffected } from '../publication/rendering.ts';
import { deleteTrash, trashOf } from '../publication/trash.ts';
import { siteContents } from './queries.ts';

type Wire = Static<typeof ManagedSite>;
export type NewSite = Partial<Wire> & Pick<Wire, 'name' | 'url'> & { id?: number };

const UNIQUE_VIOLATION = '23505';
const DELETED_AT_ONCE = 2_000;

/** In a trial, which is rolled back, no id is drawn: sequences do not roll back. */
export async function createSite(db: Db | Tx, input: NewSite, caller: Actor, { isTrial = false } = {}): Promise<Site> {
  refuseOwnerOfSome(caller);
  refuseGivenId(input.id, caller);
  const { id, name, url, locale = 'en', time_zone = 'UTC' } = input;
  const { api_key_required = false, voting_enabled = false, cache_remote_images = false } = input;
  const { preview_url = null, brand_color = null } = input;
  return transaction(db, async (tx) => {
    const made = await tx
      .insertInto('site')
      .values({
        id: isTrial && id !== undefined ? id : sql<number>`draw_id('site_id', ${id ?? null})`,
        name,
        url: withoutSlash(url),
        locale,
        time_zone,
        api_key_required,
        voting_enabled,
        cache_remote_images,
        preview_url,
        brand_color,
        media_url: sql<string>`coalesce((select media_url from media_settings), '')`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(tx, caller, { action: 'create', noun: 'site', id: made.id, sites: [made.id], after: made });
    return made;
  }).catch((error) => {
    throw error.code === UNIQUE_VIOLATION ? conflict(`There is a site with the id ${id} already.`) : error;
  });
}

export async function changeSite(
  db: Db | Tx,
  id: number,
  input: Partial<Wire>,
  { caller, ifMatch, audience }: { caller: Actor; ifMatch: string | undefined; audience?: Audience },
): Promise<Site> {
  if (input.api_key_required !== undefined && !may(caller, 'keys', 'write', id)) {
    throw forbidden('Only an owner of the site, or a token with the scope admin, can open or close it.');
  }
  return transaction(db, async (tx) => {
    const current = await lockSite(tx, id);
    refuseStale(ifMatch, current.version, 'site');
    const changed = await tx
      .updateTable('site')
      .set({ ...input, ...(input.url ? { url: withoutSlash(input.url) } : {}), updated_at: sql`now()` })
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const isRepeated = (['url', 'time_zone'] as const).some((name) => current[name] !== changed[name]);
    if (isRepeated) await renderAffected(tx, changed, 'site', id, audience);
    if (current.locale !== changed.locale) await renderAffected(tx, changed, 'language', id, audience);
    const sites = [id];
    await recordChange(tx, caller, { action: 'change', noun: 'site', id, sites, before: current, after: changed });
    return changed;
  });
}

/**
 * The remains of an empty site are deleted in batches, each in its own transaction. If that outlasts the request's
 * timeout, it continues after the response, and the next request finds the site deleted.
 */
const OWN_ROWS = [
  'article_event',
  'article_count',
  'search_word',
  'remote_image',
  'deleted_media',
  'source_item',
] as const;

export async function deleteSite(
  db: Db | Tx,
  id: number,
  { caller, ifMatch }: { caller: Actor; ifMatch: string | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockEmptySite(tx, id, ifMatch);
    // The change feed is about to be truncated: if the site survives, old cursors must get 410.
    await sql`update site set changes_forgotten = content_version where id = ${id}`.execute(tx);
  });
  while ((await transaction(db, (tx) => deleteTrash(tx, trashOf(id)))).isMore);
  for (const table of OWN_ROWS) {
    while ((await transaction(db, (tx) => deleteRows(tx, table, sql`site_id = ${id}`, DELETED_AT_ONCE))) > 0);
  }
  await transaction(db, async (tx) => {
    const current = await lockEmptySite(tx, id, ifMatch);
    await tx.deleteFrom('article_event').where('site_id', '=', id).execute();
    await tx.deleteFrom('article_count').where('site_id', '=', id).execute();
    await tx.deleteFrom('search_word').where('site_id', '=', id).execute();
    await tx.deleteFrom('remote_image').where('site_id', '=', id).execute();
    await tx.deleteFrom('site').where('id', '=', id).execute();
    await recordChange(tx, caller, { action: 'delete', noun: 'site', id, sites: [id], before: current });
  });
}

async function lockEmptySite(tx: Tx, id: number, ifMatch: string | undefined): Promise<Site> {
  const current = await lockSite(tx, id);
  refuseStale(ifMatch, current.version, 'site');
  const contents = await siteContents(tx, id);
  if (contents.length > 0) throw conflict(`This site has ${contents.join(', ')}; delete those first.`);
  return current;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
