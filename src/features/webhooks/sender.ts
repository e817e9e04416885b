/** The sender: claims due lanes of webhooks, sends their deliveries in order, writes the results. Any number may run. */
import { kysely } from '../../db/connect.ts';
import type { Listener } from '../../db/listener.ts';
import { SITES_CHANNEL, type SiteVersions } from '../../db/site-versions.ts';
import { watchCommits } from '../../db/transaction.ts';
import { type ClaimRound, NOTHING_CLAIMED } from '../../jobs/claim-loop.ts';
import { startLaneWork, type WorkSettings } from '../../jobs/lane-work.ts';
import { type Claimed, LARGEST_CLAIM } from '../../jobs/lanes.ts';
import { WITHOUT_DISK, workerPool } from '../../jobs/worker-pool.ts';
import { type Attempted, newClient } from '../../outbound/post.ts';
import type { WebhookTools } from './commands.ts';
import { inDeliverySpan } from './delivery-span.ts';
import {
  type ClaimedLane,
  claimDue,
  claimLimits,
  claimProbes,
  completed,
  isDeliveryDue,
  nextLaneDue,
  type Pending,
  receiverKey,
  WEBHOOK_LANES,
  type WebhookLaneKey,
} from './lanes.ts';
import { messageHeaders, type WireSettings } from './message.ts';
import type { WebhookRow } from './queries.ts';
import { type DeliveryOutcome, type SentDelivery, type SettledDeliveries, settleDeliveries } from './results.ts';
import { openedSecrets } from './secrets.ts';
import { countAttempt, countClaimed, newSenderStats, type SenderStats } from './stats.ts';

export interface SenderOptions extends WorkSettings, WebhookTools, WireSettings {
  listener: Listener;
  /** Raised before sending, so that this process serves the new version when the notification arrives. */
  versions: Pick<SiteVersions, 'raise'>;
  /** Requests at once, in all. */
  concurrency?: number;
}

export interface Sender {
  /** Waits for running requests, releases everything else at once, and ends. */
  stop(): Promise<void>;
  stats(): SenderStats;
}

const DEFAULT_CONCURRENCY = 256;
const MAX_PER_RECEIVER = 8;
/** The largest share of the concurrency that one receiver gets. */
const MAX_SHARE = 0.25;
const MAX_UNWRITTEN = 512;
const GATHER_MS = 40;
/** Retries are seconds apart at least. */
const LULL_MS = 100;
const PROBES_EVERY_MS = 250;

export function startSender(options: SenderOptions): Sender {
  const { db, listener, log, concurrency = DEFAULT_CONCURRENCY } = options;
  const perReceiver = Math.max(1, Math.min(MAX_PER_RECEIVER, Math.floor(concurrency * MAX_SHARE)));
  const claims = kysely(workerPool(options.pool, 1, WITHOUT_DISK));
  const stats = newSenderStats();
  const client = newClient(options);
  const unwatch = watchCommits(db, () => work.wake());
  const unlisten = listener.on(SITES_CHANNEL, () => work.wake());
  let probesAt = 0;
  const work = startLaneWork({
    ...options,
    lanes: WEBHOOK_LANES,
    isDue: isDeliveryDue(),
    what: 'Webhooks',
    concurrency,
    maxClaimed: concurrency,
    groupConcurrency: () => perReceiver,
    groupOf: ({ key }: ClaimedLane) => receiverKey(key),
    claimRound,
    maxUnwritten: MAX_UNWRITTEN,
    run: send,
    isSuccess: ({ sent }) => isDelivered(sent),
    untouched: (lane) => outcomeOf(lane, []),
    settle: settleDeliveries,
    gatherMs: GATHER_MS,
    lullMs: LULL_MS,
    onSettled(outcomes, { notices }: SettledDeliveries) {
      for (const { message, ...fields } of notices) log('warn', message, fields);
      // More of a failing receiver is claimed only now that the state of its breaker is written.
      if (!outcomes.every(({ sent }) => isDelivered(sent))) work.wake();
    },
    abort: client.stop,
    stats,
    async close() {
      unwatch();
      unlisten();
      await claims.destroy();
    },
  });

  async function claimRound(): Promise<ClaimRound> {
    if (work.free() <= 0) return NOTHING_CLAIMED;
    const most = Math.min(LARGEST_CLAIM, work.free());
    const due = await work.claim((claimant) =>
      claimDue(claims, claimLimits(work.capacities(), perReceiver, most), claimant),
    );
    take(await completedOrGivenBack(due));
    const probes = await probesNow();
    // A receiver at its limit may have more due lanes: they are claimed when one of its requests has ended.
    return { hasClaimed: probes + due.length > 0, hasMore: due.length > 0 && due.length === most, nextDue };
  }

  async function completedOrGivenBack(due: Claimed<WebhookLaneKey>[]): Promise<ClaimedLane[]> {
    try {
      return await completed(work.own, due, false, claims);
    } catch (error) {
      for (const lane of due) work.giveBack(lane);
      throw error;
    }
  }

  /** After due lanes were taken, which must not wait for it. */
  async function probesNow(): Promise<number> {
    const now = performance.now();
    if (now < probesAt) return 0;
    const probes = await work.claim((claimant) => claimProbes(work.own, claimant));
    probesAt = now + PROBES_EVERY_MS;
    take(probes);
    return probes.length;
  }

  function take(claimed: ClaimedLane[]) {
    for (const lane of claimed) countClaimed(stats, lane);
    work.take(claimed, ({ pending }) => pending.length > 0);
  }

  function nextDue(): Promise<number | null> {
    return nextLaneDue(work.own, claimLimits(work.capacities(), perReceiver, LARGEST_CLAIM));
  }

  /** Sends the deliveries of a lane one after the other, until one fails. */
  async function send(lane: ClaimedLane): Promise<DeliveryOutcome> {
    const sent: SentDelivery[] = [];
    for (const delivery of lane.pending) {
      if (!work.mayContinue(lane.claim)) break;
      const attempted = delivery.body === null ? null : await sendOne(lane.webhook, delivery, delivery.body);
      sent.push({ delivery, attempted });
      if (attempted && attempted.outcome !== 'delivered') break;
    }
    return outcomeOf(lane, sent);
  }

  async function sendOne(webhook: WebhookRow, delivery: Pending, body: string): Promise<Attempted> {
    options.versions.raise(webhook.site_id, delivery.version);
    const message = {
      action: delivery.action,
      body,
      bytes: Buffer.from(body),
      deliveryId: delivery.id,
      attempt: delivery.attempts + 1,
      version: delivery.version,
    };
    const now = new Date();
    const headers = messageHeaders(options, webhook, openedSecrets(options.secrets, webhook, now), message, now);
    const group = `${webhook.site_id}:${webhook.id} ${webhook.url}`;
    const send = () => client.post(webhook.url, group, headers, message.bytes);
    const attempted = await inDeliverySpan(options.tracing, webhook, delivery, send);
    countAttempt(stats, attempted);
    return attempted;
  }

  return {
    stop: work.stop,
    stats: () => ({ ...structuredClone(stats), underWay: work.running(), waiting: work.waiting() }),
  };
}

function outcomeOf(lane: Claimed<WebhookLaneKey> & Partial<ClaimedLane>, sent: SentDelivery[]): DeliveryOutcome {
  const { key, claim, webhook = null, isProbe = false } = lane;
  return { lane: { key, claim }, webhook, isProbe, sent };
}

/** All but the last were delivered anyway. */
function isDelivered(sent: SentDelivery[]): boolean {
  return (sent.at(-1)?.attempted?.outcome ?? 'delivered') === 'delivered';
}
