/** Creates, changes, pauses and deletes webhooks. The site's version stays: nothing that is served changes. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewWebhook, WebhookChange } from '../../contract/webhook.ts';
import { receiverOf } from '../../core/addresses.ts';
import type { AuditAction } from '../../core/audit.ts';
import { conflict, invalidBody } from '../../core/errors.ts';
import { type Actor, refuseGivenId } from '../../core/rights.ts';
import { refuseStale } from '../../core/versions.ts';
import { recordChange } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { deleteRows } from '../../db/rows.ts';
import type { Site } from '../../db/site-lock.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { jobKind } from '../../jobs/kinds.ts';
import { checkedAddresses, type Resolve } from '../../outbound/resolve.ts';
import { sectionsOf } from '../publication/queries.ts';
import { noSuchWebhook, type WebhookRow, type WebhookWithBacklog, webhookById } from './queries.ts';
import { newSecret, type Secrets } from './secrets.ts';

/** The installation's settings for webhooks. */
export interface WebhookTools {
  secrets: Secrets;
  resolve: Resolve;
  /** Allows receivers at private addresses. */
  allowPrivate: boolean;
}

interface Request {
  site: Site;
  caller: Actor;
  ifMatch: string | undefined;
}

/** Deletes the rows of a deleted webhook. */
export const webhookClearing = jobKind<{ site_id: number; id: number }>('webhooks.clear');

const UNIQUE_VIOLATION = '23505';
const ACTIONS = ['publish', 'update', 'unpublish'];

/** A webhook with the secret that is shown once. */
export async function createWebhook(
  db: Db | Tx,
  tools: WebhookTools,
  { site, caller }: Request,
  { id, secret = newSecret(), ...input }: Static<typeof NewWebhook>,
): Promise<{ row: WebhookWithBacklog; secret: string }> {
  refuseGivenId(id, caller, site.id);
  await refuseAddress(tools, input.url);
  const row = await transaction(db, async (tx) => {
    await refuseUnknownSection(tx, site, input.section_id);
    const made = await tx
      .insertInto('webhook')
      .values({
        site_id: site.id,
        id: sql<number>`draw_id('webhook_id', ${id ?? null})`,
        section_id: input.section_id ?? null,
        url: input.url,
        actions: input.actions ?? ACTIONS,
        ...activity(input.active ?? true),
        signature_encoding: input.signature_encoding ?? 'hex',
        extra_headers: input.extra_headers ?? true,
        secret: tools.secrets.seal(secret),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = await webhookById(tx, site.id, made.id);
    await recordChange(tx, caller, { action: 'create', noun: 'webhook', id: after.id, sites: [site.id], after });
    return after;
  }).catch((error) => {
    throw error.code === UNIQUE_VIOLATION ? conflict(`There is a webhook with this id already: ${id}.`) : error;
  });
  return { row, secret };
}

export async function changeWebhook(
  db: Db | Tx,
  tools: WebhookTools,
  { site, caller, ifMatch }: Request,
  id: number,
  input: Static<typeof WebhookChange>,
): Promise<WebhookWithBacklog> {
  if (input.url !== undefined) await refuseAddress(tools, input.url);
  return transaction(db, async (tx) => {
    const current = await lockedWebhook(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'webhook');
    await refuseUnknownSection(tx, site, input.section_id);
    const { active, ...fields } = input;
    const isPausing = active !== undefined && active !== current.active;
    const isChanged = Object.keys(fields).length > 0 || isPausing;
    if (isChanged) {
      await update(tx, current, {
        ...fields,
        ...(isPausing ? activity(active) : {}),
        ...(isPausing && wasPausedByUs(current) ? { status_message: null, status_message_at: null } : {}),
        version: current.version + 1,
        updated_at: sql`now()`,
      });
    }
    const isAnew = (isPausing && active) || (input.url !== undefined && input.url !== current.url);
    if (isAnew) await beginAnew(tx, current);
    const after = await webhookById(tx, site.id, id);
    if (isChanged) await recordWebhook(tx, caller, 'change', current, after);
    return after;
  });
}

/** Locks the site's row, so that no transaction adds an event for the webhook meanwhile. */
export async function deleteWebhook(db: Db | Tx, { site, caller, ifMatch }: Request, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select from site where id = ${site.id} for no key update`.execute(tx);
    const current = await lockedWebhook(tx, site.id, id);
    refuseStale(ifMatch, current.version, 'webhook');
    await tx.deleteFrom('webhook').where('site_id', '=', site.id).where('id', '=', id).execute();
    await enqueue(tx, webhookClearing, { payload: { site_id: site.id, id } });
    await recordWebhook(tx, caller, 'delete', current, null);
  });
}

export async function recordWebhook(
  tx: Tx,
  caller: Actor,
  action: AuditAction,
  before: WebhookRow,
  after: WebhookRow | null,
): Promise<void> {
  const { id, site_id } = before;
  await recordChange(tx, caller, { action, noun: 'webhook', id, sites: [site_id], before, after });
}

const CLEARED_AT_ONCE = 2_000;

/** Deletes a batch of the rows of a deleted webhook, and returns whether there may be more. */
export async function clearPart(tx: Tx, { site_id, id }: { site_id: number; id: number }): Promise<boolean> {
  const isOfWebhook = sql`site_id = ${site_id} and webhook_id = ${id}`;
  let removed = 0;
  for (const table of ['webhook_lane', 'webhook_delivery', 'webhook_test', 'webhook_attempt'] as const) {
    removed += await deleteRows(tx, table, isOfWebhook, CLEARED_AT_ONCE);
  }
  return removed > 0;
}

export async function lockedWebhook(tx: Tx, siteId: number, id: number): Promise<WebhookRow> {
  const row = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw noSuchWebhook();
  return row;
}

export async function update(tx: Tx, { site_id, id }: Pick<WebhookRow, 'site_id' | 'id'>, columns: object) {
  await tx.updateTable('webhook').set(columns).where('site_id', '=', site_id).where('id', '=', id).execute();
}

function activity(active: boolean) {
  return active
    ? { active, pause_reason: null, paused_at: null }
    : { active, pause_reason: 'person', paused_at: sql<Date>`now()` };
}

/** Then `notice` asks to make it active again. */
const wasPausedByUs = ({ pause_reason }: WebhookRow) => pause_reason !== null && pause_reason !== 'person';

/** For a receiver that works again: resets its health, and makes waiting lanes due. */
export async function beginAnew(tx: Tx, { site_id, id }: WebhookRow): Promise<void> {
  await update(
    tx,
    { site_id, id },
    {
      failures_in_row: 0,
      window_from: null,
      window_tries: 0,
      window_failures: 0,
      probe_at: null,
      probes: 0,
      closed_at: sql`now()`,
      failing_since: null,
      tries_since_success: 0,
    },
  );
  await pullForward(tx, site_id, id);
}

/** Makes lanes due that back off after a failure; not claimed ones. */
export async function pullForward(tx: Tx, siteId: number, webhookId: number): Promise<void> {
  await sql`
    with waiting as (
      select site_id, webhook_id, article_id from webhook_lane
      where site_id = ${siteId} and webhook_id = ${webhookId} and claim is null and next_at > clock_timestamp()
      for update skip locked
    )
    update webhook_lane lane set next_at = clock_timestamp() from waiting
    where lane.site_id = waiting.site_id and lane.webhook_id = waiting.webhook_id
      and lane.article_id = waiting.article_id`.execute(tx);
}

async function refuseAddress({ resolve, allowPrivate }: WebhookTools, url: string): Promise<void> {
  const receiver = receiverOf(url, allowPrivate);
  if (typeof receiver === 'string') throw invalidBody([{ path: '/url', message: receiver }]);
  await checkedAddresses(receiver.host, resolve, allowPrivate).catch((error: Error) => {
    throw invalidBody([{ path: '/url', message: `cannot be used: ${error.message}` }]);
  });
}

async function refuseUnknownSection(tx: Tx, site: Site, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null || (await sectionsOf(tx, site.id, [id])).has(id)) return;
  throw invalidBody([{ path: '/section_id', message: 'names no section of this site' }]);
}
