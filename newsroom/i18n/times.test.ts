import { expect, it } from 'vitest';
import { timesIn } from './times.ts';

const AT = '2026-11-17T12:05:00Z';
const now = () => new Date(AT);
const helsinki = (own: string, language = 'en') => timesIn(language, 'Europe/Helsinki', now, own);

it('a moment says its time zone where the clock of the reader shows another time', () => {
  expect(helsinki('Europe/Helsinki').moment(AT)).toBe('17 Nov 2026, 14:05');
  expect(helsinki('Europe/Kyiv').moment(AT)).toBe('17 Nov 2026, 14:05');
  expect(helsinki('UTC').moment(AT)).toMatch(/^17 Nov 2026, 14:05 (EET|GMT\+2)$/);
  expect(helsinki('Asia/Tokyo', 'fi').moment(AT)).toMatch(/^17\.11\.2026 klo 14\.05 \S+$/);
  expect(helsinki('UTC').wall(AT)).toBe('17 Nov 2026, 14:05');
});

it('so does a time of today, and a range; a day has no zone', () => {
  expect(helsinki('Europe/Kyiv').short(AT)).toBe('14:05');
  expect(helsinki('UTC').short(AT)).toMatch(/^14:05 (EET|GMT\+2)$/);
  expect(helsinki('UTC').short('2026-02-03T12:00:00Z')).toBe('3 Feb');
  const until = '2026-11-17T13:05:00Z';
  expect(helsinki('Europe/Kyiv').range(AT, until, false)).toMatch(/14:05.15:05$/);
  expect(helsinki('UTC').range(AT, until, false)).toMatch(/14:05.15:05 (EET|GMT\+2)$/);
  expect(helsinki('UTC').range('2026-11-17', '2026-11-18', true)).toMatch(/2026$/);
});
