import { expect, it } from 'vitest';
import { timesIn } from './times.ts';

const AT = '2026-11-17T12:05:00Z';
const now = () => new Date(AT);

it('a moment says its time zone where the clock of the reader shows another time', () => {
  expect(timesIn('en', 'Europe/Helsinki', now, 'Europe/Helsinki').exact(AT)).toBe('17 Nov 2026, 14:05');
  expect(timesIn('en', 'Europe/Helsinki', now, 'Europe/Kyiv').exact(AT)).toBe('17 Nov 2026, 14:05');
  expect(timesIn('en', 'Europe/Helsinki', now, 'UTC').exact(AT)).toMatch(/^17 Nov 2026, 14:05 (EET|GMT\+2)$/);
  expect(timesIn('fi', 'Europe/Helsinki', now, 'Asia/Tokyo').exact(AT)).toMatch(/^17\.11\.2026 klo 14\.05 \S+$/);
});
