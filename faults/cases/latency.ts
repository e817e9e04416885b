/** Latency from commit to arrival, at the bar's rate and at lower ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../bench/report/statistics.ts';
import type { Case } from '../case.ts';
import { type Checked, titleOf } from '../check.ts';
import { newSite, type Site } from '../site.ts';
import type { Stage } from '../stage.ts';
import { openWriter, type Writer, type WrittenEvent } from '../writer.ts';

/** Events per second; the last is the bar's rate. */
const RATES = [1, 20, 100, 200];
const SECONDS = 15;
const SECONDS_SHORT = 1;
/** A site commits its changes one by one, and on many disks a commit takes more than 5 ms: several sites reach the rate. */
const SITES = 4;
/** Warm-up: a process that was just started is slow. */
const WARM_UP = 1_000;

export const latency: Case = {
  name: 'latency',
  title: `from commit to arrival at ${RATES.join(', ')} events a second in ${SITES} sites, 8 kB each`,
  isShort: false,
  async run({ stage, isShort, times, say }) {
    const seconds = times ?? (isShort ? SECONDS_SHORT : SECONDS);
    const sites = await Promise.all(Array.from({ length: SITES }, () => newSite(stage)));
    for (const site of sites) await site.addHook();
    await stage.worker();
    const writer = openWriter(stage);
    for (const site of sites) await writer.publish(site, WARM_UP / SITES);
    for (const site of sites) await site.drained();
    const figures: Record<string, string> = {};
    for (const rate of RATES) {
      figures[`${rate}/s`] = await measured(stage, writer, sites, rate, seconds);
      say(`${rate} events/s: ${figures[`${rate}/s`]}`);
    }
    const checked: Checked[] = [];
    for (const site of sites) checked.push(await site.check());
    await writer.stop();
    await Promise.all(sites.map((site) => site.close()));
    return { figures, faults: checked.flatMap(({ faults }) => faults) };
  },
};

async function measured(stage: Stage, writer: Writer, sites: Site[], rate: number, seconds: number): Promise<string> {
  const began = performance.now();
  const each = Math.ceil((rate * seconds) / SITES);
  const written = await Promise.all(sites.map((site, n) => atRate(writer, site, each, { rate, began, place: n })));
  const reached = (each * SITES * 1_000) / (performance.now() - began);
  for (const site of sites) await site.drained();
  const late: number[] = [];
  const sent: number[] = [];
  for (const [n, site] of sites.entries()) {
    late.push(...lateness(written[n] ?? [], arrivedAt(site)));
    sent.push(...lateness(written[n] ?? [], await sentAt(stage, site)));
  }
  const at = (all: number[], share: number) =>
    quantile(
      all.toSorted((a, b) => a - b),
      share,
    ).toFixed(1);
  const shares = [0.5, 0.9, 0.99].map((share) => `p${share * 100} ${at(late, share)} ms`);
  return `${shares.join(' ')} (${reached.toFixed(1)} events/s, ${late.length} events, until it is sent p50 ${at(sent, 0.5)} ms)`;
}

/** One event per transaction, on schedule; a late one is written at once. */
async function atRate(
  writer: Writer,
  site: Site,
  count: number,
  { rate, began, place }: { rate: number; began: number; place: number },
): Promise<WrittenEvent[]> {
  const written: WrittenEvent[] = [];
  for (let n = 0; n < count; n++) {
    const dueAt = began + ((n * SITES + place) * 1_000) / rate;
    await sleep(Math.max(0, dueAt - performance.now()));
    written.push(await writer.publish(site, 1));
  }
  return written;
}

/** Milliseconds from each commit to the first request for its version; all processes share one clock. */
function lateness(written: WrittenEvent[], reached: Map<number, number>): number[] {
  return written.map(({ version, at }) => (reached.get(version) ?? Number.POSITIVE_INFINITY) - at);
}

function arrivedAt(site: Site): Map<number, number> {
  const events = site.arrivals().filter(({ body }) => titleOf(body).startsWith('Event'));
  return new Map(events.reverse().map(({ at, headers }) => [Number(headers['x-service-version']), at]));
}

/** When the sender claimed it, by its own clock. */
async function sentAt(stage: Stage, site: Site): Promise<Map<number, number>> {
  const rows = await stage.query<{ version: number; at: number }>(
    `select content_version::float8 as version, extract(epoch from min(attempt.at))::float8 * 1000 as at
     from webhook_delivery delivery join webhook_attempt attempt
       on attempt.site_id = delivery.site_id and attempt.webhook_id = delivery.webhook_id and attempt.delivery_id = delivery.id
     where delivery.site_id = $1 group by content_version`,
    [site.id],
  );
  return new Map(rows.map(({ version, at }) => [version, at]));
}
