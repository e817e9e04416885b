/** Figures of campaigns beyond the interface: series, heatmaps, distributions, hashtags, exports, definitions. */
import { Type } from 'typebox';
import { NETWORKS, range, sum } from './analytics.ts';
import { count, instant, integer, localInstant, nullable, oneOf, readOnly, text } from './common.ts';

const networks = [...NETWORKS];
const network = { item_type: Type.Optional(oneOf(networks, 'Only this network.')) };
const zoned = {
  time_zone: Type.Optional(
    text('The time zone of buckets and bare dates.', {
      format: 'time-zone',
      maxLength: 100,
      default: 'UTC',
      examples: ['Europe/Helsinki'],
    }),
  ),
};
const zonedRange = {
  start_date: Type.Optional(
    instant('Entries from this time on. A bare date is 00:00 in `time_zone`.', {
      examples: ['2026-03-01'],
    }),
  ),
  end_date: Type.Optional(
    instant('Entries before this time. A bare date is 00:00 in `time_zone`.', { examples: ['2026-04-01'] }),
  ),
};
const mean = (description: string) => nullable(Type.Number({ description, examples: [12.5], ...readOnly }));

const figures = {
  entries: sum('Entries published in this period.'),
  contributors: sum('Distinct users with an entry in this period.'),
  new_contributors: sum('Contributors whose first entry in the campaign is in this period.'),
  engagement: sum('Likes, comments and shares of these entries.'),
  potential_reach: sum('Latest known followers of these contributors, each counted once.'),
};

// ── timeseries ──

export const UNITS = ['hour', 'day', 'week', 'month'] as const;
export const COMPARISONS = ['previous', 'year'] as const;
export const MOST_BUCKETS = 5_000;

export const seriesQuery = {
  unit: Type.Optional(oneOf([...UNITS], 'The length of a bucket; weeks begin on Monday.', { default: 'day' })),
  compare: Type.Optional(
    oneOf(
      [...COMPARISONS],
      'Adds a second series: the preceding period of the same length, or the same dates a year earlier.',
    ),
  ),
  ...zoned,
  ...zonedRange,
  ...network,
};
const bounds = {
  start: localInstant('Start, in local time of the time zone.'),
  end: localInstant('End (exclusive), in local time of the time zone.'),
};
export const Bucket = Type.Object(
  { ...bounds, ...figures },
  { title: 'Bucket', description: 'One bucket of a series.' },
);
export const FigureTotals = Type.Object(figures, {
  title: 'FigureTotals',
  description: 'The figures of the whole period. A contributor to several buckets counts once.',
});
const stretch = {
  start: nullable(bounds.start),
  end: nullable(bounds.end),
  buckets: Type.Array(Bucket, { description: 'The buckets, in chronological order. Together they cover the range.' }),
  total: FigureTotals,
};
export const ComparedSeries = Type.Object(stretch, {
  title: 'ComparedSeries',
  description: 'The series to compare with; null without `compare`.',
});
export const Timeseries = Type.Object(
  {
    unit: oneOf([...UNITS], 'The length of a bucket.'),
    time_zone: text('The time zone of the request.'),
    ...stretch,
    comparison: nullable(ComparedSeries),
  },
  { title: 'Timeseries' },
);

// ── heatmap ──

export const heatmapQuery = { ...zoned, ...zonedRange, ...network };
export const HeatmapCell = Type.Object(
  {
    weekday: integer('1 is Monday, 7 is Sunday.', { minimum: 1, maximum: 7 }),
    hour: integer('0 to 23, in local time of the time zone.', { minimum: 0, maximum: 23 }),
    entries: sum('Entries published in this hour of the week.'),
    known: sum('Entries without hidden figures.'),
    engagement_median: mean('Median of the engagement of the known entries; null if there are none.'),
  },
  { title: 'HeatmapCell', description: 'One hour of the week.' },
);
export const Heatmap = Type.Object(
  {
    time_zone: text('The time zone of the request.'),
    entries: sum('Entries in the range.'),
    cells: Type.Array(HeatmapCell, { description: 'All 168 hours of the week, starting on Monday at 00:00.' }),
  },
  { title: 'Heatmap' },
);

// ── networks and hashtags ──

export const networksQuery = range;
export const NetworkFigures = Type.Object(
  {
    network: oneOf(networks, 'The network.'),
    ...figures,
    stat1: sum('Likes.'),
    stat2: sum('Comments or replies.'),
    stat3: sum('Shares or retweets; 0 where the network has none.'),
    entries_share: mean('The network’s share of all entries, from 0 to 1; null if there are none.'),
    engagement_share: mean('The network’s share of all engagement, from 0 to 1; null if there is none.'),
    engagement_per_entry: mean('Engagement divided by entries; null without entries.'),
  },
  { title: 'NetworkFigures', description: 'One network beside the others.' },
);

export const HASHTAG_SORTS = ['entries', 'engagement', 'contributors'] as const;
export const hashtagQuery = {
  ...count,
  sort: Type.Optional(oneOf([...HASHTAG_SORTS], 'The figure to sort by, descending.', { default: 'entries' })),
  ...range,
  ...network,
};
export const Hashtag = Type.Object(
  {
    hashtag: text('The hashtag in lower case, without the #.', { examples: ['harbourday'] }),
    entries: sum('Entries with the hashtag.'),
    contributors: sum('Distinct users who used the hashtag.'),
    engagement: sum('Likes, comments and shares of these entries.'),
  },
  { title: 'Hashtag' },
);

// ── distribution ──

export const DISTRIBUTED = ['engagement', 'stat1', 'stat2', 'stat3'] as const;
export const MOST_BINS = 1_000;
export const distributionQuery = {
  figure: Type.Optional(oneOf([...DISTRIBUTED], 'The figure of each entry.', { default: 'engagement' })),
  bin_width: Type.Optional(
    integer('The width of bins, which start at 0; by default they grow: 0, 1, 2, 5, 10, 20, 50, …', { minimum: 1 }),
  ),
  ...range,
  ...network,
};
export const Bin = Type.Object(
  {
    from: sum('The lower bound (inclusive).'),
    to: sum('The upper bound (exclusive).'),
    entries: sum('The number of entries with a value in this bin.'),
  },
  { title: 'Bin' },
);
const rank = (share: number) =>
  nullable(
    sum(
      `The ${share}th percentile: the smallest known value that at least ${share} % of the known values do not exceed.`,
    ),
  );
export const Distribution = Type.Object(
  {
    figure: oneOf([...DISTRIBUTED], 'The figure of each entry.'),
    entries: sum('Entries in the range of networks that have this figure.'),
    known: sum('Entries whose value is known.'),
    sum: sum('Sum of the known values.'),
    mean: mean('Sum divided by known; null when none is known.'),
    median: mean('The middle value; null when none is known.'),
    std_dev: mean('Population standard deviation; null when none is known.'),
    p10: rank(10),
    p25: rank(25),
    p75: rank(75),
    p90: rank(90),
    p95: rank(95),
    p99: rank(99),
    bins: Type.Array(Bin, {
      description: 'Bins in ascending order, without gaps. Together they contain all known values.',
    }),
  },
  { title: 'Distribution' },
);

// ── export ──

export const EXPORTED = ['entries', 'users'] as const;
export const FORMATS = ['csv', 'ndjson'] as const;
export const exportQuery = {
  what: Type.Optional(oneOf([...EXPORTED], 'The content of the lines.', { default: 'entries' })),
  format: Type.Optional(
    oneOf([...FORMATS], 'Comma-separated values, or one JSON object per line.', { default: 'csv' }),
  ),
  ...range,
  ...network,
};

// ── definitions ──

export const Definition = Type.Object(
  {
    figure: text('The name of the field.', { examples: ['potential_reach'] }),
    label: text('A label to show.', { examples: ['Potential reach'] }),
    definition: text('The exact definition.'),
  },
  { title: 'Definition', description: 'The definition of a figure.' },
);
