import { describe, expect, it } from 'vitest';
import { addDays, addMonths, daysOf, parsePlace, placeText, turned, weekday, weeksOf } from './days.ts';

const TODAY = '2026-11-17';

describe('the address of the calendar', () => {
  it.each(['', '?view=week', '?view=list&date=2028-02-29', '?date=2026-10-01'])(
    'survives parsing and writing: %s',
    (text) => {
      expect(placeText(parsePlace(text, TODAY), TODAY)).toBe(text);
    },
  );

  it('is today in a month for anything else', () => {
    for (const text of ['?view=year', '?date=2026-02-30', '?date=soon', '?date=2026-13-01'])
      expect(parsePlace(text, TODAY)).toEqual({ view: 'month', date: TODAY });
  });
});

describe('the days of a view', () => {
  it('are whole weeks from Monday, with the whole month', () => {
    for (let at = 0; at < 60; at++) {
      const date = addMonths('2024-01-31', at);
      const days = daysOf({ view: 'month', date });
      expect(weekday(days[0] ?? '')).toBe(0);
      expect(days.length % 7).toBe(0);
      const own = days.filter((day) => day.startsWith(date.slice(0, 7)));
      expect(own).toEqual(daysOf({ view: 'list', date }));
      expect(weeksOf(days).every((week) => week.some((day) => own.includes(day)))).toBe(true);
    }
  });

  it('are the week of the day, across a clock change too', () => {
    expect(daysOf({ view: 'week', date: '2026-03-29' })).toEqual([
      ...['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29'],
    ]);
  });

  it('turn by a week or a month, and do not run out of a short one', () => {
    expect(turned({ view: 'week', date: '2026-12-30' }, 1).date).toBe('2027-01-06');
    expect(turned({ view: 'month', date: '2027-01-31' }, 1).date).toBe('2027-02-28');
    expect(turned({ view: 'list', date: '2026-01-15' }, -1).date).toBe('2025-12-15');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });
});
