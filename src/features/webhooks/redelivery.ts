/** Redelivery of one delivery, and replay of the events of a time range. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewReplay, Replay as ReplaySchema } from '../../contract/webhook.ts';
import { conflict, gone, invalidBody } from '../../core/errors.ts';
import type { Actor } from '../../core/rights.ts';
import { parseInstant, utc } from '../../core/time.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { type DeliveryRow, deliveryById, type WebhookRow, webhookById } from './queries.ts';

export interface ReplayRange {
  site_id: number;
  webhook_id: number;
  since: string;
  until: string;
  only: 'failed' | null;
  after_article_id: number;
}

/** Makes deliveries of past events pending again, in batches of articles. */
export const webhookReplay = jobKind<ReplayRange>('webhooks.replay');

/** A batch has the articles of this many events. */
const EVENTS_AT_ONCE = 200;

/** The same delivery, with the same id and bytes, as if it were new. */
export async function redeliver(
  db: Db | Tx,
  { caller, site }: { caller: Actor; site: Site },
  webhookId: number,
  id: number,
): Promise<DeliveryRow> {
  return transaction(db, async (tx) => {
    const row = await deliveryById(tx, site.id, webhookId, id);
    if (row.is_test) throw conflict('A test is not sent again; send a new one.');
    const webhook = await webhookById(tx, site.id, webhookId);
    await lockLanes(tx, site.id, webhookId, [row.article_id]);
    await lockEvent(tx, row);
    await sql`
      update webhook_delivery set state = 'pending', attempts = 0, resend_count = resend_count + 1, settled_at = null
      where site_id = ${site.id} and webhook_id = ${webhookId} and id = ${id}`.execute(tx);
    await recordSending(tx, caller, 'redeliver', webhook, 1);
    return deliveryById(tx, site.id, webhookId, id);
  });
}

export async function beginReplay(
  db: Db | Tx,
  { caller, site, now }: { caller: Actor; site: Site; now: Date },
  webhookId: number,
  input: Static<typeof NewReplay>,
): Promise<Static<typeof ReplaySchema>> {
  const since = instantOf(input.since);
  const until = input.until ? instantOf(input.until) : now;
  if (since >= until) throw invalidBody([{ path: '/since', message: 'must be before until' }]);
  const only = input.only ?? null;
  return transaction(db, async (tx) => {
    const webhook = await webhookById(tx, site.id, webhookId);
    const range = { since: since.toISOString(), until: until.toISOString(), only };
    const replay = { site_id: site.id, webhook_id: webhookId, ...range, after_article_id: 0 };
    await enqueue(tx, webhookReplay, { key: `${site.id}:${webhookId}`, payload: replay });
    const { rows } = await sql<{ events: number }>`
      select count(*) as events from article_event event where ${isHeard(replay)} and ${isInRange(replay)}`.execute(tx);
    const events = rows[0]?.events ?? 0;
    await recordSending(tx, caller, 'replay', webhook, events);
    return { since: utc(since), until: utc(until), only, events };
  });
}

async function recordSending(
  tx: Tx,
  caller: Actor,
  action: 'redeliver' | 'replay',
  webhook: WebhookRow,
  deliveries: number,
): Promise<void> {
  const rows = { before: webhook, after: webhook, counts: { deliveries } };
  await recordChange(tx, caller, { action, noun: 'webhook', id: webhook.id, sites: [webhook.site_id], ...rows });
}

/**
 * One batch of a replay; the rest is enqueued in the same transaction. Lanes send in the order of the site's versions, so it
 * is enough to make deliveries pending. Each article's newest event is sent too, even if it is after the time range: a
 * receiver never ends with an older version than it had. The result of a request in flight is ignored, because
 * `resend_count` has changed.
 */
export async function replayPart(tx: Tx, replay: ReplayRange): Promise<void> {
  const { site_id, webhook_id } = replay;
  const { articles, isLast } = await concernedArticles(tx, replay);
  if (articles.length === 0) return;
  await lockLanes(tx, site_id, webhook_id, articles);
  await sql`
    with wanted as (
      select event.site_id, event.content_version, event.article_id, event.action, event.at,
        case event.action when 'publish' then 1 when 'update' then 2 else 3 end as step
      from article_event event where ${isHeard(replay)} and event.article_id = any(${articles}::bigint[])
        and (${isInRange(replay)} or not exists (
          select from article_event newer
          where newer.site_id = event.site_id and newer.article_id = event.article_id and newer.scope <> 'feed'
            and newer.content_version > event.content_version))
      for key share of event
    )
    insert into webhook_delivery (site_id, webhook_id, article_id, content_version, action, created_at)
    select site_id, ${webhook_id}, article_id, content_version, action, at from wanted order by content_version, step
    on conflict (site_id, webhook_id, article_id, content_version, action) do update
      set state = 'pending', attempts = 0, resend_count = webhook_delivery.resend_count + 1, settled_at = null`.execute(
    tx,
  );
  if (isLast) return;
  const payload = { ...replay, after_article_id: articles.at(-1) ?? 0 };
  await enqueue(tx, webhookReplay, { key: `${site_id}:${webhook_id}`, payload });
}

/** The limit is in the text: PostgreSQL would expect a tenth of all events for a limit that it does not know, and read them all. */
async function concernedArticles(tx: Tx, replay: ReplayRange): Promise<{ articles: number[]; isLast: boolean }> {
  const { rows } = await sql<{ article_id: number }>`
    select event.article_id from article_event event
    where ${isHeard(replay)} and ${isInRange(replay)} and event.article_id > ${replay.after_article_id}
    order by event.site_id, event.article_id limit ${sql.lit(EVENTS_AT_ONCE)}`.execute(tx);
  const articles = [...new Set(rows.map(({ article_id }) => article_id))];
  return { articles, isLast: rows.length < EVENTS_AT_ONCE };
}

/** Inserts or locks the lanes of articles before deliveries are added to them. */
async function lockLanes(tx: Tx, siteId: number, webhookId: number, articles: number[]): Promise<void> {
  await sql`
    insert into webhook_lane (site_id, webhook_id, article_id, next_at)
    select ${siteId}, ${webhookId}, id, clock_timestamp() from unnest(${articles}::bigint[]) as article(id) order by id
    on conflict (site_id, webhook_id, article_id) do update
      set next_at = case when webhook_lane.claim is null then excluded.next_at else webhook_lane.next_at end`.execute(
    tx,
  );
}

/** A subquery: a join with the webhook would hide from PostgreSQL that the index has the events in their order. */
function isHeard({ site_id, webhook_id }: ReplayRange) {
  const webhook = sql`(select webhook from webhook where site_id = ${site_id} and id = ${webhook_id})`;
  return sql<boolean>`event.site_id = ${site_id} and webhook_receives(${webhook}, event)`;
}

function isInRange({ since, until, only, webhook_id }: ReplayRange) {
  const isFailed = sql`exists (
    select from webhook_delivery failed
    where failed.site_id = event.site_id and failed.webhook_id = ${webhook_id} and failed.article_id = event.article_id
      and failed.content_version = event.content_version and failed.action = event.action
      and failed.state in ('given_up', 'skipped'))`;
  return sql<boolean>`event.at >= ${since}::timestamptz and event.at < ${until}::timestamptz
    and ${only === 'failed' ? isFailed : sql`true`}`;
}

/** The lock keeps the clean-up of old events from deleting one that is about to be sent again. */
async function lockEvent(tx: Tx, { site_id, content_version, article_id, action }: DeliveryRow): Promise<void> {
  const { rows } = await sql`
    select from article_event
    where site_id = ${site_id} and content_version = ${content_version} and article_id = ${article_id}
      and action = ${action}
    for key share`.execute(tx);
  if (rows.length === 0) throw gone('This event is no longer stored; it cannot be sent again.');
}

function instantOf(text: string): Date {
  const at = parseInstant(text);
  if (!at) throw invalidBody([{ path: '/since', message: 'must be a date-time' }]);
  return at;
}
