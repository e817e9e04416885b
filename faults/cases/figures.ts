/** What the bars ask for, measured: latency, throughput, the cost on a publication, a dead receiver beside a healthy one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuTime } from '../../bench/processes/cpu.ts';
import { quantile } from '../../bench/report/statistics.ts';
import type { Case, Given } from '../case.ts';
import { titleOf } from '../check.ts';
import { counted, newSite, type Site } from '../site.ts';
import { until } from '../waiting.ts';

const BODY_BYTES = 8_000;
const EVENTS_A_SECOND = 200;
const milliseconds = (sorted: number[], share: number) => Number(quantile(sorted, share).toFixed(1));

export const latency: Case = {
  name: 'latency',
  title: `from commit to arrival at ${EVENTS_A_SECOND} events a second, 8 kB each`,
  isShort: false,
  async run({ stage, isShort, times }) {
    const events = times ?? (isShort ? 100 : 4_000);
    const site = await newSite(stage);
    await site.addHook();
    await stage.worker();
    await site.publish();
    await site.drained();
    const began = performance.now();
    for (let n = 0; n < events; n++) {
      await insertEvents(stage, site, 1, n);
      await sleep(Math.max(0, began + ((n + 1) * 1_000) / EVENTS_A_SECOND - performance.now()));
    }
    const rate = Math.round((events * 1_000) / (performance.now() - began));
    await site.drained();
    const committed = await stage.query<{ version: number; at: number }>(
      `select content_version::float8 as version, extract(epoch from at)::float8 * 1000 as at from article_event
       where site_id = $1`,
      [site.id],
    );
    const commits = new Map(committed.map(({ version, at }) => [String(version), at]));
    const late = site.arrivals().flatMap(({ at, body, headers }) => {
      const committedAt = commits.get(headers['x-service-version'] ?? '');
      return committedAt === undefined || !titleOf(body).startsWith('Event') ? [] : at - committedAt;
    });
    const sorted = late.toSorted((a, b) => a - b);
    const checked = await site.check();
    await site.close();
    const figures = { 'events/s': rate, 'p50 ms': milliseconds(sorted, 0.5), 'p99 ms': milliseconds(sorted, 0.99) };
    return { figures: { ...figures, ...counted(checked) }, faults: checked.faults };
  },
};

export const throughput: Case = {
  name: 'throughput',
  title: 'deliveries a second and for each second of CPU, 8 kB each, with the full log and order',
  isShort: false,
  async run({ stage, isShort, times }) {
    const events = times ?? (isShort ? 500 : 20_000);
    const site = await newSite(stage);
    await site.addHook();
    const sender = await stage.worker();
    await insertEvents(stage, site, 50, 0);
    await site.drained();
    const [began, cpuBefore] = [performance.now(), cpuTime(sender.pid) ?? 0];
    await insertEvents(stage, site, events, 1);
    await site.drained();
    const seconds = (performance.now() - began) / 1_000;
    const cpuSeconds = ((cpuTime(sender.pid) ?? 0) - cpuBefore) / 1e6;
    const checked = await site.check();
    await site.close();
    const figures = {
      'deliveries/s': Math.round(events / seconds),
      'deliveries per CPU second of the sender': Math.round(events / cpuSeconds),
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
    const alone = await healthyRate(stage, site, events, 1);
    const other = await newSite(stage);
    await other.addHook({ kind: 'reset' });
    await other.addHook({ kind: 'hang' });
    await other.addHook({ kind: 'drip' });
    await insertEvents(stage, other, waiting, 0);
    await sleep(2_000);
    const beside = await healthyRate(stage, site, events, 2);
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

async function healthyRate(stage: Given['stage'], site: Site, events: number, round: number): Promise<number> {
  const before = site.arrivals().length;
  const began = performance.now();
  await insertEvents(stage, site, events, round);
  await until(() => site.arrivals().length >= before + events, 'the healthy receiver to have everything', 600_000);
  const rate = Math.round((events * 1_000) / (performance.now() - began));
  await site.drained();
  return rate;
}

/** Events of articles of their own, in one transaction each call, as publication writes them: version, event, news. */
async function insertEvents({ query }: Given['stage'], site: Site, count: number, round: number): Promise<void> {
  await query(
    `with raised as (
       update site set content_version = content_version + $2 where id = $1 returning content_version
     ), told as (
       insert into article_event (site_id, content_version, article_id, action, scope, section_id, body, at)
       select $1, content_version - $2 + n, 1000000 + $4::bigint * 1000000 + n, 'publish', 'all', $3,
         json_build_object('action', 'publish', 'article', json_build_object('id', 1000000 + $4::bigint * 1000000 + n,
           'title', 'Event ' || $4::text || ' ' || n, 'body', repeat('x', ${BODY_BYTES})))::text, clock_timestamp()
       from raised cross join generate_series(1, $2::int) as n
     ) select pg_notify('masthead_sites', json_build_array(json_build_array($1::bigint, content_version))::text) from raised`,
    [site.id, count, site.section, round],
  );
}
