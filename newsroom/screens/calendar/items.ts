/** The items of the calendar: articles at their time of publication, events, issues. Pure. */
import type { Event, Issue, ManagedArticle } from '../../../src/sdk/client.ts';
import { instantsAt, wallAt } from '../../editor/zone.ts';
import { addDays, daysBetween } from './days.ts';

export const ARTICLE_FIELDS = [
  'uid',
  'title',
  'state',
  'version',
  'publish_at',
  'publish_problem',
  'published_at',
] as const satisfies readonly (keyof ManagedArticle)[];
export type CalendarArticle = Pick<ManagedArticle, (typeof ARTICLE_FIELDS)[number]>;
export type CalendarEvent = Pick<Event, 'id' | 'name' | 'start_date' | 'end_date' | 'all_day' | 'published_at'>;
export type CalendarIssue = Pick<Issue, 'id' | 'name' | 'published' | 'published_at'>;

export type Source =
  | { noun: 'article'; article: CalendarArticle }
  | { noun: 'event'; event: CalendarEvent }
  | { noun: 'issue'; issue: CalendarIssue };

export type Kind = 'scheduled' | 'late' | 'published' | 'event' | 'issue';

export interface CalendarItem {
  key: string;
  kind: Kind;
  title: string;
  /** The first and the last day, in the site's zone. */
  day: string;
  lastDay: string;
  /** Null for whole days. */
  at: string | null;
  source: Source;
}

/** A schedule that is due is published within seconds. */
const GRACE_MS = 60_000;

export function articleItems(articles: readonly CalendarArticle[], zone: string, now: number): CalendarItem[] {
  return articles.flatMap((article) => {
    const at = article.state === 'scheduled' ? article.publish_at : article.published_at;
    if (at === null) return [];
    const day = dayIn(at, zone);
    const isLate = article.state === 'scheduled' && Date.parse(at) + GRACE_MS < now;
    const kind: Kind = isLate ? 'late' : article.state === 'scheduled' ? 'scheduled' : 'published';
    const source: Source = { noun: 'article', article };
    return { key: `article-${article.uid}`, kind, title: article.title, day, lastDay: day, at, source };
  });
}

export function eventItems(events: readonly CalendarEvent[], zone: string): CalendarItem[] {
  return events.map((event) => {
    const day = dayIn(event.start_date, zone);
    // An evening that ends at midnight is of one day.
    const end = event.all_day ? Date.parse(event.end_date) : Date.parse(event.end_date) - 1;
    const last = dayIn(new Date(end).toISOString(), zone);
    return {
      key: `event-${event.id}`,
      kind: 'event',
      title: event.name,
      day,
      lastDay: [day, last].sort()[1] ?? day,
      at: event.all_day ? null : event.start_date,
      source: { noun: 'event', event },
    };
  });
}

export function issueItems(issues: readonly CalendarIssue[], zone: string): CalendarItem[] {
  return issues.flatMap((issue) => {
    if (issue.published_at === null) return [];
    const day = dayIn(issue.published_at, zone);
    const source: Source = { noun: 'issue', issue };
    return {
      key: `issue-${issue.id}`,
      kind: 'issue' as const,
      title: issue.name,
      day,
      lastDay: day,
      at: issue.published_at,
      source,
    };
  });
}

/** Each day's items: whole days first, then by time. Longer items appear on each of their days. */
export function byDay(items: readonly CalendarItem[], days: readonly string[]): Map<string, CalendarItem[]> {
  const sorted = items.toSorted(
    (one, other) => (one.at ?? '').localeCompare(other.at ?? '') || one.title.localeCompare(other.title),
  );
  return new Map(days.map((day) => [day, sorted.filter((item) => item.day <= day && day <= item.lastDay)]));
}

/** The time that an item has when it is moved to another day: the same on the clock, or the next that exists. */
export function timeOn(day: string, at: string, zone: string): Date {
  const time = wallAt(new Date(at), zone).slice(11);
  const [exact] = instantsAt(`${day}T${time}`, zone);
  if (exact) return exact;
  // Clocks were put forward: an hour later exists.
  const hour = String(Number(time.slice(0, 2)) + 1).padStart(2, '0');
  return instantsAt(`${day}T${hour}${time.slice(2)}`, zone)[0] ?? new Date(at);
}

/** An event that begins at another time ends as much later on the clock. */
export function movedEvent(event: CalendarEvent, start: Date, zone: string): Pick<Event, 'start_date' | 'end_date'> {
  const [wasStart, wasEnd] = [wallAt(new Date(event.start_date), zone), wallAt(new Date(event.end_date), zone)];
  const minutes = (wall: string) => Date.parse(`${wall}Z`) / 60_000;
  const length = minutes(wasEnd) - minutes(wasStart);
  const endWall = new Date((minutes(wallAt(start, zone)) + length) * 60_000).toISOString().slice(0, 16);
  const [end] = instantsAt(endWall, zone);
  const fallback = new Date(start.getTime() + Date.parse(event.end_date) - Date.parse(event.start_date));
  return { start_date: start.toISOString(), end_date: (end ?? fallback).toISOString() };
}

/** Whole days move as days. */
export function movedDays(event: CalendarEvent, day: string, zone: string): Pick<Event, 'start_date' | 'end_date'> {
  const [first, last] = [dayIn(event.start_date, zone), dayIn(event.end_date, zone)];
  return { start_date: day, end_date: addDays(day, daysBetween(first, last)) };
}

export function dayIn(iso: string, zone: string): string {
  return wallAt(new Date(iso), zone).slice(0, 10);
}
