/** Days of a calendar as text (`2026-03-29`), without clocks and zones. Weeks begin on Monday. Pure. */

export const VIEWS = ['month', 'week', 'list'] as const;
export type View = (typeof VIEWS)[number];

export interface CalendarPlace {
  view: View;
  date: string;
}

const DAY_MS = 86_400_000;
const WEEK = 7;

export function parsePlace(query: string, today: string): CalendarPlace {
  const given = new URLSearchParams(query);
  const date = given.get('date') ?? '';
  return { view: VIEWS.find((view) => view === given.get('view')) ?? 'month', date: isDay(date) ? date : today };
}

/** Empty, or with its question mark; defaults are omitted. */
export function placeText({ view, date }: CalendarPlace, today: string): string {
  const given = [...(view === 'month' ? [] : [['view', view]]), ...(date === today ? [] : [['date', date]])];
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayText(timeOf(text)) === text;
}

export function addDays(day: string, count: number): string {
  return dayText(timeOf(day) + count * DAY_MS);
}

/** The same day of another month, or that month's last. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayText(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** From 0, Monday. */
export function weekday(day: string): number {
  return (new Date(timeOf(day)).getUTCDay() + WEEK - 1) % WEEK;
}

/** The days that a view shows: a month in whole weeks, a week, or a month alone. */
export function daysOf({ view, date }: CalendarPlace): string[] {
  if (view === 'week') return run(addDays(date, -weekday(date)), WEEK);
  const first = `${date.slice(0, 7)}-01`;
  const length = daysBetween(first, addMonths(first, 1));
  if (view === 'list') return run(first, length);
  const start = addDays(first, -weekday(first));
  return run(start, Math.ceil((weekday(first) + length) / WEEK) * WEEK);
}

/** The period before or after. */
export function turned({ view, date }: CalendarPlace, by: 1 | -1): CalendarPlace {
  return { view, date: view === 'week' ? addDays(date, by * WEEK) : addMonths(date, by) };
}

export function weeksOf(days: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(days.length / WEEK) }, (_, at) => days.slice(at * WEEK, (at + 1) * WEEK));
}

export function daysBetween(from: string, to: string): number {
  return Math.round((timeOf(to) - timeOf(from)) / DAY_MS);
}

/** Midday, which every zone shows on the same date when it is formatted as UTC. */
export function noonOf(day: string): Date {
  return new Date(timeOf(day) + DAY_MS / 2);
}

function run(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(from, at));
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayText(time: number): string {
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
