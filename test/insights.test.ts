/** Campaign insights beyond the interface equal naive SQL on random data, to the last digit. */
import { beforeAll, describe, expect, it } from 'vitest';
import { AnalyticsUser, CampaignReport, Entry } from '../src/contract/analytics.ts';
import { definitions } from '../src/contract/definitions.ts';
import * as insights from '../src/contract/insights.ts';
import { kysely } from '../src/db/connect.ts';
import { transaction } from '../src/db/transaction.ts';
import { rebuildSome } from '../src/features/rollups/commands.ts';
import { problemsOf } from '../src/http/validate.ts';
import { createClient } from '../src/sdk/client.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { randomNumbers, seed } from './random.ts';

const NETWORKS = ['instagram', 'twitter', 'facebook', 'linkedin'];
const TAGS = ['#Harbour', '#sea', '#järvi', '#Sea #harbour', 'no tag', ''];
const FIRST = Date.parse('2026-01-20T00:00:00Z');
const DAYS = 300;

let app: TestApp;
let campaign: number;
const from = randomNumbers(seed);
const random = (below: number) => Math.floor(from() * below);

beforeAll(async () => {
  app = await testApp();
  const body = { campaign: { name: 'C', service_site_id: await app.site() } };
  campaign = (await app.manage('POST', '/campaigns', body)).campaign.id;
  for (const part of [0, 1]) await write(Array.from({ length: 900 }, (_, at) => entry(part * 900 + at)));
  await transaction(kysely(app.pool), (tx) => rebuildSome(tx, campaign, 'all'));
  while ((await transaction(kysely(app.pool), (tx) => rebuildSome(tx, campaign, 'all'))) > 0);
  // Some days are stale from here on.
  await write(Array.from({ length: 120 }, () => entry(random(2_000))));
});

const write = (entries: object[]) => app.manage('POST', `/campaigns/${campaign}/entries`, { entries }, 200);
const hidden = (value: number) => (random(8) === 0 ? null : value);

function entry(number: number) {
  const at = FIRST + random(DAYS * 24 * 60) * 60_000;
  const user = {
    user_id: `u${random(80)}`,
    username: `=n${number}`,
    ...(random(3) ? { followers: random(5_000) } : {}),
  };
  return {
    item_type: NETWORKS[number % 4],
    item_id: String(number),
    published_at: new Date(at).toISOString(),
    text: `Post ${number} ${TAGS[random(TAGS.length)]}`,
    user: random(10) === 0 ? null : user,
    stat1: hidden(random(40) ** 2),
    stat2: hidden(random(20)),
    stat3: hidden(random(10)),
  };
}

const get = async (path: string, query: Record<string, string> = {}) => {
  const reply = await app.get(`/v1/campaigns/${campaign}/${path}?${new URLSearchParams(query)}`, { token: ADMIN });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const rowsOf = async (text: string, values: unknown[] = []) => (await app.pool.query(text, [campaign, ...values])).rows;

const ENGAGEMENT = 'coalesce(stat1, 0) + coalesce(stat2, 0) + coalesce(stat3, 0)';
const COMPLETE =
  "stat1 is not null and stat2 is not null and (stat3 is not null or item_type not in ('twitter', 'facebook'))";

async function naive(from: string, to: string, networks: string[]) {
  const [figures] = await rowsOf(
    `select count(*)::int as entries, count(distinct user_id)::int as contributors,
       coalesce(sum(${ENGAGEMENT}), 0)::int as engagement,
       (select count(*)::int from (select user_id, min(published_at) as first from campaign_entry
         where campaign_id = $1 and item_type = any($4) and user_id is not null group by user_id) as firsts
         where first >= $2 and first < $3) as new_contributors,
       (select coalesce(sum(followers), 0)::int from campaign_user where campaign_id = $1 and id in (
         select user_id from campaign_entry where campaign_id = $1 and item_type = any($4)
           and published_at >= $2 and published_at < $3)) as potential_reach
     from campaign_entry where campaign_id = $1 and item_type = any($4) and published_at >= $2 and published_at < $3`,
    [from, to, networks],
  );
  return figures;
}

describe('timeseries', () => {
  it.each([
    ['day', 'UTC', '2026-03-01', '2026-04-01', undefined],
    ['week', 'UTC', '2026-03-04T07:00:00Z', '2026-06-01', undefined],
    ['month', 'UTC', '2026-01-01', '2027-01-01', 'twitter'],
    ['day', 'Europe/Helsinki', '2026-03-20', '2026-04-05', undefined],
    ['hour', 'Europe/Helsinki', '2026-10-24', '2026-10-27', undefined],
    ['week', 'America/New_York', '2026-02-23', '2026-04-01', 'facebook'],
    ['month', 'Australia/Lord_Howe', '2026-02-01', '2026-11-01', undefined],
    ['day', 'Asia/Kolkata', '2026-05-01T12:34:56Z', '2026-05-20T01:02:03Z', undefined],
  ])(
    'by %s in %s equals naive SQL, and covers the range without gaps',
    async (unit, time_zone, start_date, end_date, item_type) => {
      const query = { unit, time_zone, start_date, end_date, compare: 'previous', ...(item_type ? { item_type } : {}) };
      const { timeseries } = await get('timeseries', query);
      expect(problemsOf(insights.Timeseries, timeseries)).toEqual([]);
      const networks = item_type ? [item_type] : NETWORKS;
      for (const series of [timeseries, timeseries.comparison]) {
        const { buckets, total, start, end } = series;
        expect([buckets[0].start, buckets.at(-1).end]).toEqual([start, end]);
        for (const [at, { start: from, end: to, ...figures }] of buckets.entries()) {
          if (at > 0) expect(from).toBe(buckets[at - 1].end);
          expect(figures, `${from} to ${to}`).toEqual(await naive(from, to, networks));
        }
        expect(total).toEqual(await naive(start, end, networks));
        const inner = buckets.slice(1).map((bucket: { start: string }) => bucket.start);
        const cut = await rowsOf(
          'select at from unnest($2::timestamptz[]) as at where $1 > 0 and date_trunc($3, at, $4) <> at',
          [inner, unit, time_zone],
        );
        // In zones that shift by half an hour, PostgreSQL cannot truncate to half hours.
        expect(cut).toEqual([]);
      }
    },
  );

  it('without a range covers the first entry to the last, in whole units', async () => {
    const { timeseries } = await get('timeseries', { unit: 'month', compare: 'year' });
    const report = (await get('campaign_report')).campaign_report;
    for (const figure of ['entries', 'contributors', 'new_contributors', 'engagement', 'potential_reach'])
      expect(timeseries.total[figure]).toBe(report[figure]);
    expect(timeseries.start).toBe('2026-01-01T00:00:00+00:00');
    expect(timeseries.comparison).toMatchObject({ start: '2025-01-01T00:00:00+00:00', total: { entries: 0 } });
  });

  it('of an empty range is empty, and of too many buckets refused', async () => {
    const body = { campaign: { name: 'Empty', service_site_id: await app.site() } };
    const { id } = (await app.manage('POST', '/campaigns', body)).campaign;
    const ask = (query: string) => app.get(`/v1/campaigns/${id}/timeseries?${query}`, { token: ADMIN });
    expect((await ask('')).body.timeseries).toMatchObject({ start: null, end: null, buckets: [], comparison: null });
    for (const [query, parameter] of [
      ['unit=hour&start_date=2020-01-01&end_date=2026-01-01', 'unit'],
      ['unit=year', 'unit'],
      ['time_zone=Mars/Olympus', 'time_zone'],
      ['start_date=2026-01-02&end_date=2026-01-01', 'end_date'],
    ])
      expect((await ask(query ?? '')).body.parameter).toBe(parameter);
  });
});

describe('the heatmap', () => {
  it.each(['UTC', 'Europe/Helsinki', 'Asia/Kolkata', 'America/New_York'])(
    'of %s equals naive SQL',
    async (time_zone) => {
      const { heatmap } = await get('heatmap', { time_zone, start_date: '2026-02-01', end_date: '2026-11-05' });
      expect(problemsOf(insights.Heatmap, heatmap)).toEqual([]);
      expect(heatmap.cells).toHaveLength(168);
      const expected = await rowsOf(
        `select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour, count(*)::int as entries,
         count(engagement)::int as known, percentile_cont(0.5) within group (order by engagement) as engagement_median
       from (select published_at at time zone $2 as local, case when ${COMPLETE} then ${ENGAGEMENT} end as engagement
         from campaign_entry where campaign_id = $1
           and published_at >= '2026-02-01'::timestamp at time zone $2
           and published_at < '2026-11-05'::timestamp at time zone $2) as entries
       group by 1, 2 order by 1, 2`,
        [time_zone],
      );
      expect(heatmap.cells.filter(({ entries }: { entries: number }) => entries > 0)).toEqual(expected);
      expect(heatmap.entries).toBe(expected.reduce((sum, { entries }) => sum + entries, 0));
    },
  );
});

it('the networks side by side add up to the report', async () => {
  const range = { start_date: '2026-03-01T10:00:00Z', end_date: '2026-08-01' };
  const { networks } = await get('networks', range);
  expect(networks.map(({ network }: { network: string }) => network)).toEqual(NETWORKS);
  for (const {
    network,
    entries_share,
    engagement_share,
    engagement_per_entry,
    stat1,
    stat2,
    stat3,
    ...figures
  } of networks) {
    expect(figures).toEqual(await naive(range.start_date, range.end_date, [network]));
    expect(stat1 + stat2 + stat3).toBe(figures.engagement);
    expect(engagement_per_entry).toBe(figures.engagement / figures.entries);
    expect([entries_share, engagement_share].every((share) => share > 0 && share < 1)).toBe(true);
  }
  const { campaign_report: report } = await get('campaign_report', range);
  const sum = (figure: string) =>
    networks.reduce((all: number, of: Record<string, number>) => all + (of[figure] ?? 0), 0);
  for (const figure of ['entries', 'contributors', 'new_contributors', 'engagement', 'potential_reach'])
    expect(sum(figure), figure).toBe(report[figure]);
  expect(sum('entries_share')).toBeCloseTo(1);
});

it.each(['entries', 'engagement', 'contributors'])(
  'hashtags by %s equal those that naive SQL finds in the texts',
  async (sort) => {
    const { meta, hashtags } = await get('hashtags', {
      sort,
      start_date: '2026-02-01',
      end_date: '2026-10-01',
      count: '2',
    });
    const expected = await rowsOf(
      `select hashtag, count(*)::int as entries, count(distinct user_id)::int as contributors, sum(${ENGAGEMENT})::int as engagement
     from campaign_entry, lateral (select distinct lower(tag[1]) as hashtag from regexp_matches(text, '#(\\S+)', 'g') as tag) as tags
     where campaign_id = $1 and published_at >= '2026-02-01Z' and published_at < '2026-10-01Z'
     group by hashtag order by ${sort} desc, hashtag`,
    );
    expect(hashtags).toEqual(expected.slice(0, 2));
    expect(meta).toEqual({ total_count: 3, count: 2 });
  },
);

describe('the distribution', () => {
  it.each([
    ['engagement', undefined],
    ['stat1', 'instagram'],
    ['stat2', undefined],
    ['stat3', undefined],
  ])('of %s is exact', async (figure, item_type) => {
    const query = { start_date: '2026-02-10T05:00:00Z', end_date: '2026-09-01', ...(item_type ? { item_type } : {}) };
    const networks = item_type ? [item_type] : figure === 'stat3' ? ['twitter', 'facebook'] : NETWORKS;
    const value = figure === 'engagement' ? `case when ${COMPLETE} then ${ENGAGEMENT} end` : figure;
    const rank = (share: number) => `percentile_disc(${share}) within group (order by value)`;
    const [expected] = await rowsOf(
      `select count(*)::int as entries, count(value)::int as known, sum(value)::int as sum, avg(value)::float8 as mean,
         percentile_cont(0.5) within group (order by value) as median, stddev_pop(value)::float8 as std_dev,
         ${rank(0.1)} as p10, ${rank(0.25)} as p25, ${rank(0.75)} as p75, ${rank(0.9)} as p90, ${rank(0.95)} as p95, ${rank(0.99)} as p99
       from (select ${value} as value from campaign_entry where campaign_id = $1 and item_type = any($4)
         and published_at >= $2 and published_at < $3) as entries`,
      [query.start_date, query.end_date, networks],
    );
    const { bins, std_dev, mean, ...exact } = (await get('distribution', { figure, ...query })).distribution;
    const { std_dev: deviation, mean: average, ...rest } = expected;
    expect(exact).toEqual({ figure, ...rest });
    // PostgreSQL rounds both to some twelve decimals.
    expect(std_dev).toBeCloseTo(deviation, 9);
    expect(mean).toBeCloseTo(average, 9);
    for (const all of [bins, (await get('distribution', { figure, ...query, bin_width: '7' })).distribution.bins]) {
      expect(all.reduce((sum: number, { entries }: { entries: number }) => sum + entries, 0)).toBe(expected.known);
      for (const [at, bin] of all.entries()) if (at > 0) expect(bin.from).toBe(all[at - 1].to);
    }
  });

  it('refuses too many bins', async () => {
    await write([{ ...entry(5_000), published_at: '2030-01-01', stat1: 100_000, stat2: 0, stat3: 0 }]);
    const path = `/v1/campaigns/${campaign}/distribution?bin_width=1&figure=stat1`;
    expect((await app.get(path, { token: ADMIN })).body.parameter).toBe('bin_width');
  });
});

describe('the export', () => {
  const file = async (query: string) => app.get(`/v1/campaigns/${campaign}/export?${query}`, { token: ADMIN });

  it('has every entry of the range once, as JSON lines that match the contract', async () => {
    const { text, headers } = await file('format=ndjson&start_date=2026-02-01&end_date=2026-12-01');
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="campaign-${campaign}-entries.ndjson"`);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const line of lines.slice(0, 50)) expect(problemsOf(Entry, line)).toEqual([]);
    const expected = await rowsOf(
      `select id::text from campaign_entry where campaign_id = $1 and published_at >= '2026-02-01Z'
         and published_at < '2026-12-01Z' order by published_at, campaign_entry.id`,
    );
    expect(lines.map(({ id }) => ({ id }))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(1_000);
  });

  it('has every user, as CSV without spreadsheet formulas', async () => {
    const { text, headers } = await file('what=users');
    expect(headers.get('content-type')).toContain('text/csv');
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    expect(head.split(',')).toEqual(Object.keys(AnalyticsUser.properties));
    const [{ users }] = await rowsOf('select count(*)::int as users from campaign_user where campaign_id = $1');
    expect(lines).toHaveLength(users);
    expect(lines.every((line) => line.split(',')[3]?.startsWith("'=n"))).toBe(true);
  });

  it('has only the header line when empty, and no body for HEAD', async () => {
    const { text } = await file('start_date=2040-01-01');
    expect(text).toBe(`${Object.keys(Entry.properties).join(',')}\r\n`);
    const head = await app.request('HEAD', `/v1/campaigns/${campaign}/export`, { token: ADMIN });
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([
      200,
      '',
      expect.stringContaining('csv'),
    ]);
    expect((await file('format=xlsx')).body.parameter).toBe('format');
  });
});

it('defines every figure that is served', async () => {
  expect((await get('definitions')).definitions).toEqual(definitions);
  const schemas = [
    CampaignReport,
    CampaignReport.properties.twitter,
    AnalyticsUser,
    insights.Bucket,
    insights.HeatmapCell,
  ];
  const served = [...schemas, insights.NetworkFigures, insights.Hashtag].flatMap(({ properties }) =>
    Object.entries(properties as Record<string, { type?: unknown }>).filter(([, { type }]) => isNumber(type)),
  );
  const told = new Set(definitions.map(({ figure }) => figure));
  const others = ['followers', 'following', 'posts_published', 'weekday', 'hour'];
  expect(served.map(([name]) => name).filter((name) => !told.has(name) && !others.includes(name))).toEqual([]);
  expect(told.size).toBe(definitions.length);
});

const isNumber = (type: unknown) => [type].flat().some((name) => name === 'integer' || name === 'number');

it('needs the campaign’s key, on every path', async () => {
  const key = async (site: number) =>
    (await app.manage('POST', '/api-keys', { api_key: { name: 'k', scopes: ['analytics:read'], site_ids: [site] } }))
      .api_key.key;
  const stranger = await key(await app.site());
  for (const path of ['timeseries', 'heatmap', 'networks', 'hashtags', 'distribution', 'export', 'definitions']) {
    const address = `/v1/campaigns/${campaign}/${path}`;
    expect([path, (await app.get(address)).status]).toEqual([path, 401]);
    expect([path, (await app.get(`${address}?api_key=${stranger}`)).status]).toEqual([path, 404]);
  }
});

it('accepts an entry of nothing but long hashtags', async () => {
  const other = (await app.manage('POST', '/campaigns', { campaign: { name: 'D', service_site_id: await app.site() } }))
    .campaign.id;
  const letter = () => String.fromCodePoint(0x4e00 + random(20_000));
  const tags = Array.from({ length: 60 }, () => `#${Array.from({ length: 90 }, letter).join('')}`);
  const flood = { item_type: 'twitter', item_id: 'f', published_at: '2026-03-01T09:00:00Z', text: tags.join(' ') };
  await app.manage('POST', `/campaigns/${other}/entries`, { entries: [flood] }, 200);
  const { hashtags } = await createClient({ url: app.url, apiKey: ADMIN }).listHashtags({ campaign_id: other });
  expect(hashtags.map(({ hashtag }) => `#${hashtag}`).sort()).toEqual(tags.slice(0, 6).sort());
});

it('is read with the client', async () => {
  const client = createClient({ url: app.url, apiKey: ADMIN });
  const { timeseries } = await client.readTimeseries({ campaign_id: campaign, unit: 'month' });
  const { hashtags } = await client.listHashtags({ campaign_id: campaign });
  expect([timeseries.unit, hashtags.length]).toEqual(['month', 3]);
});
