/** Dates, pace and identity of feeds. The formats are in features/sources/corpus.test.ts. */
import { describe, expect, it } from 'vitest';
import { finished } from '../steps.ts';
import { feedDate } from './dates.ts';
import { canonicalUrl, textKey } from './identity.ts';
import { backOff, jittered, maxAgeOf, pollInterval } from './pace.ts';
import { absoluteHtml, firstPicture, plainText } from './plain-text.ts';
import { isOpen } from './window.ts';

const NOW = new Date('2026-03-28T09:00:00Z');

describe('a date', () => {
  it.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.123+02:00', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01 10:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03', '2026-03-01T00:00:00.000Z'],
    ['Sun, 01 Mar 2026 10:00:00 GMT', '2026-03-01T10:00:00.000Z'],
    ['1 March 2026 10:00 EST', '2026-03-01T15:00:00.000Z'],
    ['Sunday, 01-Mar-26 10:00:00 +0530', '2026-03-01T04:30:00.000Z'],
    ['Sun, 1 Mar 2026 10:00:00 Z', '2026-03-01T10:00:00.000Z'],
    ['2030-01-01', NOW.toISOString()],
    ['Mon, 01 Jan 0001 00:00:00 GMT', null],
    ['0001-01-01T00:00:00Z', null],
    ['yesterday', null],
    ['1 Foo 2026', null],
    ['1901-01-01', null],
    ['', null],
    [undefined, null],
  ])('%s is read', (text, expected) => {
    expect(feedDate(text, NOW)?.toISOString() ?? null).toBe(expected);
  });
});

describe('the pace', () => {
  const days = (n: number) => new Date(NOW.getTime() - n * 86_400_000);
  const none = { minInterval: 300, maxAge: 0, ttl: 0 };

  it('is half the median gap, within its limits', () => {
    expect(pollInterval([days(0), days(0.5), days(1)], none)).toBe(21_600);
    expect(pollInterval([days(0), days(30)], none)).toBe(86_400);
    expect(pollInterval([days(0), days(0)], none)).toBe(300);
    expect(pollInterval([], none)).toBe(3_600);
    expect(pollInterval([days(0), days(0)], { minInterval: 300, maxAge: 900, ttl: 1_800 })).toBe(1_800);
  });

  it('doubles after each failure up to a day, and never comes early', () => {
    expect([1, 2, 3, 20].map((failures) => backOff(failures, 300, 0))).toEqual([300, 600, 1_200, 86_400]);
    expect(backOff(1, 300, 7 * 86_400)).toBe(7 * 86_400);
    expect([jittered(10, 0), jittered(10, 0.999)]).toEqual([10_000, 10_999]);
  });

  it('follows max-age', () => {
    expect(['public, max-age=600', 'max-age="60"', 'x-max-age=5', undefined].map(maxAgeOf)).toEqual([600, 60, 0, 0]);
  });
});

describe('the identity of an item', () => {
  it('is its page without what trackers add', () => {
    const same = [
      'https://O.example/a?b=2&a=1',
      'http://o.example/a/?a=1&b=2&utm_source=x#top',
      'https://o.example/a?a=1&fbclid=9&b=2',
    ];
    expect(canonicalUrl('https://o.example/a/')).toBe('//o.example/a');
    expect(canonicalUrl(same[0] ?? '')).toBe(canonicalUrl(same[2] ?? ''));
    expect(['ftp://o.example/', 'nothing'].map(canonicalUrl)).toEqual([null, null]);
  });

  it('is its text, if that is long enough', () => {
    const text =
      'The ferry to the outer islands leaves at noon and comes back at six in the evening with mail and fish.';
    expect(textKey('Ferry', text)).toEqual(textKey('FERRY', ` ${text.replaceAll(' ', '  ')}`));
    expect([textKey('Ferry', text)?.length, textKey('Ferry', 'soon')]).toEqual([32, null]);
  });
});

describe('HTML of an item', () => {
  it('has a text, a picture and absolute addresses', () => {
    expect(plainText('<p>Fog &amp; wind</p><p>Sun<script>x()</script></p>')).toBe('Fog & wind Sun');
    expect(firstPicture('<img src="dot.gif" width="1"><img src="a.jpg" width="640">')).toBe('a.jpg');
    expect(firstPicture('<p>None</p>')).toBeNull();
    const html = finished(
      absoluteHtml(
        '<a href="b">x</a><a href="#y">y</a><img src="//i.example/p"><a href="mailto:a@b">z</a>',
        'https://o.example/a/',
      ),
    );
    expect(html).toBe(
      '<a href="https://o.example/a/b">x</a><a href="#y">y</a><img src="https://i.example/p"><a href="mailto:a@b">z</a>',
    );
  });

  it('may be nested deeply', () => {
    expect(plainText(`${'<i>'.repeat(400)}x`)).toBe('x');
  });
});

describe('the hours of a source', () => {
  const at = (time: string) => new Date(time);
  const week = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };

  it.each([
    ['2026-03-27T06:00:00Z', 'Europe/Helsinki', true],
    ['2026-03-27T05:59:59Z', 'Europe/Helsinki', false],
    ['2026-03-27T15:59:59Z', 'Europe/Helsinki', true],
    ['2026-03-27T16:00:00Z', 'Europe/Helsinki', false],
    // After the clocks went forward, eight o'clock is earlier.
    ['2026-03-30T05:00:00Z', 'Europe/Helsinki', true],
    // Saturday there, Friday here.
    ['2026-03-27T23:30:00Z', 'Europe/Helsinki', false],
    ['2026-03-27T09:00:00Z', 'UTC', true],
  ])('%s in %s: %s', (time, zone, expected) => {
    expect(isOpen(week, zone, at(time))).toBe(expected);
    expect(isOpen({ ...week, time_zone: zone }, 'Asia/Tokyo', at(time))).toBe(expected);
  });

  it('may go over midnight, from each of the days', () => {
    const night = { days: [5], from: '22:00', to: '06:00' };
    const open = [
      '2026-03-27T21:59Z',
      '2026-03-27T22:00Z',
      '2026-03-28T05:59Z',
      '2026-03-28T06:00Z',
      '2026-03-27T05:00Z',
    ];
    expect(open.map((time) => isOpen(night, 'UTC', at(time)))).toEqual([false, true, true, false, false]);
    expect(isOpen({ ...night, days: [7] }, 'UTC', at('2026-03-30T01:00Z'))).toBe(true);
  });
});
