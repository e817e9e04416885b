import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../db/connect.ts';
import type {
  WebhookAttemptRow as AttemptTable,
  WebhookDeliveryRow as DeliveryTable,
  WebhookRow as WebhookTable,
} from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';

export type WebhookRow = Selectable<WebhookTable>;
export type DeliveryRow = Selectable<DeliveryTable> & {
  is_test: boolean;
  /** Null in a test, and once the article is deleted for good. */
  article_uid: string | null;
  article_title: string | null;
};
export type AttemptRow = Selectable<AttemptTable>;
export type WebhookWithBacklog = WebhookRow & { pending: number; oldest_pending_at: Date | null };

export interface DeliveryFilter {
  state?: string | undefined;
  action?: string | undefined;
  article_id?: number | undefined;
  /** True for tests alone; else there are none. */
  test?: boolean | undefined;
}

const deliveries = sql`(select *, false as is_test from webhook_delivery) as delivery`;
/** Tests as deliveries of an article that does not exist. */
const tests = sql`(
  select site_id, webhook_id, 0::bigint as article_id, 0::bigint as content_version, action, id, state, attempts, last_status,
    null::bigint as superseded_by, created_at, settled_at, 0 as resend_count, true as is_test
  from webhook_test) as delivery`;

const WITH_ARTICLE = sql`delivery.*, article.uid as article_uid, article.title as article_title`;
const article = sql`left join article on article.site_id = delivery.site_id and article.id = delivery.article_id`;

/** Longer lists are not counted. */
const MOST_COUNTED = 10_000;

export const noSuchWebhook = () => notFound('There is no such webhook.');
export const noSuchDelivery = () => notFound('There is no such delivery.');

export async function webhookPage(
  db: Db | Tx,
  siteId: number,
  limit: number,
  offset: number,
): Promise<WebhookWithBacklog[]> {
  const { rows } = await sql<WebhookWithBacklog>`
    select webhook.*, backlog.* from webhook ${backlog}
    where webhook.site_id = ${siteId} order by webhook.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function webhookCount(db: Db | Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from webhook where site_id = ${siteId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function webhookById(db: Db | Tx, siteId: number, id: number): Promise<WebhookWithBacklog> {
  const { rows } = await sql<WebhookWithBacklog>`
    select webhook.*, backlog.* from webhook ${backlog}
    where webhook.site_id = ${siteId} and webhook.id = ${id}`.execute(db);
  if (!rows[0]) throw noSuchWebhook();
  return rows[0];
}

/** Webhooks of several sites can have the same id after a migration. */
export async function webhooksWithId(db: Db | Tx, id: number): Promise<WebhookRow[]> {
  return db.selectFrom('webhook').selectAll().where('id', '=', id).orderBy('site_id').execute();
}

const backlog = sql`cross join lateral (
  select count(*) as pending, min(delivery.created_at) as oldest_pending_at from webhook_delivery delivery
  where delivery.site_id = webhook.site_id and delivery.webhook_id = webhook.id and delivery.state = 'pending'
) as backlog`;

/** The newest first. */
export async function deliveryPage(
  db: Db | Tx,
  siteId: number,
  webhookId: number,
  filter: DeliveryFilter,
  limit: number,
  offset: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${WITH_ARTICLE} from (
      select * from ${filter.test ? tests : deliveries} where ${ofWebhook(siteId, webhookId, filter)}
      order by id desc limit ${limit} offset ${offset}
    ) as delivery ${article} order by delivery.id desc`.execute(db);
  return rows;
}

/** Null when there are too many to count. */
export async function deliveryCount(
  db: Db | Tx,
  siteId: number,
  webhookId: number,
  filter: DeliveryFilter,
): Promise<number | null> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${filter.test ? tests : deliveries} where ${ofWebhook(siteId, webhookId, filter)} limit ${MOST_COUNTED + 1}
    ) as counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > MOST_COUNTED ? null : total;
}

export async function deliveryById(db: Db | Tx, siteId: number, webhookId: number, id: number): Promise<DeliveryRow> {
  const isWanted = sql`${ofWebhook(siteId, webhookId, {})} and id = ${id}`;
  const { rows } = await sql<DeliveryRow>`
    select ${WITH_ARTICLE} from (
      select * from ${deliveries} where ${isWanted}
      union all select * from ${tests} where ${isWanted}
    ) as delivery ${article}`.execute(db);
  if (!rows[0]) throw noSuchDelivery();
  return rows[0];
}

export async function attemptLog(
  db: Db | Tx,
  { site_id, webhook_id, id }: Pick<DeliveryRow, 'site_id' | 'webhook_id' | 'id'>,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select * from webhook_attempt where site_id = ${site_id} and webhook_id = ${webhook_id} and delivery_id = ${id}
    order by id`.execute(db);
  return rows;
}

export interface SentPayload {
  body: string;
  /** Of the last request; null before the first one. */
  headers: Record<string, string> | null;
  sent_at: Date | null;
}

/** The bytes of a delivery; undefined when its event is no longer stored. */
export async function deliveryPayload(
  db: Db | Tx,
  { site_id, webhook_id, id, is_test, content_version, article_id, action }: DeliveryRow,
): Promise<SentPayload | undefined> {
  const stored = is_test
    ? sql`select body from webhook_test where site_id = ${site_id} and webhook_id = ${webhook_id} and id = ${id}`
    : sql`select body from article_event where site_id = ${site_id} and content_version = ${content_version}
        and article_id = ${article_id} and action = ${action}`;
  const { rows } = await sql<SentPayload>`
    select stored.body, last.request_headers as headers, last.at as sent_at
    from (${stored}) as stored left join lateral (
      select request_headers, at from webhook_attempt
      where site_id = ${site_id} and webhook_id = ${webhook_id} and delivery_id = ${id} order by id desc limit 1
    ) as last on true limit 1`.execute(db);
  return rows[0];
}

function ofWebhook(siteId: number, webhookId: number, { test: _, ...filter }: DeliveryFilter): RawBuilder<boolean> {
  const wanted = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql<boolean>`and ${sql.ref(column)} = ${value}`);
  return sql`site_id = ${siteId} and webhook_id = ${webhookId} ${sql.join(wanted, sql` `)}`;
}

export interface FeedEvent {
  content_version: number;
  article_id: number;
  action: string;
  body: string;
  /** The order of the events of one version and article. */
  step: number;
}

/** The events for receivers of the site or of one section after a position, in order. */
export async function eventsAfter(
  db: Db | Tx,
  { siteId, sectionId }: { siteId: number; sectionId: number | null },
  after: Pick<FeedEvent, 'content_version' | 'article_id' | 'step'>,
  limit: number,
): Promise<FeedEvent[]> {
  const scope =
    sectionId === null ? sql`scope in ('all', 'site')` : sql`scope in ('all', 'section') and section_id = ${sectionId}`;
  const { rows } = await sql<FeedEvent>`
    select * from (
      select content_version, article_id, action, body,
        case action when 'publish' then 1 when 'update' then 2 else 3 end as step
      from article_event
      where site_id = ${siteId} and ${scope} and content_version >= ${after.content_version}
    ) as event
    where (content_version, article_id, step) > (${after.content_version}, ${after.article_id}, ${after.step})
    order by content_version, article_id, step limit ${limit}`.execute(db);
  return rows;
}

export interface NotifiedArticle {
  site_id: number;
  content_version: number;
  id: number;
  /** The `article` of its notifications, as JSON. */
  notification_json: string;
}

/** A published article: the one with this id, or else the newest. */
export async function notifiedArticle(
  db: Db | Tx,
  { siteId, articleId }: { siteId: number | null; articleId: number | null },
): Promise<NotifiedArticle | undefined> {
  const { rows } = await sql<NotifiedArticle>`
    select article.site_id, site.content_version, article.id, article.notification_json
    from published_article article join site on site.id = article.site_id
    where article.is_served and (${siteId}::bigint is null or article.site_id = ${siteId})
      and (${articleId}::bigint is null or article.id = ${articleId})
    order by article.id desc limit 1`.execute(db);
  return rows[0];
}
