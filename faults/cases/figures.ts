/** What the bars ask for, measured: throughput, the cost on a publication, a dead receiver beside a healthy one. */
import { cpuTime, databaseCpuTime } from '../../bench/processes/cpu.ts';
import { quantile } from '../../bench/report/statistics.ts';
import type { Case } from '../case.ts';
import { counted, newSite, type Site } from '../site.ts';
import { BODY_BYTES, openWriter, type Writer } from '../writer.ts';

/** Before a process is measured: one that was just started is slow. */
const WARM_UP = 1_000;
const WARM_UP_ROUNDS = 20;
const MOST_AT_ONCE = 1_000;
/** More than are sent to a receiver at once. */
const SLOW_EVENTS = 100;
const mean = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
const milliseconds = (sorted: number[], share: number) => Number(quantile(sorted, share).toFixed(1));

export const throughput: Case = {
  name: 'throughput',
  title: 'deliveries a second and for each second of CPU, 8 kB each, with the full log and order',
  isShort: false,
  async run({ stage, isShort, times }) {
    const events = times ?? (isShort ? 500 : 20_000);
    const site = await newSite(stage);
    await site.addHook();
    const sender = await stage.worker();
    const writer = openWriter(stage);
    await writer.publish(site, isShort ? 50 : WARM_UP);
    await site.drained();
    const cpu = () => [cpuTime(sender.pid) ?? 0, databaseCpuTime(stage.postmaster() ?? 0) ?? 0] as const;
    const [began, [cpuBefore, databaseBefore]] = [performance.now(), cpu()];
    await publishMany(writer, site, events);
    await site.drained();
    const seconds = (performance.now() - began) / 1_000;
    const [cpuAfter, databaseAfter] = cpu();
    await writer.stop();
    const checked = await site.check();
    await site.close();
    const figures = {
      'deliveries/s': Math.round(events / seconds),
      'deliveries per CPU second of the sender': Math.round((events * 1e6) / (cpuAfter - cpuBefore)),
      'of PostgreSQL': Math.round((events * 1e6) / (databaseAfter - databaseBefore)),
    };
    return { figures: { ...figures, ...counted(checked) }, faults: checked.faults };
  },
};

export const backlog: Case = {
  name: 'backlog',
  title: 'a healthy receiver alone, and beside a dead one with 50,000 waiting, a hanging and a dripping one',
  isShort: false,
  async run({ stage, isShort, times }) {
    const waiting = times ?? (isShort ? 200 : 50_000);
    const events = isShort ? 200 : 4_000;
    const site = await newSite(stage);
    await site.addHook();
    const sender = await stage.worker();
    const writer = openWriter(stage);
    await healthyRate(writer, site, isShort ? 50 : WARM_UP);
    const rates = async () => {
      // What was written before is tidied up by then, not while it is measured.
      await stage.query('vacuum analyze article_event, webhook_delivery, webhook_lane');
      await stage.query('checkpoint');
      const before = cpuTime(sender.pid) ?? 0;
      const both = [await healthyRate(writer, site, events), await healthyRate(writer, site, events)];
      return { rate: mean(both), perCpuSecond: Math.round((2 * events * 1e6) / ((cpuTime(sender.pid) ?? 0) - before)) };
    };
    const alone = await rates();
    const dead = await newSite(stage);
    await dead.addHook({ kind: 'reset' });
    await publishMany(writer, dead, waiting);
    // Last, so that their requests are under way: after the first ones their breakers open.
    const slow = await newSite(stage);
    await slow.addHook({ kind: 'hang' });
    await slow.addHook({ kind: 'drip' });
    await publishMany(writer, slow, SLOW_EVENTS);
    const beside = await rates();
    await writer.stop();
    const checked = await site.check();
    await Promise.all([site, dead, slow].map((one) => one.close()));
    const figures = {
      'alone, deliveries/s': alone.rate,
      'beside them': beside.rate,
      ratio: (beside.rate / alone.rate).toFixed(2),
      'alone, deliveries per CPU second of the sender': alone.perCpuSecond,
      'of it beside them': beside.perCpuSecond,
      waiting,
    };
    return { figures: { ...figures, ...counted(checked) }, faults: checked.faults };
  },
};

export const cost: Case = {
  name: 'cost',
  title: 'what three receivers add to a publication',
  isShort: false,
  async run({ stage, isShort, times }) {
    const rounds = times ?? (isShort ? 10 : 300);
    const without = await newSite(stage, { bodyBytes: BODY_BYTES });
    const heard = await newSite(stage, { bodyBytes: BODY_BYTES });
    for (let n = 0; n < 3; n++) await heard.addHook();
    const took = async (site: Site) => {
      const began = performance.now();
      await site.publish();
      return performance.now() - began;
    };
    const [bare, added]: [number[], number[]] = [[], []];
    for (let n = 0; n < rounds + WARM_UP_ROUNDS; n++) {
      // In turns, so that none is always the second.
      const isFirst = n % 2 === 0;
      const first = await took(isFirst ? without : heard);
      const second = await took(isFirst ? heard : without);
      if (n < WARM_UP_ROUNDS) continue;
      bare.push(isFirst ? first : second);
      added.push(isFirst ? second - first : first - second);
    }
    const median = (values: number[]) =>
      milliseconds(
        values.toSorted((a, b) => a - b),
        0.5,
      );
    const figures = { 'p50 without receivers, ms': median(bare), 'p50 added by three, ms': median(added) };
    await stage.worker();
    await heard.drained();
    const checked = await heard.check();
    await heard.close();
    return { figures: { rounds, ...figures, ...counted(checked) }, faults: checked.faults };
  },
};

async function healthyRate(writer: Writer, site: Site, events: number): Promise<number> {
  const began = performance.now();
  await publishMany(writer, site, events);
  await site.drained({ withinMs: 600_000 });
  return Math.round((events * 1_000) / (performance.now() - began));
}

/** In transactions that are no longer than a statement may be. */
async function publishMany(writer: Writer, site: Site, events: number): Promise<void> {
  for (let left = events; left > 0; left -= MOST_AT_ONCE) await writer.publish(site, Math.min(left, MOST_AT_ONCE));
}
