/** The figures that have bars: throughput, cost per publication, a dead receiver beside a healthy one. */
import { cpuTime, databaseCpuTime } from '../../bench/processes/cpu.ts';
import { quantile, ratios } from '../../bench/report/statistics.ts';
import type { Case } from '../case.ts';
import { counted, newSite, type Site } from '../site.ts';
import type { Stage } from '../stage.ts';
import { BODY_BYTES, openWriter, type Writer } from '../writer.ts';

/** Warm-up: a process that was just started is slow. */
const WARM_UP = 5_000;
const WARM_UP_ROUNDS = 20;
const MOST_AT_ONCE = 1_000;
/** More than a receiver gets concurrently. */
const SLOW_EVENTS = 100;
/** Alternates windows alone and beside others: the machine's speed drifts by more than the effect. */
const PAIRS = 7;
const median = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

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
  title: 'a healthy receiver in turns alone and beside a dead one with 50,000 waiting, a hanging and a dripping one',
  isShort: false,
  async run({ stage, isShort, times, isInterrupted }) {
    const waiting = times ?? (isShort ? 200 : 50_000);
    const events = isShort ? 200 : 2_000;
    const site = await newSite(stage);
    await site.addHook();
    const sender = await stage.worker();
    const writer = openWriter(stage);
    const measure = () => healthyRate(sender.pid, writer, site, events);
    await publishMany(writer, site, isShort ? 50 : WARM_UP);
    await site.drained();
    await tidied(stage);
    const before = await measure();
    const dead = await newSite(stage);
    await dead.addHook({ kind: 'reset' });
    const slow = await newSite(stage);
    await slow.addHook({ kind: 'hang' });
    await slow.addHook({ kind: 'drip' });
    await setAside(stage, [dead, slow]);
    await publishMany(writer, dead, waiting);
    await publishMany(writer, slow, SLOW_EVENTS);
    const alone: Rate[] = [];
    const beside: Rate[] = [];
    const windows = [
      async () => alone.push(await setAside(stage, [dead, slow]).then(measure)),
      async () => beside.push(await beginAnew(stage, [dead, slow]).then(measure)),
    ];
    for (let n = 0; n < (isShort ? 1 : PAIRS) && !isInterrupted(); n++) {
      await tidied(stage);
      for (const measureOne of windows) await measureOne();
      // Alternate the order, so that neither side is always second.
      windows.reverse();
    }
    await writer.stop();
    const checked = await site.check();
    await Promise.all([site, dead, slow].map((one) => one.close()));
    const figures = { 'with nothing waiting, deliveries/s': Math.round(before.perSecond), ...compared(alone, beside) };
    return { figures: { ...figures, waiting, ...counted(checked) }, faults: checked.faults };
  },
};

function compared(alone: Rate[], beside: Rate[]): Record<string, string | number> {
  const of = (rates: Rate[], unit: keyof Rate) => rates.map((rate) => rate[unit]);
  const bySecond = ratios(of(beside, 'perSecond'), of(alone, 'perSecond'));
  const byCpuSecond = ratios(of(beside, 'perCpuSecond'), of(alone, 'perCpuSecond'));
  return {
    'alone, deliveries/s': Math.round(median(of(alone, 'perSecond'))),
    'beside them': Math.round(median(of(beside, 'perSecond'))),
    'ratio, median of pairs': median(bySecond).toFixed(2),
    'of all': bySecond.map((ratio) => ratio.toFixed(2)).join(' '),
    'ratio for each second of the sender’s CPU': median(byCpuSecond).toFixed(2),
  };
}

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
      // Alternate the order, so that neither side is always second.
      const isFirst = n % 2 === 0;
      const first = await took(isFirst ? without : heard);
      const second = await took(isFirst ? heard : without);
      if (n < WARM_UP_ROUNDS) continue;
      bare.push(isFirst ? first : second);
      added.push(isFirst ? second - first : first - second);
    }
    const figures = {
      'p50 without receivers, ms': median(bare).toFixed(1),
      'p50 added by three, ms': median(added).toFixed(1),
    };
    await stage.worker();
    await heard.drained();
    const checked = await heard.check();
    await heard.close();
    return { figures: { rounds, ...figures, ...counted(checked) }, faults: checked.faults };
  },
};

interface Rate {
  perSecond: number;
  perCpuSecond: number;
}

async function healthyRate(pid: number, writer: Writer, site: Site, events: number): Promise<Rate> {
  const [began, cpuBefore] = [performance.now(), cpuTime(pid) ?? 0];
  await publishMany(writer, site, events);
  await site.drained({ withinMs: 600_000 });
  return {
    perSecond: (events * 1_000) / (performance.now() - began),
    perCpuSecond: (events * 1e6) / ((cpuTime(pid) ?? 0) - cpuBefore),
  };
}

/** Vacuum and checkpoint now, not during the measurement. */
async function tidied(stage: Stage): Promise<void> {
  await stage.query('vacuum analyze article_event, webhook_delivery, webhook_lane');
  await stage.query('checkpoint');
}

/** Pauses these sites' webhooks; their deliveries stay queued. */
async function setAside(stage: Stage, sites: Site[]): Promise<void> {
  await stage.query('update webhook set active = false where site_id = any($1)', [sites.map(({ id }) => id)]);
}

/** Resets failures and makes every queued delivery due. */
async function beginAnew(stage: Stage, sites: Site[]): Promise<void> {
  const ids = sites.map(({ id }) => id);
  await stage.query(
    'update webhook_lane set next_at = now() where site_id = any($1) and claim is null and next_at > now()',
    [ids],
  );
  await stage.query(
    `update webhook set active = true, failures_in_row = 0, window_from = null, window_tries = 0, window_failures = 0,
       probe_at = null, probes = 0, closed_at = null where site_id = any($1)`,
    [ids],
  );
}

/** In transactions shorter than the statement timeout. */
async function publishMany(writer: Writer, site: Site, events: number): Promise<void> {
  for (let left = events; left > 0; left -= MOST_AT_ONCE) await writer.publish(site, Math.min(left, MOST_AT_ONCE));
}
