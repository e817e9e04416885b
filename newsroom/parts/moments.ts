/** Times of a form: instants as the service writes them, or bare days, on the clocks of the site. Pure. */
import { instantsAt, wallAt } from '../editor/zone.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** `2026-11-17T14:05`, as a field for date and time takes it; empty without a value. */
export function wallOf(value: string | null, zone: string): string {
  if (!value) return '';
  return DAY.test(value) ? `${value}T00:00` : wallAt(new Date(value), zone);
}

/** `2026-11-17` */
export function dayOf(value: string | null, zone: string): string {
  return wallOf(value, zone).slice(0, 10);
}

/** The first instant of that time on the clock; empty where there is none. */
export function instantOf(wall: string, zone: string): string {
  return instantsAt(wall, zone)[0]?.toISOString() ?? '';
}

interface Span {
  start_date: string;
  end_date: string;
}

/** All-day events have bare days; times begin at midnight in the time zone of the site. */
export function spanFor(isAllDay: boolean, { start_date, end_date }: Span, zone: string): Span {
  const as = (value: string) => (isAllDay ? dayOf(value, zone) : instantOf(wallOf(value, zone), zone));
  return { start_date: as(start_date), end_date: as(end_date) };
}

/** Moves the end with the start, so that the duration stays the same. */
export function startMoved({ start_date, end_date }: Span, start: string): Span {
  const [before, after, end] = [start_date, start, end_date].map((value) => Date.parse(value));
  if (!start || before === undefined || after === undefined || end === undefined)
    return { start_date: start, end_date };
  if (Number.isNaN(after - before) || Number.isNaN(end)) return { start_date: start, end_date: end_date || start };
  const moved = new Date(end + after - before).toISOString();
  return { start_date: start, end_date: DAY.test(end_date) && DAY.test(start) ? moved.slice(0, 10) : moved };
}

/** Whether it is over: at its end, or with the last of its days. */
export function isOver(event: Span & { all_day: boolean }, now: Date, zone: string): boolean {
  if (event.all_day) return dayOf(event.end_date, zone) < wallAt(now, zone).slice(0, 10);
  return new Date(event.end_date) < now;
}
