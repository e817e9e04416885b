/** Days and instants of the period of a dashboard. Pure. */
import { parseInstant } from '../../../src/core/time.ts';
import { wallAt } from '../../editor/zone.ts';
import { addDays, daysBetween } from '../calendar/days.ts';
import type { DashboardSearch } from './search.ts';

/** Both included. */
export interface Days {
  from: string;
  to: string;
}

/** Null for the whole campaign. A period such as 7 days ends with yesterday: today is not over. */
export function daysOf({ period, from, to }: DashboardSearch, now: Date, zone: string): Days | null {
  if (from && to) return { from, to };
  if (!period) return null;
  const today = wallAt(now, zone).slice(0, 10);
  return { from: addDays(today, -Number.parseInt(period, 10)), to: addDays(today, -1) };
}

export interface Range {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** As the API takes it: from the first instant of the first day until before the day after the last. */
export function rangeOf(days: Days | null, zone: string): Range {
  if (!days) return {};
  const midnight = (day: string) => parseInstant(day, zone)?.toISOString();
  return { start_date: midnight(days.from), end_date: midnight(addDays(days.to, 1)) };
}

export type Unit = 'hour' | 'day' | 'week' | 'month';
const MOST_DAYS = { hour: 3, day: 120, week: 731 };

/** A unit that leaves a readable number of points. */
export function unitFor(days: Days | null): Unit {
  if (!days) return 'day';
  const count = daysBetween(days.from, days.to) + 1;
  if (count <= MOST_DAYS.hour) return 'hour';
  if (count <= MOST_DAYS.day) return 'day';
  return count <= MOST_DAYS.week ? 'week' : 'month';
}
