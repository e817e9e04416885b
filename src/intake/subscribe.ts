/** Asks hubs for subscriptions. Failures of hubs are no failures of the job: the hub is asked again a day later. */

import { sql } from 'kysely';
import { receiverOf } from '../core/addresses.ts';
import type { Db } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { isRestoredCopy, UNTIL_RELEASE_S } from '../features/intake-hold/queries.ts';
import { laneOf, type SourceKey } from '../features/sources/commands.ts';
import { LONGEST_LEASE_S, type SubscriptionRow, subscribing, subscriptionOf } from '../features/sources/hubs.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { type JobHandler, onJob } from '../jobs/kinds.ts';
import type { AddressGuard } from '../outbound/connect.ts';
import { OutboundError } from '../outbound/errors.ts';
import { get } from '../outbound/get.ts';

const AGAIN_MS = 86_400_000;
const MOST_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

export interface HubTools {
  guard: AddressGuard;
  publicUrl: () => string;
}

/** Hubs must reach us, and nobody may read or change what they send. */
export function canSubscribe({ guard, publicUrl }: HubTools): boolean {
  const url = publicUrl();
  return (guard.allowPrivate || url.startsWith('https://')) && typeof receiverOf(url, guard.allowPrivate) !== 'string';
}

export function subscribeToHubs(tools: HubTools): JobHandler {
  return onJob(
    subscribing,
    async ({ db, jobs, complete, signal }) => {
      for (const job of jobs) {
        const isCopy = await isRestoredCopy(db);
        if (!isCopy) await subscribe(db, tools, job.payload, signal);
        const afterMs = isCopy ? UNTIL_RELEASE_S * 1_000 : AGAIN_MS;
        await transaction(db, async (tx) => {
          if (await subscriptionOf(tx, job.payload))
            await enqueue(tx, subscribing, { key: laneOf(job.payload), payload: job.payload, afterMs });
          await complete(tx, [job]);
        });
      }
    },
    { batch: 1, concurrency: 1 },
  );
}

/** The state comes first: some hubs confirm before they answer. */
async function subscribe(db: Db, tools: HubTools, key: SourceKey, signal: AbortSignal): Promise<void> {
  if (!canSubscribe(tools)) return;
  const { rows } = await sql<SubscriptionRow>`
    update subscription set state = 'asked', asked_at = now()
    where site_id = ${key.site_id} and source_id = ${key.id} and state <> 'distrusted'
      and exists (select from source where source.site_id = subscription.site_id and source.id = source_id and active)
    returning *`.execute(db);
  const [row] = rows;
  if (!row) return;
  if (!(await isAccepted(tools, row, signal)))
    await sql`update subscription set state = 'refused' where token = ${row.token} and state = 'asked'`.execute(db);
}

async function isAccepted({ guard, publicUrl }: HubTools, row: SubscriptionRow, signal: AbortSignal): Promise<boolean> {
  const form = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.topic': row.topic,
    'hub.callback': `${publicUrl()}/intake/websub/${row.token}`,
    'hub.secret': row.secret,
    'hub.lease_seconds': String(LONGEST_LEASE_S),
  });
  try {
    const { status, body } = await get(guard, row.hub, {
      ...{ maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: 0, post: form.toString(), signal },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Masthead (feed reader)' },
    });
    body.destroy();
    return status >= 200 && status < 300;
  } catch (error) {
    if (error instanceof OutboundError) return false;
    throw error;
  }
}
