/** Days and months counted from 1970-01-01 UTC, and how a range of instants is split into them. */
import { badParameter } from './errors.ts';
import { parseInstant } from './time.ts';

export const DAY_MS = 86_400_000;
/** Beyond any date that can be written with four digits of a year. */
const FIRST_DAY = -720_000;
const LAST_DAY = 2_940_000;

export interface Range {
  start: Date | null;
  end: Date | null;
}

/** Half-open, like every range here. */
export interface Interval<T = number> {
  from: T;
  to: T;
}

export interface Spans {
  /** The whole days of the range. */
  days: Interval;
  /** The whole months among them; empty when `from` is not below `to`. */
  months: Interval;
  /** The parts of days at the two ends. */
  edges: Interval<Date>[];
}

/** Of an instant, or of its milliseconds. */
export const dayOf = (instant: Date | number) => Math.floor(Number(instant) / DAY_MS);
export const dayStart = (day: number) => new Date(day * DAY_MS);

export function monthOf(day: number): number {
  const date = dayStart(day);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

export function firstDayOf(month: number): number {
  return dayOf(new Date(Date.UTC(1970, month, 1)));
}

export function spansOf({ start, end }: Range): Spans {
  const from = start === null ? FIRST_DAY : Math.ceil(start.getTime() / DAY_MS);
  const to = end === null ? LAST_DAY : dayOf(end);
  if (from > to) return { days: { from, to: from }, months: { from: 0, to: 0 }, edges: edgesOf(start, end) };
  const months = { from: firstDayOf(monthOf(from)) === from ? monthOf(from) : monthOf(from) + 1, to: monthOf(to) };
  const edges = [...edgesOf(start, start && dayStart(from)), ...edgesOf(end && dayStart(to), end)];
  return { days: { from, to }, months, edges };
}

function edgesOf(from: Date | null, to: Date | null): Interval<Date>[] {
  return from && to && from < to ? [{ from, to }] : [];
}

/** Consecutive numbers as intervals. */
export function runsOf(numbers: number[]): Interval[] {
  const runs: Interval[] = [];
  for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last?.to === number) last.to = number + 1;
    else runs.push({ from: number, to: number + 1 });
  }
  return runs;
}

/** `start_date` and `end_date` of a request; bare dates mean midnight in the time zone. */
export function rangeOf(
  query: { start_date?: string | undefined; end_date?: string | undefined },
  timeZone = 'UTC',
): Range {
  const [start, end] = [limitOf(query, 'start_date', timeZone), limitOf(query, 'end_date', timeZone)];
  if (start && end && start >= end) throw badParameter('end_date', 'end_date must be later than start_date.');
  return { start, end };
}

/** The schema has checked the form; in its zone a bare date may be outside the years. */
function limitOf<Name extends string>(query: { [N in Name]?: string | undefined }, name: Name, timeZone: string) {
  const text = query[name];
  const instant = text === undefined ? null : parseInstant(text, timeZone);
  if (text !== undefined && !instant) throw badParameter(name, `${name} must be within the years 1 to 9999, in UTC.`);
  return instant;
}
