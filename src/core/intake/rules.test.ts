import { describe, expect, it } from 'vitest';
import { finished } from '../steps.ts';
import type { ItemContent } from './feed.ts';
import { reading } from './reading.ts';
import { type Block, type Judged, judgeOf, type Rule } from './rules.ts';
import { patternOf, wordsOf } from './words.ts';

const NOW = new Date('2026-03-29T09:00:00Z');
const CONTENT: ItemContent = {
  ...{ title: 'Free ferry', author: 'Ida Holm', url: null, cover: null, summary: '', body: '', tags: [] },
  base: 'https://o.example/1',
};

function item(fields: Partial<ItemContent> = {}, more: Partial<Judged> = {}): Judged {
  const seen = finished(reading({ ...CONTENT, ...fields }));
  return { sourceId: 1, publishedAt: null, broughtToday: 0, ...seen, ...more };
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
    ['casino', 'cas\uFEFFino', true],
    ['casino', 'cas\u034Fino', true],
    ['casino', 'cas\uFE0Fino', true],
    ['räka', 'ra\u034F\u0308ka', true],
    ['casino', '_casino_', true],
    ['free_money', 'free money', true],
    [`${'a*'.repeat(60)}b`, 'aaaaaaaa', false],
    [`${'a*'.repeat(60)}b`, `${'a'.repeat(60)}b`, true],
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

describe('hosts', () => {
  const SLASHES = ['//', '///', '/\\', '\\\\', '\\/', '/\t/', '/\n\\', '\t//', ' //', '////'];
  const SCHEMES = ['', 'https:', 'http:', 'HTTPS:', 'ht\ttps:', 'https:/'];
  const NAMES = [
    'bad.example',
    'BAD.example',
    'www.bad.example',
    'bad.example.',
    'ｂad。example',
    'b%61d.example',
    'b\tad.example',
  ];
  const WITHIN = ['', ':8080/x', '\\x'];
  const PLACES: ((address: string) => string)[] = [
    (address) => `<a href="${address}">k</a>`,
    (address) => `<a href='${address.replaceAll('/', '&#47;')}'>k</a>`,
    (address) => `<img src="${address}">`,
    (address) => `<video poster="${address}" src="https://ok.example/v.mp4"></video>`,
    (address) => `<blockquote cite="${address}">k</blockquote>`,
  ];
  const blocks: Block[] = [{ kind: 'domain', value: 'bad.example' }];
  const both = (of: Judged) => [decided([], of, blocks)[0], decided([{ match: { domains: ['bad.example'] } }], of)[0]];

  it('are those that a browser finds, in every spelling and place, with and without a page of the item', () => {
    const addresses = SCHEMES.flatMap((scheme) =>
      SLASHES.flatMap((slashes) => NAMES.flatMap((name) => WITHIN.map((rest) => scheme + slashes + name + rest))),
    );
    const isBad = (address: string, page: string) =>
      URL.canParse(address, page) && /(^|\.)bad\.example\.?$/.test(new URL(address, page).hostname);
    const leading = addresses.filter((address) =>
      ['https://site.example/a', 'http://site.example/a'].some((page) => isBad(address, page)),
    );
    expect(leading.length).toBeGreaterThan(addresses.length / 2);
    for (const [at, address] of leading.entries())
      for (const base of ['', 'https://o.example/1']) {
        const body = PLACES[at % PLACES.length]?.(address) ?? '';
        expect([address, base, ...both(item({ body, base }))]).toEqual([address, base, 'reject', 'hold']);
        expect([address, ...both(item({ cover: address, base }))]).toEqual([address, 'reject', 'hold']);
      }
  });

  it.each([
    ['<img src="https://ok.example/a.png" srcset="//bad.example/b.png 2x, /c.png 3x">', true],
    ['<img srcset="/a.png 1x,//bad.example/b.png 2x">', true],
    ['<a href="mailto:ida@bad.example">k</a>', true],
    ['<a href="mailto:a@ok.example,%62@mail.bad%2Eexample?subject=x">k</a>', true],
    ['<a href="mailto:a@ok.example?cc=Ida%20%3Cb@bad.example%3E">k</a>', true],
    ['<a href="mailto:bad.example@ok.example?subject=bad.example">k</a>', false],
    ['<a href="/bad.example">k</a>', false],
    ['<a href="bad.example">k</a>', false],
    ['<a href="//notbad.example">k</a>', false],
    ['<a href="https://ok.example//bad.example">k</a>', false],
  ])('of %s: blocked %s', (body, isBlocked) => {
    for (const base of ['', 'https://o.example/1'])
      expect(both(item({ body, base }))).toEqual(isBlocked ? ['reject', 'hold'] : [null, null]);
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
    expect(decided([both], item({ body: '<p><img src="x"></p>' }))).toEqual(['hold', 1]);
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

  it.each<[Partial<Rule>['match'], Partial<Judged>, boolean]>([
    [{ languages: ['fi', 'sv'] }, { languages: ['en', 'sv'] }, true],
    [{ languages: ['fin'] }, { languages: ['fi'] }, true],
    [{ languages: ['fi'] }, { languages: ['en'] }, false],
    [{ languages: ['fi'] }, { languages: [] }, false],
    [{ is_reply: true }, { isReply: true }, true],
    [{ is_reply: true }, { isReply: false }, false],
    [{ is_reply: false }, { isReply: false }, true],
    [{ is_reply: false }, { isReply: true }, false],
    [{ min_followers: 100 }, { followers: 99 }, false],
    [{ min_followers: 100 }, { followers: 100 }, true],
    [{ max_followers: 100 }, { followers: 100 }, true],
    [{ max_followers: 100 }, { followers: 101 }, false],
    [{ max_followers: 0 }, { followers: 0 }, true],
    [{ min_followers: 5, max_followers: 9 }, { followers: 7 }, true],
    [{ min_followers: 5, max_followers: 9 }, { followers: 4 }, false],
    [{ min_followers: 0 }, { followers: null }, false],
    [{ max_followers: 100 }, { followers: null }, false],
  ])('with %j match an item with %j: %s', (match, more, isMatch) => {
    expect(decided([{ match: match ?? {} }], item({}, more))[0]).toBe(isMatch ? 'hold' : null);
  });

  it('read of a post whether it is a reply and who follows its poster, in its entry or beside it', () => {
    const post = { network: 'x' as const, id: '1', type: 'tweet' as const };
    const user = { user_id: '1', followers: 7 };
    const entry = { is_reply: true, user } as unknown as NonNullable<ItemContent['post']>['entry']; // the rest is not read
    const seen = (fields: Partial<ItemContent>) => {
      const { languages, isReply, followers } = item(fields);
      return { languages, isReply, followers };
    };
    expect(seen({})).toEqual({ languages: [], isReply: false, followers: null });
    expect(seen({ languages: ['fi'], post: { ...post, ...(entry ? { entry } : {}) } })).toEqual({
      ...{ languages: ['fi'], isReply: true, followers: 7 },
    });
    expect(seen({ post: { ...post, isReply: true, followers: 0 } })).toMatchObject({ isReply: true, followers: 0 });
  });

  it('see the hosts of the page and of links, and their subdomains', () => {
    const spam = [{ match: { domains: ['https://www.Spam.example/'] }, action: 'reject' as const }];
    expect(decided(spam, item({ url: 'https://a.spam.example/x' }))[0]).toBe('reject');
    expect(decided(spam, item({ body: '<a href="https://u:p@SPAM.example:8080/x">' }))[0]).toBe('reject');
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

describe('a blocked domain is found', () => {
  const isBlocked = (fields: Partial<ItemContent>, value = 'spam.example') =>
    decided([], item(fields), [{ kind: 'domain', value }])[0] === 'reject';

  it.each([
    'https:\\\\spam.example/',
    'https:/spam.example/',
    'https:spam.example',
    '//spam.example/',
    'https://sp\tam.example/',
    'https://ｓｐａｍ.example/',
    'https://%73pam.example/',
    'https://spam。example/',
    ' HTTPS://SPAM.example. ',
    'https://a.spam.example:8080/',
  ])('in %j, as browsers read it', (address) => {
    expect(isBlocked({ body: `<p><a href="${address}">x</a></p>` })).toBe(true);
  });

  it.each<[string, Partial<ItemContent>]>([
    ['its page', { url: 'https://spam.example/1' }],
    ['its cover', { cover: 'https://spam.example/1.jpg' }],
    ['an enclosure', { enclosures: ['https://o.example/1', 'https://spam.example/1.mp3'] }],
    ['a picture', { body: '<img src="https://spam.example/1.jpg">' }],
    ['a set of pictures', { body: '<img srcset="/1.jpg 1x,https://spam.example/2.jpg 2x">' }],
    ['a poster', { summary: '<video poster="https://spam.example/1.jpg"></video>' }],
    ['an entity', { body: '<a href="https&colon;//sp&#97;m.example/">x</a>' }],
    ['plain text', { body: '<p>see https://spam.example/1</p>' }],
  ])('in %s', (_, fields) => {
    expect(isBlocked(fields)).toBe(true);
  });

  it('in either spelling of its letters, and not in other hosts', () => {
    const body = '<a href="https://xn--bcher-kva.example/">x</a>';
    expect(isBlocked({ body }, 'bücher.example')).toBe(true);
    expect(isBlocked({ body: '<a href="https://b%C3%BCcher.example/">x</a>' }, 'bücher.example')).toBe(true);
    expect(isBlocked({ body: '<a href="/spam.example">notspam.example</a> spam.example' })).toBe(false);
  });
});

describe('a blocked word is found', () => {
  it.each<[string, Partial<ItemContent>]>([
    ['a description of a picture', { body: '<img src="/1.jpg" alt="The casino">' }],
    ['the title of a link', { summary: '<a href="/1" title="casino">x</a>' }],
    ['a word with an element inside', { body: '<p>cas<b></b><img src="/1.gif" alt="">ino</p>' }],
  ])('in %s', (_, fields) => {
    expect(decided([], item(fields), [{ kind: 'word', value: 'casino' }])[0]).toBe('reject');
  });
});

describe('a blocked person is found', () => {
  it.each<[string, Partial<ItemContent>]>([
    ...['Mal Lory', 'Mal Lory, Ida Holm', 'By Mal Lory', 'by MAL  LORY', 'Ida Holm & Mal Lory', 'Lory, Mal'].map(
      (author): [string, Partial<ItemContent>] => [`the credit ${author}`, { author }],
    ),
    ['a credit with “and”', { author: 'By Ida Holm and Mal Lory' }],
    ['a second creator', { creators: ['Ida Holm', 'Mal Lory'] }],
  ])('in %s', (_, fields) => {
    expect(decided([], item(fields), [{ kind: 'person', value: 'mal lory' }])[0]).toBe('reject');
  });

  it('not in parts of names', () => {
    expect(decided([], item({ author: 'Mal Loryson, Normal Lory' }), [{ kind: 'person', value: 'mal lory' }])).toEqual([
      null,
      null,
    ]);
  });
});
