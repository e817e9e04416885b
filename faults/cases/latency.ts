/** From commit to arrival, at the rate that the bar asks for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../bench/report/statistics.ts';
import type { Case } from '../case.ts';
import { type Checked, titleOf } from '../check.ts';
import { newSite, type Site } from '../site.ts';
import { openWriter, type Writer, type Written } from '../writer.ts';

const EVENTS_A_SECOND = 200;
/** A site commits one change after the other, and one commit takes longer than a two-hundredth of a second on many disks. */
const SITES = 4;
/** A process that was just started is slow, and is not what is asked for. */
const WARM_UP = 500;

export const latency: Case = {
  name: 'latency',
  title: `from commit to arrival at ${EVENTS_A_SECOND} events a second in ${SITES} sites, 8 kB each`,
  isShort: false,
  async run({ stage, isShort, times }) {
    const events = times ?? (isShort ? 100 : 4_000);
    const sites = await Promise.all(Array.from({ length: SITES }, () => newSite(stage)));
    for (const site of sites) await site.addHook();
    await stage.worker();
    const writer = openWriter(stage);
    for (const site of sites) await writer.publish(site, WARM_UP / SITES);
    for (const site of sites) await site.drained();
    const began = performance.now();
    const each = Math.ceil(events / SITES);
    const written = await Promise.all(sites.map((site, n) => atRate(writer, site, each, began, n)));
    const rate = Math.round((each * SITES * 1_000) / (performance.now() - began));
    for (const site of sites) await site.drained();
    const late = sites.flatMap((site, n) => lateness(site, written[n] ?? [])).toSorted((a, b) => a - b);
    const checked: Checked[] = [];
    for (const site of sites) checked.push(await site.check());
    await writer.stop();
    await Promise.all(sites.map((site) => site.close()));
    const at = (share: number) => Number(quantile(late, share).toFixed(1));
    const figures = { 'events/s': rate, events: late.length, 'p50 ms': at(0.5), 'p90 ms': at(0.9), 'p99 ms': at(0.99) };
    return { figures, faults: checked.flatMap(({ faults }) => faults) };
  },
};

/** One event a transaction, each at its time; who is late hurries. */
async function atRate(writer: Writer, site: Site, count: number, began: number, place: number): Promise<Written[]> {
  const written: Written[] = [];
  for (let n = 0; n < count; n++) {
    const dueAt = began + ((n * SITES + place) * 1_000) / EVENTS_A_SECOND;
    await sleep(Math.max(0, dueAt - performance.now()));
    written.push(await writer.publish(site, 1));
  }
  return written;
}

/** Milliseconds from each commit to the first arrival of its notification; both are processes of one machine. */
function lateness(site: Site, written: Written[]): number[] {
  const arrived = new Map<string, number>();
  for (const { at, body, headers } of site.arrivals()) {
    const version = headers['x-service-version'] ?? '';
    if (titleOf(body).startsWith('Event') && !arrived.has(version)) arrived.set(version, at);
  }
  return written.map(({ version, at }) => (arrived.get(String(version)) ?? Number.POSITIVE_INFINITY) - at);
}
