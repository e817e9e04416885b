import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { bucketsOf, comparedRange, offsetPeriods, roundedOut, type Unit } from './buckets.ts';
import { localized, offsetMinutes } from './time.ts';

/** Half hours, no changes, changes at midnight, changes by half an hour, changes over midnight. */
const ZONES = [
  'UTC',
  'Europe/Helsinki',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Beirut',
  'America/Havana',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'America/St_Johns',
];
const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const told = (from: string, to: string, unit: Unit, zone: string) =>
  bucketsOf(range(from, to), unit, zone, 100)?.map((bucket) => localized(bucket.from, zone));

describe('buckets', () => {
  it('tile any range in any zone, and begin at a boundary of the clock', () => {
    const instant = fc.date({ min: new Date('2005-01-01Z'), max: new Date('2027-01-01Z'), noInvalidDate: true });
    const unit = fc.constantFrom<Unit>('hour', 'day', 'week', 'month');
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 3e8 }),
        unit,
        fc.constantFrom(...ZONES),
        (from, length, of, zone) => {
          const to = new Date(from.getTime() + length * (of === 'hour' ? 1 : 10));
          const buckets = bucketsOf({ from, to }, of, zone, 5_000) ?? [];
          expect(buckets[0]?.from).toEqual(from);
          expect(buckets.at(-1)?.to).toEqual(to);
          for (const [at, bucket] of buckets.entries()) {
            expect(bucket.from < bucket.to).toBe(true);
            if (at === 0) continue;
            expect(bucket.from).toEqual(buckets[at - 1]?.to);
            expect(localized(bucket.from, zone)).toMatch(STARTS[of]);
          }
          const { from: start, to: end } = roundedOut({ from, to }, of, zone);
          expect(start <= from && end > to).toBe(true);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('give the day on which the clocks go back twenty-five hours', () => {
    const day = told('2026-10-24T21:00:00Z', '2026-10-25T22:00:00Z', 'hour', 'Europe/Helsinki') ?? [];
    expect(day).toHaveLength(25);
    expect(day.slice(2, 6)).toEqual([
      '2026-10-25T02:00:00+03:00',
      '2026-10-25T03:00:00+03:00',
      '2026-10-25T03:00:00+02:00',
      '2026-10-25T04:00:00+02:00',
    ]);
    expect(told('2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z', 'hour', 'Europe/Helsinki')).toHaveLength(23);
  });

  it('begin weeks on Monday and cut the ends of the range', () => {
    expect(told('2026-03-04T00:00:00Z', '2026-03-17T00:00:00Z', 'week', 'UTC')).toEqual([
      '2026-03-04T00:00:00+00:00',
      '2026-03-09T00:00:00+00:00',
      '2026-03-16T00:00:00+00:00',
    ]);
    expect(told('2026-01-31T22:00:00Z', '2026-04-30T21:00:00Z', 'month', 'Europe/Helsinki')).toEqual([
      '2026-02-01T00:00:00+02:00',
      '2026-03-01T00:00:00+02:00',
      '2026-04-01T00:00:00+03:00',
    ]);
  });

  it('are not made when there would be too many', () => {
    expect(bucketsOf(range('2026-01-01Z', '2026-01-03T00:00:01Z'), 'day', 'UTC', 2)).toBeNull();
    expect(bucketsOf(range('2026-01-01Z', '2026-01-03Z'), 'day', 'UTC', 2)).toHaveLength(2);
  });
});

const STARTS: Record<Unit, RegExp> = {
  // Clocks that change by half an hour have hours that begin at half past.
  hour: /T\d\d:(00|30):00/,
  // Where midnight is left out, the day begins at one o'clock; where it is shown twice, at the first.
  day: /T0[01]:00:00/,
  week: /T0[01]:00:00/,
  month: /-01T0[01]:00:00/,
};

describe('the range to compare with', () => {
  it.each([
    ['previous', '2026-03-01Z', '2026-04-01Z', '2026-01-29T00:00:00Z', '2026-03-01T00:00:00Z', 'UTC'],
    ['year', '2026-03-01Z', '2026-04-01Z', '2025-03-01T00:00:00Z', '2025-04-01T00:00:00Z', 'UTC'],
    // A week of April in Helsinki against one in which the clocks change: from midnight to midnight.
    [
      'previous',
      '2026-03-30T21:00:00Z',
      '2026-04-06T21:00:00Z',
      '2026-03-23T22:00:00Z',
      '2026-03-30T21:00:00Z',
      'Europe/Helsinki',
    ],
    ['year', '2028-02-29Z', '2028-03-01Z', '2027-03-01T00:00:00Z', '2027-03-02T00:00:00Z', 'UTC'],
    // An hour that the clocks show twice is as long as any other.
    [
      'previous',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-24T23:30:00Z',
      '2026-10-25T00:30:00Z',
      'Europe/Helsinki',
    ],
  ] as const)('%s of %s to %s', (how, from, to, start, end, zone) => {
    const compared = comparedRange(range(from, to), how, zone);
    expect([compared.from, compared.to]).toEqual([new Date(start), new Date(end)]);
  });
});

it('cuts a range where the clocks change, to the millisecond', () => {
  for (const zone of ZONES) {
    const periods = offsetPeriods(range('2024-01-01Z', '2026-12-31Z'), zone);
    expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([new Date('2024-01-01Z'), new Date('2026-12-31Z')]);
    for (const [at, { from, to, offset }] of periods.entries()) {
      expect([offsetMinutes(from, zone), offsetMinutes(new Date(to.getTime() - 1), zone)]).toEqual([offset, offset]);
      if (at > 0) expect(from).toEqual(periods[at - 1]?.to);
      if (at > 0) expect(offset).not.toBe(periods[at - 1]?.offset);
    }
  }
});
