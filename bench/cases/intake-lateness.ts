/** How late feeds are polled while a tenth of them is dead or dripping, against the same feeds when all are well. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, type Case, inPairs, WrongAnswer } from '../case.ts';
import { untilTrue } from '../processes/database.ts';
import { pollAt } from '../processes/feeds.ts';
import { quantile } from '../report/statistics.ts';
import type { Manner } from '../workers/feed-server.ts';
import { polledFeeds } from './intake-unchanged.ts';

const MOST = 1.2;
/** In the full run the feeds are due at their usual pace: each once in the shortest interval. */
const FULL = { feeds: 1_000, interval: 300_000 };
/** As much as a tenth of the feeds can hold up in the time limit of a request, in less time. */
const SHORT = { feeds: 100, interval: 2_500 };
/** A full turn takes five minutes: few of them, and none that is not counted. The feeds were polled before. */
const MOST_PAIRS = 2;
/** Until the first feed is due. */
const LEAD_MS = 300;
const ILL_EVERY = 10;
const ILL: Manner[] = ['silent', 'dripping', 'broken'];

const NONE_POLLED = `select not exists (select from job_lane where kind = 'intake.poll' and claim is not null)`;

export const intakeLateness: Case = {
  name: 'intake-lateness',
  title: `lateness of feeds, a tenth of them dead or dripping`,
  reference: 'the same feeds, all well',
  bar: `p99 ≤ ${MOST}`,
  async run(bench) {
    const isFull = bench.scale.seconds >= 1;
    const { feeds, interval } = isFull ? FULL : SHORT;
    const { client, server, sources, ports } = await polledFeeds(bench, feeds, 0);
    const delays = sources.map((_, at) => LEAD_MS + (at * interval) / feeds);
    const isWell = (at: number) => at % ILL_EVERY > 0;
    const manners = (ill: (at: number) => Manner) =>
      ports.map((port, at): [number, Manner] => [port, isWell(at) ? 'well' : ill(at)]);
    /** Of the feeds that are well in both. */
    const lateness = async (pair: number, ill: (at: number) => Manner) => {
      if (isFull && pair === 0) return { p50: Number.NaN, p99: Number.NaN };
      await server.ask({ manners: manners(ill) });
      const due = await pollAt(client, sources, delays);
      await sleep(LEAD_MS + interval);
      const wellPorts = new Map(ports.flatMap((port, at) => (isWell(at) ? [[port, due[at]] as const] : [])));
      const isPolled = 'select bool_and(last_success_at > $1) from source where id = any($2)';
      await untilTrue(client, 'the feeds that are well are polled', isPolled, [
        due[0],
        sources.filter((_, at) => isWell(at)),
      ]);
      const { requests } = await server.ask({ manners: manners(() => 'well') });
      await untilTrue(client, 'all polls have ended', NONE_POLLED);
      const late = requests.flatMap(({ port, at }) => at - (wellPorts.get(port)?.getTime() ?? Number.NaN));
      const sorted = late.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b);
      if (sorted.length !== wellPorts.size)
        throw new WrongAnswer(`${sorted.length} polls of ${wellPorts.size} feeds that are well.`);
      return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
    };
    const { subject, reference } = await inPairs(
      withFewPairs(bench),
      (pair) => lateness(pair, (at) => ILL[(at / ILL_EVERY) % ILL.length] ?? 'silent'),
      (pair) => lateness(pair, () => 'well'),
    );
    const figure = (name: 'p50' | 'p99') => ({
      subject: subject.map((sample) => sample[name]),
      reference: reference.map((sample) => sample[name]),
    });
    return [
      { figure: 'p99 ms late', ...figure('p99'), bar: { most: MOST } },
      { figure: 'p50 ms late', ...figure('p50') },
    ];
  },
};

function withFewPairs(bench: Bench): Bench {
  const { scale } = bench;
  return { ...bench, scale: { ...scale, pairs: Math.min(scale.pairs, MOST_PAIRS) } };
}
