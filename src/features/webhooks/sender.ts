/** The sender: claims lanes of webhooks that are due, sends what waits in them in order, writes what became of it. */
import { kysely } from '../../db/connect.ts';
import type { Listener } from '../../db/listener.ts';
import { SITES_CHANNEL, type SiteVersions } from '../../db/site-versions.ts';
import { watchCommits } from '../../db/transaction.ts';
import { type ClaimRound, NOTHING_CLAIMED } from '../../jobs/claim-loop.ts';
import { startLaneWork, type WorkSettings } from '../../jobs/lane-work.ts';
import { type Claimant, type Claimed, LARGEST_CLAIM } from '../../jobs/lanes.ts';
import { WITHOUT_DISK, workerPool } from '../../jobs/worker-pool.ts';
import { type Attempted, newClient } from '../../outbound/post.ts';
import type { WebhookTools } from './commands.ts';
import {
  type ClaimedLane,
  claimDue,
  claimProbes,
  completed,
  freeSlots,
  nextLaneDue,
  type Pending,
  WEBHOOK_LANES,
  type WebhookLaneKey,
} from './lanes.ts';
import { messageHeaders, type WireSettings } from './message.ts';
import type { WebhookRow } from './queries.ts';
import { newReceiverConcurrency, perReceiver } from './receiver-concurrency.ts';
import { type DeliveryOutcome, type SentDelivery, type SettledDeliveries, settleDeliveries } from './results.ts';
import { openedSecrets } from './secrets.ts';
import { countAttempt, countClaimed, newSenderStats, type SenderStats } from './stats.ts';

export interface SenderOptions extends WorkSettings, WebhookTools, WireSettings {
  listener: Listener;
  /** At receipt this process serves what it tells of. */
  versions: Pick<SiteVersions, 'raise'>;
  slots?: number;
}

export interface Sender {
  /** Lets requests that are under way end, gives everything else back at once, and ends. */
  stop(): Promise<void>;
  stats(): SenderStats;
}

const SLOTS = 256;
const MOST_UNWRITTEN = 512;
const GATHER_MS = 40;
/** What has a time of its own is tried again after seconds at the least. */
const LULL_MS = 100;
const PROBES_EVERY_MS = 250;

export function startSender(options: SenderOptions): Sender {
  const { db, listener, log, slots: size = SLOTS } = options;
  const usualRoom = perReceiver(size);
  const claims = kysely(workerPool(options.pool, 1, WITHOUT_DISK));
  const stats = newSenderStats();
  const client = newClient(options);
  const slots = newReceiverConcurrency({ slots: size, send, onRoom: () => work.wake() });
  const unwatch = watchCommits(db, () => work.wake());
  const unlisten = listener.on(SITES_CHANNEL, () => work.wake());
  let probesAt = 0;
  const work = startLaneWork({
    ...options,
    lanes: WEBHOOK_LANES,
    what: 'Webhooks',
    held: { ...slots, abort: client.stop },
    claimRound,
    mostUnwritten: MOST_UNWRITTEN,
    untouched: ({ key, claim, webhook, isProbe }: ClaimedLane): DeliveryOutcome => ({
      lane: { key, claim },
      webhook,
      isProbe,
      sent: [],
    }),
    settle: settleDeliveries,
    gatherMs: GATHER_MS,
    lullMs: LULL_MS,
    onSettled(outcomes, { notices }: SettledDeliveries) {
      for (const notice of notices) log('warn', notice);
      // Of a receiver that fails more is claimed only now that it is known whether its breaker is open.
      if (!outcomes.every(({ sent }) => isTaken(sent))) work.wake();
    },
    stats,
    async close() {
      unwatch();
      unlisten();
      await claims.destroy();
    },
  });

  async function claimRound(): Promise<ClaimRound> {
    if (slots.free() <= 0) return NOTHING_CLAIMED;
    const claimant = await work.claimant();
    const most = Math.min(LARGEST_CLAIM, slots.free());
    const askedAt = performance.now();
    const due = await claimDue(claims, freeSlots(slots.rooms(), usualRoom, most), claimant);
    work.hold(due, askedAt);
    take(await completedOrGivenBack(due));
    const probes = await probesNow(claimant);
    // Of a receiver whose room is full there may be more: it is claimed when a request of it has ended.
    return { hasClaimed: probes + due.length > 0, hasMore: due.length > 0 && due.length === most, nextDue };
  }

  async function completedOrGivenBack(due: Claimed<WebhookLaneKey>[]): Promise<ClaimedLane[]> {
    try {
      return await completed(work.own, due, false, claims);
    } catch (error) {
      for (const { key, claim } of due) work.end({ lane: { key, claim }, webhook: null, isProbe: false, sent: [] });
      throw error;
    }
  }

  /** After what is due was taken, which must not wait for it. */
  async function probesNow(claimant: Claimant): Promise<number> {
    const askedAt = performance.now();
    if (askedAt < probesAt) return 0;
    const probes = await claimProbes(work.own, claimant);
    probesAt = askedAt + PROBES_EVERY_MS;
    work.hold(probes, askedAt);
    take(probes);
    return probes.length;
  }

  function take(claimed: ClaimedLane[]) {
    for (const lane of claimed) countClaimed(stats, lane);
    work.take(claimed, ({ pending }) => pending.length > 0);
  }

  function nextDue(): Promise<number | null> {
    return nextLaneDue(work.own, freeSlots(slots.rooms(), usualRoom, LARGEST_CLAIM));
  }

  /** Sends the deliveries of a lane one after the other, until one fails. */
  async function send({ pending, key, claim, webhook, isProbe }: ClaimedLane): Promise<boolean> {
    const sent: SentDelivery[] = [];
    for (const delivery of pending) {
      if (work.isStopping() || !work.isFresh(claim)) break;
      const attempted = delivery.body === null ? null : await sendOne(webhook, delivery, delivery.body);
      sent.push({ delivery, attempted });
      if (attempted && attempted.outcome !== 'delivered') break;
    }
    work.end({ lane: { key, claim }, webhook, isProbe, sent });
    return isTaken(sent);
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
    const attempted = await client.post(webhook.url, group, headers, message.bytes);
    countAttempt(stats, attempted);
    return attempted;
  }

  return {
    stop: work.stop,
    stats: () => ({ ...structuredClone(stats), underWay: slots.underWay(), waiting: slots.waiting() }),
  };
}

/** Nothing failed: all but the last succeeded anyway. */
function isTaken(sent: SentDelivery[]): boolean {
  const outcome = sent.at(-1)?.attempted?.outcome ?? 'delivered';
  return outcome === 'delivered';
}
