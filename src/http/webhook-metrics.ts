/** Prometheus figures of webhooks: the counters of this process's sender, and pending deliveries per receiver. */
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/connect.ts';
import { type Backlog, backlogs, type SenderStats } from '../features/webhooks/stats.ts';

/** Pending deliveries are counted in the database at most this often. */
const KEPT_MS = 5_000;
const LABELS = ['site', 'webhook'];

export function measureWebhooks(registry: Registry, db: Db, sender: () => SenderStats | null): void {
  const registers = [registry];
  new Gauge({
    name: 'masthead_webhook_requests',
    help: 'Requests to receivers by this process since its start, by outcome.',
    labelNames: ['outcome'],
    registers,
    collect() {
      for (const [outcome, count] of Object.entries(sender()?.outcomes ?? {})) this.set({ outcome }, count);
    },
  });
  new Gauge({
    name: 'masthead_webhook_lanes',
    help: 'Claims of this process’s sender since its start, by outcome; under_way and waiting are current numbers.',
    labelNames: ['what'],
    registers,
    collect() {
      const stats = sender();
      if (!stats) return;
      this.set({ what: 'claimed' }, stats.claimed);
      this.set({ what: 'abandoned' }, stats.abandoned);
      this.set({ what: 'lost_fence' }, stats.lostFence);
      this.set({ what: 'under_way' }, stats.underWay);
      this.set({ what: 'waiting' }, stats.waiting);
    },
  });
  new Gauge({
    name: 'masthead_webhook_lateness_seconds',
    help: 'From the time something was due to its claim: the longest and the sum, since the start.',
    labelNames: ['what'],
    registers,
    collect() {
      const stats = sender();
      if (!stats) return;
      this.set({ what: 'longest' }, stats.latestMs / 1_000);
      this.set({ what: 'sum' }, stats.totalLateMs / 1_000);
    },
  });
  measureBacklogs(
    registers,
    lately(() => backlogs(db)),
  );
}

function measureBacklogs(registers: Registry[], read: () => Promise<Backlog[]>): void {
  const figures: [string, string, (backlog: Backlog) => number][] = [
    ['pending', 'Pending deliveries.', ({ pending }) => pending],
    ['given_up', 'Deliveries of the last 30 days that were given up.', ({ given_up }) => given_up],
    ['oldest_pending_seconds', 'Age of the oldest pending delivery.', ({ oldest_seconds }) => oldest_seconds],
    ['breaker_open', '1 while only probes are sent.', ({ is_open }) => Number(is_open)],
    ['paused', '1 while the webhook is paused.', ({ active }) => Number(!active)],
  ];
  for (const [name, help, value] of figures) {
    new Gauge({
      name: `masthead_webhook_${name}`,
      aggregator: 'max',
      help,
      labelNames: LABELS,
      registers,
      async collect() {
        this.reset();
        // While the database is unavailable the other figures are still served.
        for (const one of await read().catch(() => [])) {
          this.set({ site: one.site_id, webhook: one.webhook_id }, value(one));
        }
      },
    });
  }
}

function lately<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (kept && performance.now() - readAt < KEPT_MS) return kept;
    readAt = performance.now();
    kept = read();
    return kept;
  };
}
