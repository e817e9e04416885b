/** The sender: claims lanes of webhooks that are due, sends what waits in them in order, writes what became of it. */
import type pg from 'pg';
import { type Db, kysely, type Log } from '../../db/connect.ts';
import type { Listener } from '../../db/listener.ts';
import { SITES_CHANNEL, type SiteVersions } from '../../db/site-versions.ts';
import { watchCommits } from '../../db/transaction.ts';
import { keepClaiming, NOTHING, type Round } from '../../jobs/claiming.ts';
import { holdLanes } from '../../jobs/holders.ts';
import { type Claimed, LARGEST_CLAIM } from '../../jobs/lanes.ts';
import { keepLeases, LEASE_MS } from '../../jobs/leases.ts';
import { ownPool, WITHOUT_DISK } from '../../jobs/own-pool.ts';
import { until, within } from '../../jobs/patience.ts';
import { newResults } from '../../jobs/results.ts';
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
import { type Attempted, newClient } from './request.ts';
import { type Outcome, type Sent, type Settled, settleDeliveries } from './results.ts';
import { openedSecrets } from './secrets.ts';
import { newSlots, perReceiver } from './slots.ts';
import { countAttempt, countClaimed, newSenderStats, type SenderStats } from './stats.ts';

export interface SenderOptions extends WebhookTools, WireSettings {
  db: Db;
  pool: pg.Pool;
  listener: Listener;
  /** At receipt this process serves what it tells of. */
  versions: Pick<SiteVersions, 'raise'>;
  log: Log;
  slots?: number;
  leaseMs?: number;
  pollMs?: number;
  drainMs?: number;
}

export interface Sender {
  /** Lets requests that are under way end, gives everything else back at once, and ends. */
  stop(): Promise<void>;
  stats(): SenderStats;
}

const SLOTS = 256;
/** The floor under notifications and timers. */
const POLL_MS = 1_000;
/** Longer than a request may take, and shorter than the service's patience at its end. */
const DRAIN_MS = 8_000;
const GRACE_MS = 1_000;
const MOST_UNWRITTEN = 512;
/** What claims hold, heartbeats and results; claims themselves have another. */
const OWN_CONNECTIONS = 2;
const PROBES_EVERY_MS = 250;

export function startSender(options: SenderOptions): Sender {
  const { db, listener, log, leaseMs = LEASE_MS, pollMs = POLL_MS, slots: size = SLOTS } = options;
  const usualRoom = perReceiver(size);
  const own = kysely(ownPool(options.pool, OWN_CONNECTIONS));
  const claims = kysely(ownPool(options.pool, 1, WITHOUT_DISK));
  const stats = newSenderStats();
  const client = newClient(options);
  const leases = keepLeases(own, WEBHOOK_LANES, leaseMs, (claim) => slots.lose(claim));
  const results = newResults<Outcome, Settled>({ own, db, settle: settleDeliveries, onSettled, onLost });
  const slots = newSlots({ slots: size, send, onRoom: () => claiming.ring() });
  const holder = holdLanes(own, listener, () => claiming.ring());
  const unwatch = watchCommits(db, () => claiming.ring());
  const unhear = listener.on(SITES_CHANNEL, () => claiming.ring());
  let isStopping = false;
  let isHeldUp = false;
  let probesAt = 0;
  const claiming = keepClaiming(claimRound, { log, pollMs, what: 'Webhooks' });

  async function claimRound(): Promise<Round> {
    isHeldUp = results.size() >= MOST_UNWRITTEN || slots.free() <= 0;
    if (isHeldUp) return NOTHING;
    const claimant = { leaseMs, holder: await holder.id() };
    const askedAt = performance.now();
    const probes = askedAt >= probesAt ? await claimProbes(own, claimant) : [];
    if (askedAt >= probesAt) probesAt = askedAt + PROBES_EVERY_MS;
    const most = Math.min(LARGEST_CLAIM, Math.max(0, slots.free() - probes.length));
    const due = await claimDue(claims, freeSlots(slots.rooms(), usualRoom, most), claimant);
    leases.hold([...probes, ...due], askedAt);
    take([...probes, ...(await completedOrGivenBack(due))]);
    // Of a receiver whose room is full there may be more: it is claimed when a request of it has ended.
    return { hasClaimed: probes.length + due.length > 0, hasMore: due.length > 0 && due.length === most, nextDue };
  }

  async function completedOrGivenBack(due: Claimed<WebhookLaneKey>[]): Promise<ClaimedLane[]> {
    try {
      return await completed(own, due, false);
    } catch (error) {
      for (const { key, claim } of due) giveBack({ key, claim, webhook: null, isProbe: false });
      throw error;
    }
  }

  function nextDue(): Promise<number | null> {
    return nextLaneDue(own, freeSlots(slots.rooms(), usualRoom, LARGEST_CLAIM));
  }

  function take(claimed: ClaimedLane[]) {
    const isToSend = ({ pending }: ClaimedLane) => pending.length > 0 && !isStopping;
    for (const lane of claimed) {
      countClaimed(stats, lane);
      if (!isToSend(lane)) giveBack(lane);
    }
    slots.add(claimed.filter(isToSend));
  }

  /** Sends the deliveries of a lane one after the other, until one fails. */
  async function send(lane: ClaimedLane): Promise<void> {
    const sent: Sent[] = [];
    for (const delivery of lane.pending) {
      if (isStopping || !leases.isFresh(lane.claim)) break;
      const attempted = delivery.body === null ? null : await sendOne(lane.webhook, delivery, delivery.body);
      sent.push({ delivery, attempted });
      if (attempted && attempted.outcome !== 'delivered') break;
    }
    results.add({ lane: { key: lane.key, claim: lane.claim }, webhook: lane.webhook, isProbe: lane.isProbe, sent });
  }

  async function sendOne(webhook: WebhookRow, delivery: Pending, body: string): Promise<Attempted> {
    options.versions.raise(webhook.site_id, delivery.version);
    const message = {
      action: delivery.action,
      body,
      deliveryId: delivery.id,
      attempt: delivery.attempts + 1,
      version: delivery.version,
    };
    const now = new Date();
    const headers = messageHeaders(options, webhook, openedSecrets(options.secrets, webhook, now), message, now);
    const connections = `${webhook.site_id}:${webhook.id} ${webhook.url}`;
    const attempted = await client.post(webhook.url, connections, headers, body);
    countAttempt(stats, attempted);
    return attempted;
  }

  function giveBack({ key, claim, webhook, isProbe }: Omit<Outcome, 'lane' | 'sent'> & Outcome['lane']) {
    results.add({ lane: { key, claim }, webhook, isProbe, sent: [] });
  }

  function onSettled(outcomes: Outcome[], { nextDueMs, notices }: Settled) {
    for (const { lane } of outcomes) leases.drop(lane.claim);
    for (const notice of notices) log('warn', notice);
    if (isHeldUp || (nextDueMs ?? pollMs) < pollMs) claiming.ring();
  }

  function onLost({ lane }: Outcome) {
    leases.drop(lane.claim);
    stats.lostFence += 1;
  }

  async function stop() {
    isStopping = true;
    const drainMs = options.drainMs ?? DRAIN_MS;
    const going = claiming.stop();
    for (const lane of slots.takeWaiting()) giveBack(lane);
    await within(drainMs, going);
    await until(() => slots.underWay() === 0, drainMs);
    client.stop();
    await until(() => slots.underWay() === 0, GRACE_MS);
    await results.stop(GRACE_MS);
    leases.stop();
    await within(GRACE_MS, holder.stop());
    unwatch();
    unhear();
    await within(GRACE_MS, Promise.all([own.destroy(), claims.destroy()]));
  }

  let stopped: Promise<void> | undefined;
  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
    stats: () => ({ ...structuredClone(stats), underWay: slots.underWay(), waiting: slots.waiting() }),
  };
}
