import type { Network } from '../../contract/analytics.ts';
import type { OffsetPeriod } from '../../core/buckets.ts';
import { engagementAt, isCompleteAt, positionAt } from '../../core/day-entries.ts';
import { addValue, type Histogram, newHistogram } from '../../core/histogram.ts';
import { DAY_MS, dayOf } from '../../core/spans.ts';
import type { Tx } from '../../db/transaction.ts';
import { entriesOfDays } from '../rollups/days.ts';
import { hasShares } from '../rollups/queries.ts';
import type { RollupCache } from '../rollups/rollup-cache.ts';

export const HOURS_A_WEEK = 168;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** 1970 began on a Thursday. */
const HOURS_AFTER_MONDAY = 72;

export interface HourOfWeek {
  entries: number;
  /** Engagement of the entries whose network hides no figure. */
  histogram: Histogram;
}

/** Hours since Monday 00:00 in local time; each period has its own UTC offset. */
export async function hoursOfWeek(
  tx: Tx,
  cache: RollupCache,
  campaignId: number,
  networks: readonly Network[],
  periods: OffsetPeriod[],
): Promise<HourOfWeek[]> {
  const hours = Array.from({ length: HOURS_A_WEEK }, () => ({ entries: 0, histogram: newHistogram() }));
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return hours;
  const days = { from: dayOf(first.from), to: dayOf(last.to) + 1 };
  const spans = networks.map((network) => ({ network, ...days }));
  for (const { network, day, value } of await entriesOfDays(tx, cache, campaignId, spans)) {
    const shares = hasShares(network);
    for (const { from, to, offset } of periods) {
      const end = positionAt(value, to.getTime() - day * DAY_MS);
      for (let position = positionAt(value, from.getTime() - day * DAY_MS); position < end; position++) {
        const wall = day * DAY_MS + (value.at[position] ?? 0) + offset * MINUTE_MS;
        const hour = hours[hourOfWeek(wall)];
        if (!hour) continue;
        hour.entries += 1;
        if (isCompleteAt(value, position, shares)) addValue(hour.histogram, engagementAt(value, position));
      }
    }
  }
  return hours;
}

function hourOfWeek(wall: number): number {
  const hour = (Math.floor(wall / HOUR_MS) + HOURS_AFTER_MONDAY) % HOURS_A_WEEK;
  return hour < 0 ? hour + HOURS_A_WEEK : hour;
}
