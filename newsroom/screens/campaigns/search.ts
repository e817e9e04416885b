/** What the address of a dashboard says: period, comparison, time zone, filters, and which charts are shown as tables. Pure. */

const CHOICES = {
  period: ['7d', '28d', '90d', '365d'],
  compare: ['previous', 'year'],
  network: ['instagram', 'twitter', 'facebook', 'linkedin'],
  unit: ['hour', 'day', 'week', 'month'],
  figure: ['entries', 'engagement', 'contributors', 'new_contributors', 'potential_reach'],
  heat: ['entries', 'engagement_median'],
  spread: ['engagement', 'stat1', 'stat2', 'stat3'],
  tags: ['entries', 'engagement', 'contributors'],
  posts: ['score', 'published_at', 'stat1', 'stat2', 'stat3'],
  people: ['item_score_sum', 'score', 'followers', 'posted_items_count'],
} as const;
type Choices = typeof CHOICES;
type Chosen = { [Name in keyof Choices]?: Choices[Name][number] | undefined };

/** The parts of the dashboard that can be shown as a table. */
export const CHARTS = ['series', 'heatmap', 'networks', 'hashtags', 'distribution'] as const;
export type Chart = (typeof CHARTS)[number];

export interface DashboardSearch extends Chosen {
  /** Days, both included; without `period`. */
  from?: string | undefined;
  to?: string | undefined;
  tz?: string | undefined;
  tables?: Chart[] | undefined;
}

export type Options<Name extends keyof Choices> = Choices[Name];
export const optionsOf = <Name extends keyof Choices>(name: Name): Choices[Name] => CHOICES[name];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Unknown parameters and values are dropped. */
export function parseSearch(query: string): DashboardSearch {
  const given = new URLSearchParams(query);
  const chosen = Object.entries(CHOICES).flatMap(([name, values]) => {
    const value = (values as readonly string[]).find((one) => one === given.get(name));
    return value === undefined ? [] : [[name, value]];
  });
  const day = (name: string) => {
    const text = given.get(name) ?? '';
    return DAY.test(text) && isDay(text) ? text : undefined;
  };
  const zone = given.get('tz') ?? '';
  const [from, to] = [day('from'), day('to')];
  const shown = (given.get('tables') ?? '').split(',');
  const tables = CHARTS.filter((chart) => shown.includes(chart));
  return {
    ...(Object.fromEntries(chosen) as Chosen), // by the table above
    ...(from && to && from <= to ? { from, to, period: undefined } : {}),
    ...(isZone(zone) ? { tz: zone } : {}),
    ...(tables.length > 0 ? { tables } : {}),
  };
}

const NAMES = [
  'period',
  'from',
  'to',
  'compare',
  'tz',
  'network',
  'unit',
  'figure',
  'heat',
  'spread',
  'tags',
  'posts',
  'people',
  'tables',
] as const;

/** Empty, or with its question mark. */
export function searchText(search: DashboardSearch): string {
  const given = NAMES.flatMap((name) => {
    const value = search[name];
    return value === undefined || value.length === 0 ? [] : [[name, String(value)]];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
