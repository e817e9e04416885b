import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { RequestError } from './errors.ts';
import { calendarRange, instantOfField, isTimeZone, localized, parseInstant, startOfDay, utc } from './time.ts';

describe('utc and localized', () => {
  it('write whole seconds without a fraction, and milliseconds if there are any', () => {
    expect(utc(new Date('2026-03-29T09:00:00Z'))).toBe('2026-03-29T09:00:00Z');
    expect(utc(new Date('2026-03-29T09:00:00.120Z'))).toBe('2026-03-29T09:00:00.120Z');
    expect(localized(new Date('2026-03-29T09:00:00.120Z'), 'Asia/Kathmandu')).toBe('2026-03-29T14:45:00.120+05:45');
  });

  it.each([
    ['2026-03-29T00:59:59Z', 'Europe/Helsinki', '2026-03-29T02:59:59+02:00'],
    ['2026-03-29T01:00:00Z', 'Europe/Helsinki', '2026-03-29T04:00:00+03:00'],
    ['2026-10-25T00:30:00Z', 'Europe/Helsinki', '2026-10-25T03:30:00+03:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Helsinki', '2026-10-25T03:30:00+02:00'],
    ['2026-01-01T02:00:00Z', 'America/St_Johns', '2025-12-31T22:30:00-03:30'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00'],
  ])('shows %s in %s as %s', (instant, zone, wall) => {
    expect(localized(new Date(instant), zone)).toBe(wall);
  });

  it('agree on the instant in every zone', () => {
    const zones = ['Europe/Helsinki', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Beirut', 'UTC'];
    const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        expect(new Date(localized(instant, zone)).getTime()).toBe(instant.getTime());
      }),
    );
  });
});

describe('the ends of the range', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const ends = ['0001-01-01T00:00:00Z', '0001-01-01T09:59:59Z', '9999-12-31T12:00:00Z', '9999-12-31T23:59:59.999Z'];

  it('are written so that they can be read again, in every zone', () => {
    const wrong = zones.flatMap((zone) =>
      ends.filter((end) => {
        const instant = parseInstant(end);
        const written = instant && [utc(instant), localized(instant, zone)];
        return written?.some((text) => parseInstant(text)?.getTime() !== instant?.getTime()) ?? true;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('are the same for a bare date: a value that was read can be written, in every zone', () => {
    for (const date of ['0001-01-01', '0001-01-02', '9999-12-31']) {
      const read = zones.flatMap((zone) => parseInstant(date, zone) ?? []);
      expect(read.length).toBeGreaterThan(0);
      expect(read.filter((instant) => parseInstant(utc(instant))?.getTime() !== instant.getTime())).toEqual([]);
    }
  });

  it.each(['0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01', '0000-12-31T23:59:59Z'])('refuse %s', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it('refuse a bare date that is beyond them in its zone', () => {
    expect(parseInstant('0001-01-01', 'Europe/Helsinki')).toBeNull();
    expect(() => instantOfField('0001-01-01', 'Europe/Helsinki', 'start_date')).toThrow(RequestError);
  });

  it('replace older instants beyond them', () => {
    const beyond = new Date('0000-12-31T22:20:00Z');
    expect([utc(beyond), localized(beyond, 'Asia/Tokyo')]).toEqual([
      '0001-01-01T00:00:00Z',
      '0001-01-01T09:19:00+09:19',
    ]);
    expect(utc(new Date('+010000-01-01T00:00:00Z'))).toBe('9999-12-31T23:59:59.999Z');
  });
});

describe('parseInstant', () => {
  it.each([
    ['2026-03-29T09:00:00Z', '2026-03-29T09:00:00.000Z'],
    ['2026-03-29T09:00Z', '2026-03-29T09:00:00.000Z'],
    ['2026-03-29T12:00:00.1234+03:00', '2026-03-29T09:00:00.123Z'],
    ['2026-03-29T12:00:00+0300', '2026-03-29T09:00:00.000Z'],
    ['2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['1000-01-01', '1000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('reads %s', (text, instant) => {
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    'today',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2026-03-29T24:00:00Z',
    '2026-03-29T09:00:00',

    '2026-03-29T09:00:00+16:00',
    '20260329',
  ])('refuses “%s”', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it('reads a bare date as midnight of a zone', () => {
    expect(parseInstant('2026-07-01', 'Europe/Helsinki')?.toISOString()).toBe('2026-06-30T21:00:00.000Z');
  });
});

describe('days', () => {
  it.each([
    // a day of 23 hours and one of 25
    ['2026-03-29', 'Europe/Helsinki', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['2026-10-25', 'Europe/Helsinki', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
    // midnight does not exist: clocks go from 23:59 to 01:00
    ['2024-03-31', 'Asia/Beirut', '2024-03-30T22:00:00.000Z', '2024-03-31T21:00:00.000Z'],
    // midnight comes twice: the day begins with the first
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // a day that was left out
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['2026-02', 'America/New_York', '2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'],
    ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
    ['0001-01', 'UTC', '0001-01-01T00:00:00.000Z', '0001-02-01T00:00:00.000Z'],
    ['2026-12', 'UTC', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('%s in %s', (date, zone, from, to) => {
    const range = calendarRange(date, zone);
    expect([range?.from.toISOString(), range?.to.toISOString()]).toEqual([from, to]);
  });

  it.each(['2026', '2026-00', '2026-13', '2026-02-29', '2026-2-1', 'now', '2026-02-01x'])('%s is not one', (date) => {
    expect(calendarRange(date, 'UTC')).toBeNull();
  });

  it('have no gaps: each begins where the previous one ended, and contains local midnight', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (at, zone) => {
        const day = at.toISOString().slice(0, 10);
        const next = new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10);
        const range = calendarRange(day, zone);
        expect(range?.to).toEqual(startOfDay(next, zone));
        expect(range?.from.getTime()).toBeLessThanOrEqual(range?.to.getTime() ?? 0);
      }),
    );
  });
});

describe('isTimeZone', () => {
  it.each([
    ['Europe/Helsinki', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['+02:00', false],
    ['', false],
  ])('%s: %s', (name, known) => {
    expect(isTimeZone(name)).toBe(known);
  });
});
