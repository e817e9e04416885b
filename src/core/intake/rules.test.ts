import { describe, expect, it } from 'vitest';
import { type Block, type Judged, judgedText, judgeOf, type Rule } from './rules.ts';
import { patternOf, wordsOf } from './words.ts';

const NOW = new Date('2026-03-29T09:00:00Z');
const CONTENT = { title: 'Free ferry', author: 'Ida Holm', url: null as string | null, cover: null };

function item(
  fields: Partial<typeof CONTENT> & { html?: string; text?: string } = {},
  more: Partial<Judged> = {},
): Judged {
  const { html = '', text = '', ...content } = fields;
  const all = { ...CONTENT, ...content };
  const judged = judgedText(all, { words: wordsOf(`${all.title} ${text}`), html });
  return { sourceId: 1, publishedAt: null, broughtToday: 0, ...judged, ...more };
}

const rule = (fields: Partial<Rule>): Rule => ({
  ...{ id: 1, source_id: null, name: 'R', match: {}, action: 'hold', tags: [], section_id: null },
  ...fields,
});
const decided = (rules: Partial<Rule>[], of: Judged, blocks: Block[] = []) => {
  const { action, ruleId } = judgeOf(rules.map(rule), blocks)(of, NOW);
  return [action, ruleId];
};

describe('words', () => {
  it.each([
    ['ferry', 'The Ferry sails', true],
    ['ferry', 'ferryman', false],
    ['ferry*', 'ferryman', true],
    ['*man', 'a ferryman, then', true],
    ['f*y', 'FERRY', true],
    ['free money', 'get free,\n money now', true],
    ['free money', 'free the money', false],
    ['fr* mon*', 'get free money', true],
    ['fr* mon*', 'money free', false],
    ['a*bc*c', 'abc', false],
    ['a*bc*c', 'axbcc', true],
    ['strasse', 'Straße', true],
    ['ferry', 'fer\u00adry', true],
    ['fi', 'ﬁ', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['räksmörgås', 'ra\u0308ksmo\u0308rga\u030as', true],
    ['***', 'anything', false],
    ['!!', 'what!!', false],
  ])('%j in %j: %s', (pattern, text, isFound) => {
    expect(patternOf(pattern)(wordsOf(text))).toBe(isFound);
  });

  it('take a bounded time for patterns with many stars', () => {
    const words = wordsOf('a'.repeat(1_000_000));
    expect(patternOf('*a*a*a*a*a*b')(words)).toBe(false);
    expect(words.joined.length).toBeLessThan(1_000);
  });
});

describe('rules', () => {
  it('decide in their order; tags and moves before the decision are kept', () => {
    const judge = judgeOf(
      [
        rule({ id: 1, action: 'tag', tags: ['a'] }),
        rule({ id: 2, action: 'move', section_id: 7 }),
        rule({ id: 3, action: 'publish', match: { words: ['ferry'] } }),
        rule({ id: 4, action: 'reject' }),
        rule({ id: 5, action: 'tag', tags: ['late'] }),
      ],
      [],
    );
    expect(judge(item(), NOW)).toEqual({
      ...{ action: 'publish', ruleId: 3, reason: null, tags: ['a'], sectionId: 7, matched: [1, 2, 3] },
    });
    expect(judge(item({ title: 'Boat' }), NOW)).toMatchObject({
      action: 'reject',
      reason: 'The rule “R” says reject.',
    });
  });

  it('match when all of their conditions do', () => {
    const both = { match: { words: ['ferry'], has_image: true } };
    expect(decided([both], item())).toEqual([null, null]);
    expect(decided([both], item({ html: '<p><img src="x"></p>' }))).toEqual(['hold', 1]);
    expect(decided([{ match: { people: ['IDA  holm'] } }], item())).toEqual(['hold', 1]);
    expect(decided([{ match: { people: [''] } }], item({ author: '' }))).toEqual([null, null]);
    expect(decided([{ match: { older_than_hours: 24 } }], item({}, { publishedAt: new Date('2026-03-01') }))[0]).toBe(
      'hold',
    );
    expect(decided([{ match: { older_than_hours: 24 } }], item())[0]).toBe(null);
    expect(decided([{ match: { daily_cap: 3 } }], item({}, { broughtToday: 2 }))[0]).toBe(null);
    expect(decided([{ match: { daily_cap: 3 } }], item({}, { broughtToday: 3 }))[0]).toBe('hold');
    expect(decided([{ source_id: 2 }], item())).toEqual([null, null]);
  });

  it('see the hosts of the page and of links, and their subdomains', () => {
    const spam = [{ match: { domains: ['https://www.Spam.example/'] }, action: 'reject' as const }];
    expect(decided(spam, item({ url: 'https://a.spam.example/x' }))[0]).toBe('reject');
    expect(decided(spam, item({ html: '<a href="https://u:p@SPAM.example:8080/x">' }))[0]).toBe('reject');
    expect(decided(spam, item({ url: 'https://notspam.example/' }))[0]).toBe(null);
  });

  it('run after blocks', () => {
    const publish = [{ action: 'publish' as const }];
    for (const block of [
      { kind: 'word' as const, value: 'fer*' },
      { kind: 'person' as const, value: 'ida holm' },
      { kind: 'domain' as const, value: 'spam.example' },
    ])
      expect(decided(publish, item({ url: 'https://spam.example' }), [block])).toEqual(['reject', null]);
    expect(decided(publish, item(), [{ kind: 'domain', value: 'other.example' }])[0]).toBe('publish');
  });
});
