import { expect, it } from 'vitest';
import { daysOf, rangeOf, unitFor } from './period.ts';

const NOW = new Date('2026-03-29T22:30:00Z'); // the 30th in Helsinki

it('ends with yesterday, by the clocks of the zone', () => {
  expect(daysOf({ period: '7d' }, NOW, 'Europe/Helsinki')).toEqual({ from: '2026-03-23', to: '2026-03-29' });
  expect(daysOf({ period: '7d' }, NOW, 'UTC')).toEqual({ from: '2026-03-22', to: '2026-03-28' });
  expect(daysOf({ from: '2026-03-01', to: '2026-03-02' }, NOW, 'UTC')).toEqual({
    from: '2026-03-01',
    to: '2026-03-02',
  });
  expect(daysOf({}, NOW, 'UTC')).toBeNull();
});

it('is a range of instants: from midnight to midnight, also where clocks change or midnight does not exist', () => {
  const day = (day: string, zone: string) => rangeOf({ from: day, to: day }, zone);
  expect(day('2026-03-29', 'Europe/Helsinki')).toEqual({
    start_date: '2026-03-28T22:00:00.000Z',
    end_date: '2026-03-29T21:00:00.000Z',
  });
  // Clocks in Beirut go from 23:59 to 01:00.
  expect(day('2026-03-29', 'Asia/Beirut').start_date).toBe('2026-03-28T22:00:00.000Z');
  expect(rangeOf(null, 'UTC')).toEqual({});
});

it('has a unit that leaves a readable number of points', () => {
  const unit = (to: string) => unitFor({ from: '2026-01-01', to });
  expect(['2026-01-02', '2026-03-31', '2026-12-31', '2029-01-01'].map(unit)).toEqual(['hour', 'day', 'week', 'month']);
  expect(unitFor(null)).toBe('day');
});
