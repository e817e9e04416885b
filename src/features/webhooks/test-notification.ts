/**
 * Test notifications: one request about an invented article, sent and logged as deliveries are. Paused and failing receivers
 * get it too. It is not retried, and changes neither the receiver's health nor its deliveries.
 */
import { sql } from 'kysely';
import { tooMany } from '../../core/errors.ts';
import { notificationJson } from '../../core/notification.ts';
import type { Actor } from '../../core/rights.ts';
import { utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import type { Attempted } from '../../outbound/post.ts';
import { lockedWebhook, recordWebhook } from './commands.ts';
import { type DeliveryRow, deliveryById } from './queries.ts';

export interface TestKey {
  site_id: number;
  webhook_id: number;
  id: number;
}

export const webhookTest = jobKind<TestKey>('webhooks.test');

/** No article has this id, and no event this version: a receiver that ignores the mark changes none of its articles. */
export const TEST_ARTICLE_ID = 0;
export const TEST_VERSION = 0;
/** Tests of one site within a minute. */
const MOST_A_MINUTE = 10;
const BATCH = 1_000;

export async function sendTest(
  db: Db | Tx,
  { caller, site, now }: { caller: Actor; site: Site; now: Date },
  webhookId: number,
  given: string | undefined,
): Promise<DeliveryRow> {
  return transaction(db, async (tx) => {
    const webhook = await lockedWebhook(tx, site.id, webhookId);
    await refuseMany(tx, site.id);
    const action = given ?? webhook.actions[0] ?? 'publish';
    const { rows } = await sql<TestKey>`
      insert into webhook_test (site_id, webhook_id, action, body)
      values (${site.id}, ${webhookId}, ${action}, ${testBody(site, action, now)})
      returning site_id, webhook_id, id`.execute(tx);
    const [key] = rows as [TestKey]; // the row that was just inserted
    await enqueue(tx, webhookTest, { payload: key });
    await recordWebhook(tx, caller, 'test', webhook, webhook);
    return deliveryById(tx, site.id, webhookId, key.id);
  });
}

/** The lock makes requests at the same time wait for each other's count. */
async function refuseMany(tx: Tx, siteId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('masthead webhook tests ' || ${siteId}::bigint, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + interval '1 minute' - now()))::int as seconds from webhook_test
    where site_id = ${siteId} and created_at > now() - interval '1 minute'
    order by created_at desc offset ${MOST_A_MINUTE - 1} limit 1`.execute(tx);
  if (rows[0]) throw tooMany(Math.max(1, rows[0].seconds));
}

function testBody(site: Site, action: string, now: Date): string {
  const article = action === 'unpublish' ? { id: TEST_ARTICLE_ID } : testArticle(site, utc(now));
  return notificationJson({ action, article });
}

function testArticle({ id, url }: Site, at: string) {
  return {
    id: TEST_ARTICLE_ID,
    article_url: 'test-notification',
    author: 'Masthead',
    body: '<p>This is a test notification. There is no such article. Letters that test the signature: ÅÄÖ åäö ß.</p>',
    cover_pos_x: 50,
    cover_pos_y: 50,
    cover_url: null,
    display_style: 'article',
    pinned_index: null,
    order_number: 1,
    published_at: at,
    published_at_l10n: at,
    section_id: 0,
    site_id: id,
    site_pinned_index: null,
    site_order_number: 1,
    source_url: null,
    summary: 'Sent to try a receiver with.',
    tags: ['test'],
    title: 'Test notification',
    type: 'article',
    url: `${url}/test-notification`,
    attachments: {},
  };
}

export interface PendingTest extends TestKey {
  action: string;
  body: string;
  attempts: number;
}

/** Undefined when it was sent already, or deleted with its webhook. */
export async function pendingTest(db: Db, { site_id, webhook_id, id }: TestKey): Promise<PendingTest | undefined> {
  const { rows } = await sql<PendingTest>`
    select site_id, webhook_id, id, action, body, attempts from webhook_test
    where site_id = ${site_id} and webhook_id = ${webhook_id} and id = ${id} and state = 'pending'
      and exists (select from webhook where site_id = ${site_id} and id = ${webhook_id})`.execute(db);
  return rows[0];
}

export async function settleTest(
  tx: Tx,
  { site_id, webhook_id, id }: TestKey,
  { outcome, at, status, error, remoteAddress, timing, requestHeaders, answer }: Attempted,
): Promise<void> {
  await sql`
    with settled as (
      update webhook_test set state = ${outcome === 'delivered' ? 'delivered' : 'given_up'}, attempts = attempts + 1,
        last_status = ${status}, settled_at = clock_timestamp()
      where site_id = ${site_id} and webhook_id = ${webhook_id} and id = ${id}
      returning site_id, webhook_id, id
    )
    insert into webhook_attempt (site_id, webhook_id, delivery_id, at, outcome, status, error, counts, remote_address,
      timing, request_headers, answer)
    select site_id, webhook_id, id, ${at}::timestamptz, ${outcome}, ${status}::int, ${error}, true, ${remoteAddress},
      ${JSON.stringify(timing)}::jsonb, ${JSON.stringify(requestHeaders)}::jsonb, ${answer}
    from settled`.execute(tx);
}

/** Deletes tests that are over 30 days old, with their log. */
export async function deleteOldTests(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ deleted: number }>`
    with old as materialized (
      select site_id, webhook_id, id from webhook_test where created_at < now() - interval '30 days'
      order by created_at limit ${sql.lit(BATCH)}
    ), tests as (
      delete from webhook_test test using old
      where test.site_id = old.site_id and test.webhook_id = old.webhook_id and test.id = old.id
    ), attempts as (
      delete from webhook_attempt attempt using old
      where attempt.site_id = old.site_id and attempt.webhook_id = old.webhook_id and attempt.delivery_id = old.id
    )
    select count(*) as deleted from old`.execute(tx);
  return (rows[0]?.deleted ?? 0) === BATCH;
}
