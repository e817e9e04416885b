import type { Static } from 'typebox';
import type { Heatmap } from '../../contract/insights.ts';
import { figuresOf } from '../../core/histogram.ts';
import type { HourOfWeek } from './queries.ts';

const HOURS_A_DAY = 24;

export function heatmap(timeZone: string, hours: HourOfWeek[]): Static<typeof Heatmap> {
  return {
    time_zone: timeZone,
    entries: hours.reduce((sum, { entries }) => sum + entries, 0),
    cells: hours.map(cell),
  };
}

function cell({ entries, histogram }: HourOfWeek, hour: number): Static<typeof Heatmap>['cells'][number] {
  const { known, median } = figuresOf(histogram);
  return {
    weekday: Math.floor(hour / HOURS_A_DAY) + 1,
    hour: hour % HOURS_A_DAY,
    entries,
    known,
    engagement_median: median,
  };
}
