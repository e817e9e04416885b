import { describe, expect, it } from 'vitest';
import { dayOf, instantOf, isOver, spanFor, startMoved, wallOf } from './moments.ts';

const ZONE = 'Europe/Helsinki';

describe('times of a form', () => {
  it('are read and written in the time zone of the site', () => {
    expect(wallOf('2026-11-17T12:05:00Z', ZONE)).toBe('2026-11-17T14:05');
    expect(instantOf('2026-07-01T14:05', ZONE)).toBe('2026-07-01T11:05:00.000Z');
    expect([wallOf(null, ZONE), wallOf('', ZONE)]).toEqual(['', '']);
  });

  it('have the day of the site, not of UTC', () => {
    expect(dayOf('2026-11-17T22:30:00Z', ZONE)).toBe('2026-11-18');
    expect(dayOf('2026-11-17T02:30:00Z', 'America/New_York')).toBe('2026-11-16');
    expect(dayOf('2026-11-17', 'America/New_York')).toBe('2026-11-17');
  });

  it('do not exist while clocks go forward', () => {
    expect(instantOf('2026-03-29T03:30', ZONE)).toBe('');
  });

  it('become days when an event lasts all day, and midnights when it no longer does', () => {
    const span = { start_date: '2026-11-17T12:00:00Z', end_date: '2026-11-17T22:30:00Z' };
    const days = { start_date: '2026-11-17', end_date: '2026-11-18' };
    expect(spanFor(true, span, ZONE)).toEqual(days);
    expect(spanFor(true, days, 'America/New_York')).toEqual(days);
    expect(spanFor(false, days, ZONE)).toEqual({
      ...{ start_date: '2026-11-16T22:00:00.000Z', end_date: '2026-11-17T22:00:00.000Z' },
    });
  });

  it('move the end with the start', () => {
    const span = { start_date: '2026-11-17T12:00:00Z', end_date: '2026-11-17T14:00:00Z' };
    expect(startMoved(span, '2026-11-20T08:00:00.000Z')).toEqual({
      ...{ start_date: '2026-11-20T08:00:00.000Z', end_date: '2026-11-20T10:00:00.000Z' },
    });
    expect(startMoved({ start_date: '2026-11-17', end_date: '2026-11-18' }, '2026-12-31')).toEqual({
      ...{ start_date: '2026-12-31', end_date: '2027-01-01' },
    });
    expect(startMoved({ start_date: '', end_date: '' }, '2026-12-31')).toEqual({
      ...{ start_date: '2026-12-31', end_date: '2026-12-31' },
    });
    expect(startMoved(span, '')).toEqual({ start_date: '', end_date: span.end_date });
  });

  it.each([
    [false, '2026-11-17T12:00:00Z', '2026-11-17T11:59:00Z', false],
    [false, '2026-11-17T12:00:00Z', '2026-11-17T12:01:00Z', true],
    [true, '2026-11-16T22:00:00Z', '2026-11-17T21:59:00Z', false],
    [true, '2026-11-16T22:00:00Z', '2026-11-17T22:01:00Z', true],
  ])('are over: all day %s, end %s, at %s: %s', (all_day, end_date, now, expected) => {
    expect(isOver({ all_day, start_date: end_date, end_date }, new Date(now), ZONE)).toBe(expected);
  });
});
