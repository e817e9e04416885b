import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { byteRange } from './byte-range.ts';
import { parseFile, parseThumb, servedAddress, storedPath } from './media-address.ts';
import { servedHtml, servedMedia, storedHtml, withoutFiles } from './media-text.ts';
import { mediaType } from './media-type.ts';
import { acceptedFormats, cropOf, neighbourOf, parseVariant, variantName, variantOf } from './thumb.ts';

const PATH = '/files/sites/1/harbour-3fa9c1d2e4b7.jpg';
const BASE = 'https://media.example';
const thumb = (end: string) => parseThumb(`/thumbs/sites/1/harbour-3fa9c1d2e4b7${end}.jpg`);
const side = fc.integer({ min: 1, max: 8_000 });
const percent = fc.integer({ min: 0, max: 100 });

describe('addresses of media', () => {
  it('have the point for crops in their name', () => {
    expect(servedAddress(PATH, BASE, { x: 30, y: 70 })).toBe(`${BASE}/files/sites/1/harbour-3fa9c1d2e4b7~30x70.jpg`);
    expect(servedAddress(PATH, BASE)).toBe(BASE + PATH);
    expect(parseFile('/files/sites/1/harbour-3fa9c1d2e4b7~30x70.jpg')).toEqual({
      ...{ dir: 'sites/1', name: 'harbour-3fa9c1d2e4b7', ext: 'jpg' },
      focal: { x: 30, y: 70 },
    });
  });

  it('are stored without the point and the address of the service, and others as they are', () => {
    for (const address of [PATH, BASE + PATH, servedAddress(PATH, BASE, { x: 1, y: 2 })])
      expect(storedPath(address, [BASE])).toBe(PATH);
    for (const address of [`https://other.example${PATH}`, `${BASE}/files/demo/x.svg`, `//files/sites/1/x.jpg`, ''])
      expect(storedPath(address, [BASE])).toBe(null);
  });

  it('of thumbnails name size, quality and whether they are enlarged', () => {
    expect(thumb('~30x70_s600x400_q85_noupscale')).toMatchObject({
      ...{ name: 'harbour-3fa9c1d2e4b7', width: 600, height: 400, quality: 85, neverEnlarged: true },
      focal: { x: 30, y: 70 },
    });
    expect(thumb('_s0x400')).toMatchObject({ width: 0, height: 400, quality: null, neverEnlarged: false });
    for (const end of ['', '_s600', '_s600x', '_s6000000x1', '_s1x1_q1000', '_s1x1_upscale', '_s-1x5'])
      expect(thumb(end)).toBe(null);
  });
});

describe('HTML with media', () => {
  it('is stored and served with different addresses, and the round trip changes nothing', () => {
    const stored = `<p>Text "${PATH}" &lt;img src="${PATH}"&gt;</p><img src="${PATH}" alt="a > b"><a href="/files/sites/1/b-3fa9c1d2e4b7.pdf">b</a><img src="https://other.example${PATH}"><img srcset="/thumbs/sites/1/a-3fa9c1d2e4b7_s48x0.jpg 1x, https://x.example/y.jpg 2x">`;
    const served = servedHtml(stored, BASE);
    expect(served).toContain(`<img src="${BASE}${PATH}" alt="a > b"><a href="${BASE}/files/sites/1/b-`);
    expect(served).toContain(`srcset="${BASE}/thumbs/sites/1/a-3fa9c1d2e4b7_s48x0.jpg 1x, https://x.example/y.jpg 2x"`);
    expect(served).toContain(`<p>Text "${PATH}" &lt;img src="${PATH}"&gt;</p>`);
    expect(served).toContain(`<img src="https://other.example${PATH}">`);
    expect(storedHtml(served, BASE)).toBe(stored);
    expect(servedMedia('https://x.example/a.jpg', BASE)).toBe('https://x.example/a.jpg');
    expect(servedMedia(null, BASE)).toBe(null);
  });
});

describe('HTML as people write it', () => {
  const WAYS = [`"${PATH}"`, `'${PATH}'`, PATH, ` = "${PATH}"`, `= '${PATH}'`].map((value) =>
    value.replace(/^(?! *=)/, '='),
  );
  const tags = WAYS.flatMap((value) => [
    `<img src${value} alt='a > "b"'>`,
    `<IMG class=x SRC${value} />`,
    `<img\n\tsrc${value}>`,
    `<source srcset${value}>`,
  ]);

  it('is served and stored with the right addresses, and otherwise unchanged', () => {
    for (const tag of tags) {
      const served = servedHtml(tag, BASE);
      expect(served).toBe(tag.replace(PATH, BASE + PATH));
      expect(storedHtml(served, BASE)).toBe(tag);
    }
  });

  it('loses files that are gone', () => {
    const isGone = (path: string) => path === PATH;
    for (const tag of tags) expect(withoutFiles(`<p>A${tag}B</p>`, isGone), tag).toBe('<p>AB</p>');
    expect(withoutFiles(`<a class='b' HREF='${PATH}' id=c>d</a>`, isGone)).toBe(`<a class='b' id=c>d</a>`);
    expect(withoutFiles(`<video poster=${PATH} src='/x.mp4'></video>`, isGone)).toBe(`<video src='/x.mp4'></video>`);
    // An address within another attribute is not one.
    const quoted = `<img alt=' src="${PATH}" ' src="/other.jpg">`;
    expect(withoutFiles(quoted, isGone)).toBe(quoted);
  });

  it('is read in one pass', () => {
    const long = `<a "${'<img src="'.repeat(100_000)}${PATH}`;
    expect(servedHtml(long, BASE)).toBe(long);
  });
});

describe('a crop', () => {
  it('covers its size, stays within the picture and has the point as near to its middle as the edges allow', () => {
    fc.assert(
      fc.property(
        fc.record({ width: side, height: side }),
        fc.record({ width: side, height: side }),
        percent,
        percent,
        (source, target, x, y) => {
          const { scaled, left, top } = cropOf(source, target, { x, y });
          expect(scaled.width).toBeGreaterThanOrEqual(target.width);
          expect(scaled.height).toBeGreaterThanOrEqual(target.height);
          // One side fits exactly: nothing is enlarged more than needed.
          expect(scaled.width === target.width || scaled.height === target.height).toBe(true);
          expect([
            left >= 0,
            top >= 0,
            left + target.width <= scaled.width,
            top + target.height <= scaled.height,
          ]).toEqual([true, true, true, true]);
          const [px, py] = [(x / 100) * scaled.width, (y / 100) * scaled.height];
          expect([px >= left - 1, px <= left + target.width + 1, py >= top - 1, py <= top + target.height + 1]).toEqual(
            [true, true, true, true],
          );
          const isFree = left > 0 && left + target.width < scaled.width;
          if (isFree) expect(Math.abs(left + target.width / 2 - px)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('has the requested ratio, in one of few widths', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_096 }),
        fc.integer({ min: 1, max: 4_096 }),
        fc.record({ width: side, height: side }),
        fc.boolean(),
        (width, height, source, neverEnlarged) => {
          const address = {
            ...{ dir: '', name: '', ext: '', focal: { x: 50, y: 50 }, quality: null },
            width,
            height,
            neverEnlarged,
          };
          const variant = variantOf(address, source, 'jpeg');
          const expected = Math.min(
            neverEnlarged ? source.height : 4_096,
            Math.max(1, Math.round((variant.width * height) / width)),
          );
          expect(variant.height).toBe(expected);
          if (neverEnlarged)
            expect(variant.width <= source.width && variant.height <= Math.max(1, source.height)).toBe(true);
          expect(parseVariant(variantName(variant))).toEqual(variant);
        },
      ),
    );
  });

  it('keeps the ratio of the picture where one side is 0', () => {
    const source = { width: 4_000, height: 3_000 };
    const sizes = ['_s500x0', '_s0x450', '_s10x0', '_s4000x0'].map((end) => {
      const address = thumb(end);
      const { width, height } = variantOf(address as NonNullable<typeof address>, source, 'webp');
      return [width, height];
    });
    expect(sizes).toEqual([
      [600, 450],
      [600, 450],
      [48, 36],
      [2560, 1920],
    ]);
  });

  it('has a larger substitute under load', () => {
    const variant = { width: 320, height: 240, quality: 80, focal: { x: 50, y: 50 }, format: 'webp' as const };
    const names = [
      { ...variant, width: 160, height: 120 },
      { ...variant, width: 1_600, height: 1_200 },
      { ...variant, width: 800, height: 600 },
      { ...variant, width: 480, height: 480 },
    ].map(variantName);
    expect(neighbourOf(variant, names)).toBe(names[2]);
    expect(neighbourOf({ ...variant, format: 'jpeg' }, names)).toBe(null);
  });
});

it('formats follow Accept and the kind of picture', () => {
  expect(acceptedFormats('image/avif,image/webp,*/*', false)).toEqual(['avif', 'webp', 'jpeg']);
  expect(acceptedFormats('image/webp;q=0, image/png', true)).toEqual(['png']);
  expect(acceptedFormats(undefined, false)).toEqual(['jpeg']);
  expect(acceptedFormats('*/*', false)).toEqual(['jpeg']);
});

it.each([
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0\0'],
  ['image/avif', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'],
  ['image/avif', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
  ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['audio/mpeg', '\xff\xfb\x90\x64\0\0\0\0\0\0\0\0\0'],
  ['image/svg+xml', '\ufeff<?xml version="1.0"?><!-- x --><!DOCTYPE svg PUBLIC "x"><svg xmlns="x">'],
  [null, '<html><svg></svg></html>'],
  [null, 'II*\0plain tiff bytes'],
  [null, 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff'],
  [null, ''],
  [null, '\xff'],
])('a file is %s by its first bytes', (mime, text) => {
  const found = mediaType(Buffer.from(text, text.startsWith('\ufeff') ? 'utf8' : 'latin1'));
  expect(found === null || found === 'heic' ? found : found.mime).toBe(mime);
});

it('random bytes never match two types', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void mediaType(Buffer.from(bytes))));
});

it('a range is within the file, or ignored', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.stringMatching(/^bytes=[0-9]{0,3}-[0-9]{0,3}$/),
      (size, header) => {
        const range = byteRange(header, size);
        if (typeof range === 'string') return;
        expect(range.from >= 0 && range.from <= range.to && range.to < size).toBe(true);
      },
    ),
  );
});
