/**
 * Splits a range at the hours, days, weeks or months of a time zone. The buckets cover the range without gaps, also over changes
 * of daylight saving time.
 */
import { DAY_MS, type Interval } from './spans.ts';
import { instantAt, wallTime } from './time.ts';

export type Unit = 'hour' | 'day' | 'week' | 'month';

const HOUR_MS = 3_600_000;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const DAYS_AFTER_MONDAY = 3;
const YEAR_MONTHS = 12;

/** Null if there would be more than `most`. The first and last bucket end at the range. */
export function bucketsOf(range: Interval<Date>, unit: Unit, timeZone: string, most: number): Interval<Date>[] | null {
  const buckets: Interval<Date>[] = [];
  for (let from = range.from; from < range.to; ) {
    const next = boundaryAfter(from, unit, timeZone);
    const to = new Date(Math.min(next.getTime(), range.to.getTime()));
    if (buckets.push({ from, to }) > most) return null;
    from = to;
  }
  return buckets;
}

/** The range extended to whole units. */
export function roundedOut({ from, to }: Interval<Date>, unit: Unit, timeZone: string): Interval<Date> {
  return { from: boundaryBefore(from, unit, timeZone), to: boundaryAfter(to, unit, timeZone) };
}

export type Comparison = 'previous' | 'year';

/** The preceding range of the same length in local time, or the same dates a year earlier. */
export function comparedRange(range: Interval<Date>, comparison: Comparison, timeZone: string): Interval<Date> {
  const [from, to] = [wallTime(range.from, timeZone), wallTime(range.to, timeZone)];
  const before =
    comparison === 'year'
      ? {
          from: instantAt(monthsAfter(from, -YEAR_MONTHS), timeZone),
          to: instantAt(monthsAfter(to, -YEAR_MONTHS), timeZone),
        }
      : { from: instantAt(2 * from - to, timeZone), to: range.from };
  if (before.from < before.to) return before;
  // An hour that the clocks show twice, or a 29th of February: use the length in milliseconds.
  const length = comparison === 'year' ? 365 * DAY_MS : range.to.getTime() - range.from.getTime();
  return { from: new Date(range.from.getTime() - length), to: new Date(range.to.getTime() - length) };
}

function boundaryAfter(instant: Date, unit: Unit, timeZone: string): Date {
  const wall = wallTime(instant, timeZone);
  if (unit === 'hour') return new Date(instant.getTime() + HOUR_MS - remainder(wall, HOUR_MS));
  // Clocks that go back over midnight show the end of a day twice: use the first.
  for (let steps = 1; ; steps++) {
    const next = instantAt(unitStart(wall, unit, steps), timeZone);
    if (next > instant) return next;
  }
}

function boundaryBefore(instant: Date, unit: Unit, timeZone: string): Date {
  const wall = wallTime(instant, timeZone);
  if (unit === 'hour') return new Date(instant.getTime() - remainder(wall, HOUR_MS));
  return instantAt(unitStart(wall, unit, 0), timeZone);
}

/** In local time: the start of the unit that is `steps` days, weeks or months after the one of this time. */
function unitStart(wall: number, unit: Exclude<Unit, 'hour'>, steps: number): number {
  const day = Math.floor(wall / DAY_MS);
  if (unit === 'day') return (day + steps) * DAY_MS;
  if (unit === 'week') return (day - remainder(day + DAYS_AFTER_MONDAY, 7) + 7 * steps) * DAY_MS;
  const first = new Date(day * DAY_MS);
  first.setUTCDate(1);
  return monthsAfter(first.getTime(), steps);
}

function monthsAfter(wall: number, months: number): number {
  const at = new Date(wall);
  return at.setUTCMonth(at.getUTCMonth() + months);
}

function remainder(value: number, by: number): number {
  return ((value % by) + by) % by;
}

export interface OffsetPeriod extends Interval<Date> {
  /** The UTC offset of the zone, in minutes east of Greenwich. */
  offset: number;
}

/** The range split where the UTC offset of the zone changes. */
export function offsetPeriods(range: Interval<Date>, timeZone: string): OffsetPeriod[] {
  const periods: OffsetPeriod[] = [];
  const offsetAt = (time: number) => (wallTime(new Date(time), timeZone) - time) / 60_000;
  const end = range.to.getTime();
  for (let from = range.from.getTime(); from < end; ) {
    const offset = offsetAt(from);
    let to = from;
    while (to < end && offsetAt(Math.min(to + DAY_MS, end)) === offset) to = Math.min(to + DAY_MS, end);
    if (to < end) to = changeBetween(to, Math.min(to + DAY_MS, end), (time) => offsetAt(time) === offset);
    periods.push({ from: new Date(from), to: new Date(to), offset });
    from = to;
  }
  return periods;
}

/** The first time at which `holds` is false; it is true at `low` and false at `high`. */
function changeBetween(low: number, high: number, holds: (time: number) => boolean): number {
  let [before, after] = [low, high];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle)) before = middle;
    else after = middle;
  }
  return after;
}
