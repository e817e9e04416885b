/** The kill switch: while it is on, intake publishes nothing, on one site or on all. */
import { sql } from 'kysely';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { changeArticle, unpublishArticle } from '../features/articles/commands.ts';
import type { Unpublished } from '../features/intake-hold/present.ts';
import type { ItemRow } from '../features/sources/queries.ts';
import { settle } from './item-row.ts';
import { lockHold } from './judging.ts';
import { forArticles, type Request } from './moderation.ts';

/** Of one request: the rest is for the next one. */
const UNPUBLISHED_AT_ONCE = 500;
const REASON = 'An editor held intake and unpublished its last articles.';

/** Waits for the items that are being taken; later ones see it. `minutes` null unpublishes nothing. */
export async function holdIntake(db: Db | Tx, request: Request, minutes: number | null): Promise<Unpublished> {
  const { site, caller } = request;
  return transaction(db, async (tx) => {
    await lockHold(tx);
    await insertHold(tx, site.id, caller.name);
    const items = minutes === null ? [] : await lastPublished(tx, site.id, minutes);
    for (const item of items.slice(0, UNPUBLISHED_AT_ONCE)) await holdBack(tx, request, item);
    const unpublished = Math.min(items.length, UNPUBLISHED_AT_ONCE);
    const counts = unpublished > 0 ? { counts: { unpublished } } : {};
    await recordChange(tx, caller, { action: 'hold', noun: 'intake_hold', id: null, sites: [site.id], ...counts });
    return { unpublished, remaining: items.length - unpublished };
  });
}

export async function holdAll(db: Db | Tx, { caller }: Pick<Request, 'caller'>): Promise<void> {
  await transaction(db, async (tx) => {
    await lockHold(tx);
    await insertHold(tx, null, caller.name);
    await recordChange(tx, caller, { action: 'hold', noun: 'intake_hold', id: null, sites: 'all' });
  });
}

/** `siteId` null: that of all sites. Those of single sites stay. */
export async function releaseIntake(
  db: Db | Tx,
  { caller }: Pick<Request, 'caller'>,
  siteId: number | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`delete from intake_hold where site_id is not distinct from ${siteId}::bigint`.execute(tx);
    const sites = siteId === null ? ('all' as const) : [siteId];
    await recordChange(tx, caller, { action: 'release', noun: 'intake_hold', id: null, sites });
  });
}

async function insertHold(tx: Tx, siteId: number | null, by: string | null): Promise<void> {
  await sql`insert into intake_hold (site_id, held_by) values (${siteId}, ${by ?? ''}) on conflict do nothing`.execute(
    tx,
  );
}

/** The articles that intake itself published, not those that editors approved. */
async function lastPublished(tx: Tx, siteId: number, minutes: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select item.* from source_item item
    join article on article.site_id = item.site_id and article.uid = item.uid and article.deleted_at is null
    where item.site_id = ${siteId} and item.state = 'published' and item.decided_by is null and article.state = 'published'
      and article.created_at > now() - ${minutes} * interval '1 minute'
    order by item.id desc for update of item`.execute(tx);
  return rows;
}

async function holdBack(tx: Tx, request: Request, item: ItemRow): Promise<void> {
  const uid = item.uid as string; // joined with its article
  const change = forArticles(request);
  await unpublishArticle(tx, change, uid);
  await changeArticle(tx, change, uid, { state: 'pending' });
  await settle(tx, item, { state: 'held', reason: REASON });
}
