import type { Static } from 'typebox';
import type { Bucket, ComparedSeries, FigureTotals, Timeseries } from '../../contract/insights.ts';
import type { Interval } from '../../core/spans.ts';
import { localized } from '../../core/time.ts';
import type { BucketFigures, Series } from './queries.ts';

type Stretch = Static<typeof ComparedSeries>;

export function timeseries(
  unit: Static<typeof Timeseries>['unit'],
  timeZone: string,
  asked: Stretch | null,
  comparison: Stretch | null,
): Static<typeof Timeseries> {
  return { unit, time_zone: timeZone, ...(asked ?? NOTHING), comparison };
}

export function stretch(range: Interval<Date>, buckets: Interval<Date>[], series: Series, timeZone: string): Stretch {
  return {
    ...bounds(range, timeZone),
    buckets: buckets.map((bucket, at) => ({ ...bounds(bucket, timeZone), ...figures(series.buckets[at] ?? NONE) })),
    total: figures(series.total),
  };
}

function bounds({ from, to }: Interval<Date>, timeZone: string): Pick<Static<typeof Bucket>, 'start' | 'end'> {
  return { start: localized(from, timeZone), end: localized(to, timeZone) };
}

function figures(of: BucketFigures): Static<typeof FigureTotals> {
  return {
    entries: of.entries,
    contributors: of.contributors,
    new_contributors: of.newContributors,
    engagement: of.engagement,
    potential_reach: of.potentialReach,
  };
}

const NONE: BucketFigures = { entries: 0, contributors: 0, newContributors: 0, engagement: 0, potentialReach: 0 };
/** A campaign without entries, and no range in the request. */
const NOTHING: Stretch = { start: null, end: null, buckets: [], total: figures(NONE) };
