/** What the bars ask for, measured: throughput, the cost on a publication, a dead receiver beside a healthy one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuTime, databaseCpuTime } from '../../bench/processes/cpu.ts';
import { quantile } from '../../bench/report/statistics.ts';
import type { Case } from '../case.ts';
import { counted, newSite, type Site } from '../site.ts';
import { BODY_BYTES, openWriter, type Writer } from '../writer.ts';

/** Before a process is measured: one that was just started is slow. */
const WARM_UP = 1_000;
const MOST_AT_ONCE = 1_000;
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
    const events = isShort ? 200 : 5_000;
    const site = await newSite(stage);
    await site.addHook();
    await stage.worker();
    const writer = openWriter(stage);
    await healthyRate(writer, site, isShort ? 50 : WARM_UP);
    const alone = await healthyRate(writer, site, events);
    const other = await newSite(stage);
    await other.addHook({ kind: 'reset' });
    await other.addHook({ kind: 'hang' });
    await other.addHook({ kind: 'drip' });
    await publishMany(writer, other, waiting);
    await sleep(2_000);
    const beside = await healthyRate(writer, site, events);
    await writer.stop();
    const checked = await site.check();
    await Promise.all([site.close(), other.close()]);
    const figures = {
      'alone, deliveries/s': alone,
      'beside them': beside,
      ratio: (beside / alone).toFixed(2),
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
    const differences: number[] = [];
    const plain: number[] = [];
    for (let n = 0; n < rounds; n++) {
      const bare = await took(without);
      plain.push(bare);
      differences.push((await took(heard)) - bare);
    }
    const sorted = differences.toSorted((a, b) => a - b);
    const figures = {
      'p50 without receivers, ms': milliseconds(
        plain.toSorted((a, b) => a - b),
        0.5,
      ),
      'p50 added by three, ms': milliseconds(sorted, 0.5),
    };
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
