import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';
import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { EntryNames, MOST_ENTRIES, NewEntries } from '../contract/analytics.ts';
import { MOST_PROBLEMS } from '../contract/common.ts';
import { ArticleBatch, PinList } from '../contract/manage.ts';
import { errorFinder } from './schema-errors.ts';
import { problemsOf } from './validate.ts';

const entry = { item_type: 'twitter', item_id: '1', published_at: '2026-03-01T09:00:00Z', stat1: 2 };
const operation = { uid: '8', action: 'change', article: { tags: ['harbour'] } };
const pin = { uid: '01890a5d-ac96-774b-bcce-b302099a8057', index: 0 };

/** Values that are invalid in most fields, and some that are valid. */
const anything = fc.oneof(
  fc.constantFrom(null, -1, 1.5, '', 'x', 'twitter', '2026-03-01T09:00:00Z', true, [], {}, [[]], { a: 1 }, 'a\0'),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A valid item with a few fields changed, added or removed; or anything else. */
const items = (valid: Record<string, unknown>) => {
  const names = fc.constantFrom(...Object.keys(valid), 'user', 'stat2', 'if_match', 'colour', '/', '~');
  const changed = fc
    .array(fc.tuple(names, fc.option(anything, { nil: undefined })), { maxLength: 3 })
    .map((changes) => JSON.parse(JSON.stringify({ ...valid, ...Object.fromEntries(changes) })));
  return fc.oneof({ weight: 4, arbitrary: fc.constant(valid) }, { weight: 3, arbitrary: changed }, anything);
};

const bodies = (name: string, valid: Record<string, unknown>) =>
  fc.oneof(
    fc.array(items(valid), { maxLength: 130, size: 'max' }).map((list) => ({ [name]: list })),
    fc.tuple(fc.array(items(valid), { maxLength: 5 }), fc.dictionary(fc.string(), anything, { maxKeys: 3 })).map(
      ([list, others]) => ({ ...others, [name]: list }), // biome-ignore format: one body
    ),
    fc.dictionary(fc.constantFrom(name, 'a', 'b'), anything),
  );

describe('the errors of a body that is one list', () => {
  it.each<[string, TSchema, string, Record<string, unknown>]>([
    ['entries', NewEntries, 'entries', entry],
    ['names of entries', EntryNames, 'entries', { item_type: 'twitter', item_id: '1' }],
    ['operations on articles', ArticleBatch, 'operations', operation],
    ['pins', PinList, 'pins', pin],
  ])('are those of TypeBox: %s', (_, schema, name, valid) => {
    const errors = errorFinder(schema);
    const all = Compile(schema);
    expect(all.Check({ [name]: [valid] })).toBe(true);
    fc.assert(
      fc.property(bodies(name, valid), (body) => {
        const expected = all
          .Errors(body)
          .map(({ keyword, instancePath, message, params }) => [keyword, instancePath, message, params]);
        expect(
          errors(body).map(({ keyword, instancePath, message, params }) => [keyword, instancePath, message, params]),
        ).toEqual(expected);
      }),
    );
  });

  it('are cut at the same number, with those of the list after those of its items', () => {
    const long = {
      entries: Array.from({ length: MOST_ENTRIES + 1 }, (_, at) => (at % 100 ? entry : { ...entry, stat1: 'x' })),
    };
    const errors = errorFinder(NewEntries)(long);
    expect(errors).toEqual(
      Compile(NewEntries)
        .Errors(long)
        .map((error) => expect.objectContaining({ instancePath: error.instancePath })),
    );
    expect(errors.at(-1)).toMatchObject({ keyword: 'maxItems', instancePath: '/entries' });
    const wrong = { entries: Array.from({ length: MOST_ENTRIES }, () => ({ colour: 'red' })) };
    expect(problemsOf(NewEntries, wrong)).toHaveLength(MOST_PROBLEMS);
    expect(errorFinder(NewEntries)(wrong)).toHaveLength(MOST_PROBLEMS);
  });

  it('are looked for in invalid items only', () => {
    let checks = 0;
    Format.Set('counted', (text) => {
      checks++;
      return text === 'good';
    });
    const errors = errorFinder(
      Type.Object({ items: Type.Array(Type.Object({ name: Type.String({ format: 'counted' }) })) }),
    );
    const list = Array.from({ length: 1_000 }, () => ({ name: 'good' }));
    list[999] = { name: 'bad' };
    expect(errors({ items: list })).toMatchObject([{ instancePath: '/items/999/name' }]);
    // The compiled check of the body, then of each item; the bad one is checked again and listed.
    expect(checks).toBe(2_002);
  });
});
