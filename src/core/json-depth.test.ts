import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { isDeeperThan } from './json-depth.ts';

const bytes = (text: string) => Buffer.from(text);

describe('the depth of JSON', () => {
  it.each([
    ['1', 0],
    ['"[[["', 0],
    ['[]', 1],
    ['{"a":{"b":[1,{"c":2}]}}', 4],
    ['["\\"[[[", "\\\\", [1]]', 2],
    ['["\\\\\\"[", [[]]]', 3],
    ['[[],[],[[]]]', 3],
  ])('of %s is %i', (text, depth) => {
    expect(isDeeperThan(depth, bytes(text))).toBe(false);
    if (depth > 0) expect(isDeeperThan(depth - 1, bytes(text))).toBe(true);
  });

  it('is what walking the parsed value finds', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, stringUnit: 'binary' }), fc.nat(10), (text, most) => {
        expect(isDeeperThan(most, bytes(text))).toBe(depthOf(JSON.parse(text)) > most);
      }),
    );
  });

  it('is answered for bytes that are no JSON', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (text) => {
        expect(typeof isDeeperThan(3, text)).toBe('boolean');
      }),
    );
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((most: number, member) => Math.max(most, depthOf(member)), 0);
}
