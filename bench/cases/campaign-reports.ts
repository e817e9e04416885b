/** Reports and insights of a large campaign, one client. */
import type pg from 'pg';
import { CAMPAIGN, END_DAY, FIRST_DAY } from '../archive/campaign.ts';
import { NAIVE_REPORT, type ReportRange } from '../archive/naive-campaign.ts';
import type { DataSet } from '../archive/sets.ts';
import { type Bench, type Case, inPairs, type Measurement, WrongAnswer } from '../case.ts';
import { answerOf } from '../processes/answers.ts';
import { connected } from '../processes/database.ts';
import { loader, numbers, type Sample } from '../processes/load.ts';
import { AS_ADMIN, startService } from '../processes/service.ts';

const MOST_P50 = 15;
const MOST_P99 = 50;
const MOST_STALE = 100;
const STALE_DAYS = 30;
const RANGES = 60;
/** A naive report takes about as long as a hundred of ours. */
const NAIVE_RANGES = 2;
const DAY = 86_400_000;

export const campaignReport: Case = {
  name: 'campaign-report',
  title: 'report of a campaign, any range',
  reference: 'naive SQL on one connection',
  bar: `p50 ≤ ${MOST_P50} ms, p99 ≤ ${MOST_P99} ms`,
  async run(bench) {
    const { load, naive } = await reports(bench);
    const { subject, reference } = await inPairs(bench, load, naive);
    return [
      ...bars(subject, MOST_P50, MOST_P99),
      { figure: 'ms beside naive SQL', subject: numbers(subject, 'p50') ?? [], reference },
    ];
  },
};

export const campaignReportStale: Case = {
  name: 'campaign-report-stale',
  title: `the same, ${STALE_DAYS} days stale`,
  reference: null,
  bar: `p99 ≤ ${MOST_STALE} ms`,
  async run(bench) {
    const { load, data } = await reports(bench);
    await marked(bench, data);
    const samples = await rounds(bench, load);
    return bars(samples, MOST_STALE, MOST_STALE);
  },
};

const INSIGHTS: Record<string, string> = {
  'days of a year, UTC': `timeseries?unit=day&start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'months of a year, UTC': `timeseries?unit=month&start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'weeks of a year, Helsinki': `timeseries?unit=week&time_zone=Europe/Helsinki&start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'days of a year, Helsinki': `timeseries?unit=day&time_zone=Europe/Helsinki&start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'hours of a month, Helsinki':
    'timeseries?unit=hour&time_zone=Europe/Helsinki&start_date=2026-03-01&end_date=2026-04-01',
  'heatmap of a year': `heatmap?time_zone=Europe/Helsinki&start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'heatmap of a month': 'heatmap?time_zone=Europe/Helsinki&start_date=2026-03-01&end_date=2026-04-01',
  'networks of a year': `networks?start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'hashtags of a year': `hashtags?start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'hashtags of a month': 'hashtags?start_date=2026-03-01&end_date=2026-04-01',
  'distribution of likes, a year': `distribution?figure=stat1&start_date=${FIRST_DAY}&end_date=${END_DAY}`,
  'distribution of engagement, a year': `distribution?start_date=${FIRST_DAY}&end_date=${END_DAY}`,
};

export const campaignInsights: Case = {
  name: 'campaign-insights',
  title: 'series, heatmaps, hashtags, distributions',
  reference: null,
  bar: 'told, not held',
  async run(bench) {
    const service = await startService(bench, await bench.data.campaign(), { ROLE: 'http' });
    const found: Measurement[] = [];
    for (const [figure, path] of Object.entries(INSIGHTS)) {
      const subject: number[] = [];
      for (let round = 0; round <= bench.scale.pairs; round++)
        subject.push(await milliseconds(() => expectOk(`${service.url}/v1/campaigns/${CAMPAIGN}/${path}`)));
      found.push({ figure: `ms: ${figure}`, subject: subject.slice(1) });
    }
    return found;
  },
};

/** Many reports by the service, or a few by naive SQL, over the same ranges. */
async function reports(bench: Bench) {
  const data = await bench.data.campaign();
  const service = await startService(bench, data, { ROLE: 'http' });
  const client = await connected(bench, data);
  const ranges = Array.from({ length: RANGES }, (_, at) => rangeAt(at));
  const paths = ranges.map(
    ({ from, to }) => `/v1/campaigns/${CAMPAIGN}/campaign_report?start_date=${from}&end_date=${to}`,
  );
  await requireSame(service.url + (paths[0] ?? ''), client, ranges[0] ?? rangeAt(0));
  const loads = loader(bench);
  const target = { ...service, paths, headers: AS_ADMIN, status: 200, length: null, connections: 1, most: RANGES * 2 };
  return {
    data,
    load: () => loads(target),
    naive: (pair: number) =>
      milliseconds(async () => {
        for (let at = 0; at < NAIVE_RANGES; at++) await naiveReport(client, rangeAt(pair * NAIVE_RANGES + at));
      }).then((ms) => ms / NAIVE_RANGES),
  };
}

/** Ranges from minutes to the whole year; the same in every run. */
function rangeAt(at: number): ReportRange {
  const [start, length] = [((at * 37) % 101) / 101, ((at * 53 + 7) % 97) / 97];
  const [first, year] = [Date.parse(`${FIRST_DAY}T00:00:00Z`), 365 * DAY];
  const from = first + Math.floor(start * (1 - length ** 2) * year);
  const to = Math.min(first + year, from + 600_000 + Math.floor(length ** 2 * year));
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

const naiveReport = (client: pg.Client, { from, to }: ReportRange) => client.query(NAIVE_REPORT, [from, to]);

/** A wrong figure fails the case, however fast. */
async function requireSame(url: string, client: pg.Client, range: ReportRange): Promise<void> {
  const { campaign_report: report } = JSON.parse(await expectOk(url));
  const { rows } = await naiveReport(client, range);
  const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name] ?? 0), 0);
  const told = ['entries', 'contributors', 'new_contributors', 'potential_reach'].map((name) => report[name]);
  const counted = ['posts', 'contributors', 'new_contributors', 'reach'].map(sum);
  if (told.join() !== counted.join()) throw new WrongAnswer(`The report says ${told}, naive SQL ${counted}.`);
}

async function marked(bench: Bench, data: DataSet): Promise<void> {
  const client = await connected(bench, data);
  bench.defer(() => client.query('delete from campaign_stale_day where campaign_id = $1', [CAMPAIGN]));
  await client.query(
    `insert into campaign_stale_day (campaign_id, network, day)
     select campaign_id, network, day from campaign_day where campaign_id = $1 and day in (
       select day from campaign_day where campaign_id = $1 group by day order by day desc limit $2)`,
    [CAMPAIGN, STALE_DAYS],
  );
}

async function rounds(bench: Bench, load: () => Promise<Sample>): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round <= bench.scale.pairs; round++) samples.push(await load());
  return samples.slice(1);
}

function bars(samples: Sample[], p50: number, p99: number): Measurement[] {
  return [
    { figure: 'p50 ms', subject: numbers(samples, 'p50') ?? [], bar: { most: p50 } },
    { figure: 'p99 ms', subject: numbers(samples, 'p99') ?? [], bar: { most: p99 } },
  ];
}

async function expectOk(url: string): Promise<string> {
  const { status, body } = await answerOf(url, AS_ADMIN);
  if (status !== 200) throw new WrongAnswer(`${url} was answered with ${status}: ${body}`);
  return Buffer.from(body).toString();
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
