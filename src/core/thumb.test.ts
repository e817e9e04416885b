import { expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';
import { acceptedFormats } from './thumb.ts';

it.each([
  ['image/webp', ['webp', 'jpeg']],
  ['IMAGE/WebP;Q=0.5, image/avif ; q=1', ['avif', 'webp', 'jpeg']],
  ['image/webpx, ximage/webp', ['jpeg']],
  ['image/webp;q=0', ['jpeg']],
  ['image/webp;level=1;q=0.000', ['jpeg']],
  ['image/webp;q=0;level=1', ['jpeg']],
  ['image/webp;q=0.001', ['webp', 'jpeg']],
  [undefined, ['jpeg']],
])('Accept: %s leads to %j', (accept, formats) => {
  expect(acceptedFormats(accept, false)).toEqual(formats);
});

it.each([
  ['bytes=1234567890123456-', 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-${'9'.repeat(401)}`, 'unsatisfiable'],
  [`bytes=2-${'9'.repeat(20)}`, { from: 2, to: 9 }],
  [`bytes=-${'9'.repeat(20)}`, { from: 0, to: 9 }],
])('Range: %s of 10 bytes is %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});
