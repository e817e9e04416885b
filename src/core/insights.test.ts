import { describe, expect, it } from 'vitest';
import { binCount, binsOf } from './bins.ts';
import { csvLine } from './csv.ts';
import { hashtagsOf } from './hashtags.ts';

describe('hashtags', () => {
  it.each([
    ['Ships at #HarbourDay, and #harbourday again #sea_2026', ['harbourday', 'sea_2026']],
    ['#järvi #ΕΛΛΆΔΑ #日本 ＃full', ['järvi', 'ελλάδα', '日本', 'full']],
    ['#1 #2026 c# a#b &#39; https://x.example/#part #', []],
    ['(#open) "#quoted" #one#two', ['open', 'quoted', 'one']],
    [`#${'x'.repeat(101)}`, []],
    ['', []],
  ])('of %s', (text, tags) => {
    expect(hashtagsOf(text)).toEqual(tags);
  });

  it('are as many as there is room for', () => {
    const tags = Array.from({ length: 60 }, (_, n) => `${'語'.repeat(20)}${n}`);
    const found = hashtagsOf(tags.map((tag) => `#${tag}`).join(' '));
    expect(found).toEqual(tags.slice(0, 29));
  });
});

describe('a line of CSV', () => {
  it.each([
    [['plain', 'with, comma', 'with "quotes"', 'two\nlines'], 'plain,"with, comma","with ""quotes""","two\nlines"\r\n'],
    [[null, undefined, 0, 1.5, true, [1, 2], { a: 'b' }], ',,0,1.5,true,"[1,2]","{""a"":""b""}"\r\n'],
    [['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', ' =1', '＝1'], `'=1+1,'+1,'-1,'@sum,'\t=1,"'\r=1",' =1,'＝1\r\n`],
    [[-1, 'a=1', '1-1'], '-1,a=1,1-1\r\n'],
  ])('of %j', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });
});

describe('bins', () => {
  it('grow by 1, 2, 5 from the least value to the greatest, without gaps', () => {
    const bins = binsOf(
      [
        [0, 3],
        [1, 1],
        [4, 2],
        [99, 1],
        [100, 1],
      ],
      undefined,
    );
    expect(bins.map(({ from, to, entries }) => [from, to, entries])).toEqual([
      [0, 1, 3],
      [1, 2, 1],
      [2, 5, 2],
      [5, 10, 0],
      [10, 20, 0],
      [20, 50, 0],
      [50, 100, 1],
      [100, 200, 1],
    ]);
  });

  it('have the requested width, and can be counted before', () => {
    const occurring: [number, number][] = [
      [7, 1],
      [12, 2],
      [31, 1],
    ];
    const bins = binsOf(occurring, 10);
    expect(bins.map(({ from, to, entries }) => [from, to, entries])).toEqual([
      [0, 10, 1],
      [10, 20, 2],
      [20, 30, 0],
      [30, 40, 1],
    ]);
    expect(binCount(occurring, 10)).toBe(bins.length);
    expect(binsOf([], 10)).toEqual([]);
  });
});
