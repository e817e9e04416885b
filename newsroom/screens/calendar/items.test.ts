import { describe, expect, it } from 'vitest';
import {
  articleItems,
  byDay,
  type CalendarArticle,
  eventItems,
  issueItems,
  movedDays,
  movedEvent,
  timeOn,
} from './items.ts';

const ZONE = 'Europe/Helsinki';
const article = (fields: Partial<CalendarArticle>): CalendarArticle => ({
  ...{ uid: 'a', title: 'A', state: 'scheduled', version: 1 },
  ...{ publish_at: null, publish_problem: null, published_at: null },
  ...fields,
});
const event = (start_date: string, end_date = start_date, all_day = false) => ({
  ...{ id: 1, name: 'E', start_date, end_date, all_day, published_at: null },
});

describe('items of the calendar', () => {
  it('are on the day of the site, not of UTC', () => {
    const [item] = articleItems([article({ publish_at: '2026-11-17T22:30:00Z' })], ZONE, 0);
    expect(item).toMatchObject({ kind: 'scheduled', day: '2026-11-18' });
  });

  it('are late a minute after their time', () => {
    const at = '2026-11-17T10:00:00Z';
    const kindAt = (now: string) => articleItems([article({ publish_at: at })], ZONE, Date.parse(now))[0]?.kind;
    expect(kindAt('2026-11-17T10:00:30Z')).toBe('scheduled');
    expect(kindAt('2026-11-17T10:01:01Z')).toBe('late');
    const published = article({ state: 'published', published_at: at });
    expect(articleItems([published], ZONE, Date.parse('2027-01-01T00:00:00Z'))[0]?.kind).toBe('published');
  });

  it('are on every day that an event lasts, and not on the day that begins when it ends', () => {
    const items = eventItems(
      [
        event('2026-11-16T16:00:00Z', '2026-11-18T22:00:00Z'),
        event('2026-11-19T22:00:00Z', '2026-11-20T22:00:00Z', true),
      ],
      ZONE,
    );
    const days = ['2026-11-15', '2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
    const counts = [...byDay(items, days).values()].map(({ length }) => length);
    expect(counts).toEqual([0, 1, 1, 0, 1, 1, 0]);
  });

  it('omit issues without a time', () => {
    expect(issueItems([{ id: 1, name: 'I', published: false, published_at: null }], ZONE)).toEqual([]);
  });

  it('keep their time on the clock when they move across a clock change', () => {
    // Clocks are put back on 25 October 2026: 09:00 is 06:00 UTC before and 07:00 UTC after.
    expect(timeOn('2026-10-26', '2026-10-24T06:00:00Z', ZONE).toISOString()).toBe('2026-10-26T07:00:00.000Z');
    // 03:30 does not exist on 29 March 2026.
    expect(timeOn('2026-03-29', '2026-03-28T01:30:00Z', ZONE).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  it('move an event with its end, on the clock', () => {
    const concert = event('2026-10-24T16:00:00Z', '2026-10-24T18:30:00Z');
    expect(movedEvent(concert, new Date('2026-10-26T17:00:00Z'), ZONE)).toEqual({
      ...{ start_date: '2026-10-26T17:00:00.000Z', end_date: '2026-10-26T19:30:00.000Z' },
    });
    const fair = event('2026-10-23T21:00:00Z', '2026-10-25T22:00:00Z', true);
    expect(movedDays(fair, '2026-11-01', ZONE)).toEqual({ start_date: '2026-11-01', end_date: '2026-11-03' });
  });
});
