import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { notificationJson } from './notification.ts';

describe('notificationJson', () => {
  it.each([
    ['Ärla', '"\\u00c4rla"'],
    ['ÅÄÖ åäö', '"\\u00c5\\u00c4\\u00d6 åäö"'],
    ['ΟΔΟΣ', '"\\u039f\\u0394\\u039f\\u03a3"'],
    ['İ ẞ', '"\\u0130 \\u1e9e"'],
    ['𐐀🎉', '"\\ud801\\udc00🎉"'],
    ['ABC', '"ABC"'],
    // Never assigned, as letters of a later Unicode are not yet.
    ['\ufdd0', '"\\ufdd0"'],
  ])('%s → %s', (text, json) => {
    expect(notificationJson(text)).toBe(json);
    expect(JSON.parse(json)).toBe(text);
  });

  it('is the same as JSON, and lower-cases to the same text by ASCII and by Unicode rules', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const json = notificationJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json.toLowerCase()).toBe(json.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
      }),
    );
  });
});
