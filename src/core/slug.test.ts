import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { freeSlug, slugify } from './slug.ts';

describe('slugify', () => {
  it.each([
    ['Harbour life', 'harbour-life'],
    ['Ålesund & Røros: høst', 'alesund-roros-host'],
    ['Äiti, Öljy ja Åbo', 'aiti-oljy-ja-abo'],
    ['Þingvellir, Ísland', 'thingvellir-island'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['Don’t panic', 'dont-panic'],
    ['ÆØÅ', 'aeoa'],
    ['Ειδήσεις από την Ελλάδα', 'eidiseis-apo-tin-ellada'],
    ['Подъезд: ёлка й Щука', 'podezd-elka-i-shchuka'],
    ['Київ і Їжак', 'kiiv-i-izhak'],
    ['  --  ', 'page'],
    ['你好', 'page'],
    ['🎉', 'page'],
    ['ﬁnal ①', 'final-1'],
  ])('%s → %s', (name, slug) => {
    expect(slugify(name, 'page')).toBe(slug);
  });

  it('always gives a valid part of an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        expect(slugify(name, 'page')).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slugify(name, 'page').length).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('freeSlug', () => {
  it('adds the lowest number that is free', () => {
    expect(freeSlug('news', new Set())).toBe('news');
    expect(freeSlug('news', new Set(['news', 'news-3']))).toBe('news-2');
    expect(freeSlug('news', new Set(['news', 'news-2', 'news-3']))).toBe('news-4');
  });
});
