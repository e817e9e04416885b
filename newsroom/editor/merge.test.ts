import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { sized } from '../../test/random.ts';
import { isConflict, joinParts, mergeBodies, mergeFields } from './merge.ts';

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('\n');
const merged = (base: string, mine: string, theirs: string) => {
  const parts = mergeBodies(base, mine, theirs);
  return { body: joinParts(parts), conflicts: parts.filter(isConflict) };
};

describe('two bodies', () => {
  it.each([
    ['different blocks', p('a', 'b', 'c'), p('A', 'b', 'c'), p('a', 'b', 'C'), p('A', 'b', 'C')],
    ['one adds, one changes', p('a', 'b', 'c'), p('a', 'b', 'c', 'd'), p('A', 'b', 'c'), p('A', 'b', 'c', 'd')],
    ['one deletes', p('a', 'b', 'c'), p('a', 'c'), p('a', 'b', 'c', 'd'), p('a', 'c', 'd')],
    ['both the same', p('a', 'b'), p('a', 'B'), p('a', 'B'), p('a', 'B')],
    ['neighbours', p('a', 'b'), p('A', 'b'), p('a', 'B'), p('A', 'B')],
    ['one goes on where the other edits', p('a', 'b'), p('a', 'B'), p('a', 'b', 'c', 'd'), p('a', 'B', 'c', 'd')],
    ['only they', p('a'), p('a'), p('x', 'y'), p('x', 'y')],
    ['only I', p('a'), p('x'), p('a'), p('x')],
  ])('merge by themselves: %s', (_, base, mine, theirs, expected) => {
    expect(merged(base, mine, theirs)).toEqual({ body: expected, conflicts: [] });
  });

  it('leave the same block to a person, who may take both', () => {
    const parts = mergeBodies(p('a', 'b', 'c', 'd'), p('a', 'mine', 'c', 'D'), p('A', 'theirs', 'c', 'd'));
    expect(parts.filter(isConflict)).toEqual([
      { base: ['\n<p>b</p>'], mine: ['\n<p>mine</p>'], theirs: ['\n<p>theirs</p>'] },
    ]);
    expect(joinParts(parts, ['both'])).toBe(p('A', 'mine', 'theirs', 'c', 'D'));
    expect(joinParts(parts, ['theirs'])).toBe(p('A', 'theirs', 'c', 'D'));
    expect(joinParts(parts, ['mine'])).toBe(p('A', 'mine', 'c', 'D'));
  });

  it('keep every block that one of them wrote, whatever they did', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 });
    const edit = fc.tuple(words, words, words);
    const bodies = edit.map(([base, mine, theirs]) => ({
      base,
      mine: mine.map((word, index) => (index % 2 ? `${word}-mine` : word)),
      theirs: theirs.map((word, index) => (index % 2 ? `${word}-theirs` : word)),
    }));
    fc.assert(
      fc.property(bodies, ({ base, mine, theirs }) => {
        const parts = mergeBodies(p(...base), p(...mine), p(...theirs));
        const all = joinParts(
          parts,
          parts.map(() => 'both' as const),
        );
        for (const word of [...mine, ...theirs].filter((word) => word.includes('-')))
          expect(all).toContain(`<p>${word}</p>`);
        expect(
          joinParts(
            parts,
            parts.map(() => 'mine' as const),
          ).length,
        ).toBeGreaterThanOrEqual(0);
        const swapped = mergeBodies(p(...base), p(...theirs), p(...mine));
        expect(swapped.filter(isConflict).length).toBe(parts.filter(isConflict).length);
      }),
      { numRuns: sized(500, 8_000) },
    );
  });
});

describe('fields', () => {
  const base = { title: 'a', summary: 's', body: p('a', 'b'), tags: ['x'] };
  it('that one of them changed merge by themselves', () => {
    const result = mergeFields(base, { title: 'mine', summary: 's' }, { ...base, summary: 'theirs', tags: ['y'] });
    expect(result).toMatchObject({ fields: { title: 'mine', summary: 'theirs' }, taken: ['summary'], conflicts: [] });
  });

  it('that both changed are in conflict, unless to the same', () => {
    const result = mergeFields(base, { title: 'mine', tags: ['z'] }, { ...base, title: 'theirs', tags: ['z'] });
    expect(result.conflicts).toEqual([{ field: 'title', base: 'a', mine: 'mine', theirs: 'theirs' }]);
    expect(result.fields).toEqual({ title: 'mine', tags: ['z'] });
  });

  it('that were sent without an answer are mine if they are there', () => {
    const sent = { title: 'first', body: p('a', 'b first') };
    const theirs = { ...base, ...sent };
    const mine = { title: 'first and second', body: p('a', 'b first and second') };
    expect(mergeFields(base, mine, theirs, sent)).toMatchObject({ fields: mine, conflicts: [], body: undefined });
    expect(mergeFields(base, mine, theirs).conflicts).toHaveLength(1);
  });

  it('that were sent without an answer are mine also after someone else wrote another block', () => {
    const sent = { body: p('a', 'b first') };
    const mine = { body: p('a', 'b first and second') };
    const { fields, body = [] } = mergeFields(base, mine, { ...base, body: p('A', 'b first') }, sent);
    expect(body.filter(isConflict)).toEqual([]);
    expect(fields.body).toBe(p('A', 'b first and second'));
  });
});
