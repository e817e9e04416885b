import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { jsonExcess, MOST_LEVELS, MOST_MEMBERS, MOST_VALUES } from './json-limits.ts';

const excess = (text: string) => jsonExcess(Buffer.from(text));
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const list = (members: number) => `[${'1,'.repeat(members - 1)}1]`;

describe('limits of JSON', () => {
  it('apply to levels, members and values', () => {
    expect(excess(nested(MOST_LEVELS))).toBeNull();
    expect(excess(nested(MOST_LEVELS + 1))).toContain('100 levels');
    expect(excess(list(MOST_MEMBERS))).toBeNull();
    expect(excess(list(MOST_MEMBERS + 1))).toContain('2,000 members');
    expect(excess(`{"a":${list(MOST_MEMBERS)},"b":${list(MOST_MEMBERS)}}`)).toBeNull();
    expect(
      excess(
        `[${Array(MOST_VALUES / 100)
          .fill(list(90))
          .join(',')}]`,
      ),
    ).toBeNull();
    expect(
      excess(
        `[${Array(MOST_VALUES / 100)
          .fill(list(101))
          .join(',')}]`,
      ),
    ).toContain('100,000 values');
  });

  it('ignore the contents of strings', () => {
    const noise = '[{,]}"\\';
    expect(excess(JSON.stringify([noise.repeat(100_000), [noise.repeat(100_000)]]))).toBeNull();
    expect(excess(JSON.stringify({ [noise.repeat(1_000)]: '\\' }))).toBeNull();
    expect(excess(`["\\\\",${nested(MOST_LEVELS)}]`)).toContain('levels');
    expect(excess(`["\\\\\\"",${nested(MOST_LEVELS - 1)}]`)).toBeNull();
  });

  it('accept every value within them', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, stringUnit: 'binary' }), (text) => {
        expect(excess(text)).toBeNull();
      }),
    );
  });

  it('return a result for bytes that are not JSON', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(jsonExcess(bytes)).toBeNull();
      }),
    );
  });
});
