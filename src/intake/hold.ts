/** The kill switch: while it is on, intake publishes nothing, on one site or on all. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { RequestError, unavailable } from '../core/errors.ts';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { changeArticle, unpublishArticle } from '../features/articles/commands.ts';
import type { Unpublished } from '../features/intake-hold/present.ts';
import type { ItemRow } from '../features/sources/queries.ts';
import { settle } from './item-row.ts';
import { lockHold } from './judging.ts';
import { forArticles, type Request } from './moderation.ts';
import { isWaitTimeout, limitWaits, type RequestTime, requestTime } from './request-time.ts';

/** Of one transaction: readers and editors of the site wait for no more than this. */
const UNPUBLISHED_AT_ONCE = 10;
const REASON = 'An editor held intake and unpublished its last articles.';
const STILL_TAKING = 'Intake is held, but an item that was being taken may still be published; send it again.';

interface HoldRequest extends Request {
  /** As in features/handler.ts. */
  endsAt: number;
}

/** The hold is committed before anything is unpublished. `minutes` null unpublishes nothing. */
export async function holdIntake(db: Db | Tx, request: HoldRequest, minutes: number | null): Promise<Unpublished> {
  const time = requestTime(request.endsAt);
  const key = `hold ${randomUUID()}`;
  await beginHold(db, request, request.site.id, key);
  let unpublished = 0;
  if (minutes === null) return { unpublished, remaining: 0 };
  while (!time.isSpent()) {
    const held = await unpublishSome(db, request, { minutes, key, time });
    unpublished += held ?? 0;
    if (held === null || held === 0) break;
  }
  return { unpublished, remaining: await publishedCount(db, request.site.id, minutes) };
}

export async function holdAll(db: Db | Tx, request: Pick<Request, 'caller'>): Promise<void> {
  await beginHold(db, request, null, `hold ${randomUUID()}`);
}

/** Besides, it asks no source: the original may still do so. */
export async function holdRestored(db: Db | Tx, request: Pick<Request, 'caller'>): Promise<void> {
  await holdAll(db, request);
  await sql`update intake_hold set collects = false where site_id is null`.execute(db);
}

/** Later items see it; then it waits for those that are being taken. */
async function beginHold(
  db: Db | Tx,
  { caller }: Pick<Request, 'caller'>,
  siteId: number | null,
  key: string,
): Promise<void> {
  const sites = siteId === null ? ('all' as const) : [siteId];
  await transaction(db, async (tx) => {
    await insertHold(tx, siteId, caller.name);
    await recordChange(tx, caller, { action: 'hold', noun: 'intake_hold', id: null, sites, key });
  });
  try {
    await transaction(db, async (tx) => {
      await limitWaits(tx);
      await lockHold(tx);
    });
  } catch (error) {
    throw isWaitTimeout(error) ? unavailable(STILL_TAKING) : error;
  }
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

interface Batch {
  minutes: number;
  /** Of the entry in the audit log. */
  key: string;
  time: RequestTime;
}

/** How many; null if someone else is writing to them: the rest is for the next request. */
async function unpublishSome(db: Db | Tx, request: Request, { minutes, key, time }: Batch): Promise<number | null> {
  const { site, caller } = request;
  try {
    return await transaction(db, async (tx) => {
      await limitWaits(tx);
      const items = await lastPublished(tx, site.id, minutes);
      for (const item of items) await holdBack(tx, request, item);
      const counts = { unpublished: items.length };
      if (items.length > 0)
        await recordChange(tx, caller, {
          action: 'hold',
          noun: 'intake_hold',
          id: null,
          sites: [site.id],
          key,
          counts,
        });
      time.refuseLate();
      return items.length;
    });
  } catch (error) {
    if (error instanceof RequestError || isWaitTimeout(error)) return null;
    throw error;
  }
}

async function lastPublished(tx: Tx, siteId: number, minutes: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select item.* from ${publishedByIntake(siteId, minutes)}
    order by item.id desc limit ${UNPUBLISHED_AT_ONCE} for update of item`.execute(tx);
  return rows;
}

async function publishedCount(db: Db | Tx, siteId: number, minutes: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${publishedByIntake(siteId, minutes)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The articles that intake itself published, not those that editors approved. */
const publishedByIntake = (siteId: number, minutes: number) => sql`source_item item
  join article on article.site_id = item.site_id and article.uid = item.uid and article.deleted_at is null
  where item.site_id = ${siteId} and item.state = 'published' and item.decided_by is null and article.state = 'published'
    and article.created_at > now() - ${minutes} * interval '1 minute'`;

async function holdBack(tx: Tx, request: Request, item: ItemRow): Promise<void> {
  const uid = item.uid as string; // joined with its article
  const change = forArticles(request);
  await unpublishArticle(tx, change, uid);
  await changeArticle(tx, change, uid, { state: 'pending' });
  await settle(tx, item, { state: 'held', reason: REASON });
}
