import { describe, expect, it } from 'vitest';
import fc from '../../../test/property.ts';
import type { HtmlNode } from '../dom.ts';
import { policyBody } from '../testing/bodies.ts';
import { parseSmall } from '../testing/small-dom.ts';
import { compareBodies } from './compare.ts';

const compared = (before: string, after: string) => compareBodies(before, after, parseSmall).html;
const table = (...rows: string[][]) =>
  `<table><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;

describe('the comparison of two bodies', () => {
  it.each([
    ['a word', '<p>Fog at noon</p>', '<p>Fog at dawn</p>', '<p>Fog at <del>noon</del><ins>dawn</ins></p>'],
    [
      'a word before a comma',
      '<p>At noon, fog</p>',
      '<p>At dawn, fog</p>',
      '<p>At <del>noon</del><ins>dawn</ins>, fog</p>',
    ],
    ['a letter without spaces around', '<p>霧が海を</p>', '<p>霧が山を</p>', '<p>霧が<del>海</del><ins>山</ins>を</p>'],
    ['nothing', '<p>Fog</p>', '<p>Fog</p>', '<p>Fog</p>'],
    ['a new paragraph', '<p>Fog</p>', '<p>Fog</p><p>And rain too</p>', '<p>Fog</p><p><ins>And rain too</ins></p>'],
    ['a paragraph that is gone', '<p>Fog</p><p>Rain</p>', '<p>Rain</p>', '<p><del>Fog</del></p><p>Rain</p>'],
    [
      'another paragraph',
      '<p>Fog lay on the bay</p>',
      '<p>Snow fell</p>',
      '<p><del>Fog lay on the bay</del></p><p><ins>Snow fell</ins></p>',
    ],
    [
      'a changed paragraph before a new one and after one that is gone',
      '<p>Gone with it</p><p>Fog lay on the bay</p>',
      '<p>Fog lay on a bay</p><p>Snow fell</p>',
      '<p><del>Gone with it</del></p><p>Fog lay on <del>the</del><ins>a</ins> bay</p><p><ins>Snow fell</ins></p>',
    ],
    [
      'words in bold now',
      '<p>Thin ice</p>',
      '<p><strong>Thin</strong> ice</p>',
      '<p><del>Thin</del><strong><ins>Thin</ins></strong> ice</p>',
    ],
    [
      'the address of a link',
      '<p>See <a href="/a">the map</a></p>',
      '<p>See <a href="/b">the map</a></p>',
      '<p>See <a href="/a"><del>the map</del></a><a href="/b"><ins>the map</ins></a></p>',
    ],
    [
      'several words in a row',
      '<p>a big bad b</p>',
      '<p>a new red b</p>',
      '<p>a <del>big bad</del><ins>new red</ins> b</p>',
    ],
    ['a heading that was a paragraph', '<p>Fog</p>', '<h2>Fog</h2>', '<h2>Fog</h2>'],
    [
      'a picture whose text has a bracket',
      '<p>Sea</p>',
      '<p>Sea <img alt="a > b" src="/x.jpg"></p>',
      '<p>Sea <ins><img alt="a &gt; b" src="/x.jpg"></ins></p>',
    ],
    [
      'a caption under the same picture',
      '<figure><img src="/x.jpg"><figcaption>Fog</figcaption></figure>',
      '<figure><img src="/x.jpg"><figcaption>Rain</figcaption></figure>',
      '<figure><img src="/x.jpg"><figcaption><del>Fog</del></figcaption><figcaption><ins>Rain</ins></figcaption></figure>',
    ],
    [
      'an item of a list in a list',
      '<ul><li>One<ul><li>Two</li><li>Three</li></ul></li></ul>',
      '<ul><li>One<ul><li>Two</li></ul></li><li>Four</li></ul>',
      '<ul><li>One<ul><li>Two</li><li><del>Three</del></li></ul></li><li><ins>Four</ins></li></ul>',
    ],
    ['a line', '<p>a</p>', '<p>a</p><hr>', '<p>a</p><ins><hr></ins>'],
    ['everything', '', '<h2>New</h2>', '<h2><ins>New</ins></h2>'],
  ])('is %s', (_, before, after, shown) => {
    expect(compared(before, after)).toBe(shown);
  });

  it.each([
    [
      'a cell',
      [
        ['Mon', '5'],
        ['Tue', '6'],
      ],
      [
        ['Mon', '5'],
        ['Tue', '7'],
      ],
      [
        ['Mon', '5'],
        ['Tue', '<del>6</del><ins>7</ins>'],
      ],
    ],
    [
      'all cells of a row',
      [
        ['Mon', '5'],
        ['Tue', '6'],
        ['Wed', '7'],
      ],
      [
        ['Mon', '5'],
        ['Sat', '8'],
        ['Wed', '7'],
      ],
      [
        ['Mon', '5'],
        ['<del>Tue</del><ins>Sat</ins>', '<del>6</del><ins>8</ins>'],
        ['Wed', '7'],
      ],
    ],
    [
      'a row that is gone',
      [
        ['Mon', '5'],
        ['Tue', '6'],
        ['Wed', '7'],
      ],
      [
        ['Mon', '5'],
        ['Wed', '7'],
      ],
      [
        ['Mon', '5'],
        ['<del>Tue</del>', '<del>6</del>'],
        ['Wed', '7'],
      ],
    ],
    [
      'a new row beside a changed one',
      [['Mon', 'fog', '5']],
      [
        ['Sun', 'sun', '9'],
        ['Mon', 'fog', '6'],
      ],
      [
        ['<ins>Sun</ins>', '<ins>sun</ins>', '<ins>9</ins>'],
        ['Mon', 'fog', '<del>5</del><ins>6</ins>'],
      ],
    ],
    [
      'a new column',
      [
        ['Mon', '5'],
        ['Tue', '6'],
      ],
      [
        ['Mon', 'fog', '5'],
        ['Tue', 'sun', '7'],
      ],
      [
        ['Mon', '<ins>fog</ins>', '5'],
        ['Tue', '<ins>sun</ins>', '<del>6</del><ins>7</ins>'],
      ],
    ],
    [
      'a column that is gone',
      [
        ['Mon', 'fog', '5'],
        ['Tue', 'sun', '6'],
      ],
      [
        ['Mon', '5'],
        ['Tue', '6'],
      ],
      [
        ['Mon', '<del>fog</del>', '5'],
        ['Tue', '<del>sun</del>', '6'],
      ],
    ],
  ])('is, in a table, %s', (_, before, after, shown) => {
    expect(compared(table(...before), table(...after))).toBe(table(...shown));
  });

  it('shows rows in the parts of the newer table, and its caption', () => {
    const row = (cell: string, name = 'td') => `<tr><${name}>${cell}</${name}></tr>`;
    const before = `<table><caption>Ice</caption><tbody>${row('Year')}${row('2025')}${row('2026')}</tbody></table>`;
    const after = `<table><caption>Thin ice</caption><thead>${row('Year', 'th')}</thead><tbody>${row('2026')}</tbody></table>`;
    expect(compared(before, after)).toBe(
      '<table><caption><del>Ice</del><ins>Thin ice</ins></caption>' +
        `<thead>${row('Year', 'th')}</thead><tbody>${row('<del>2025</del>')}${row('2026')}</tbody></table>`,
    );
  });

  it('says that nothing is marked where only the layout differs', () => {
    const align = (side: string) => `<p style="text-align: ${side}">Fog</p>`;
    expect(compareBodies(align('left'), align('right'), parseSmall)).toEqual({ html: align('right'), isMarked: false });
  });

  /** What is left without what one version lacks. */
  const without = (mark: string, html: string) => wordsOf(parseSmall(html), mark.toUpperCase());
  const wordsOf = (node: HtmlNode, skipped: string): string => {
    if (node.nodeName === skipped) return '';
    const own = node.nodeType === 3 ? (node.nodeValue ?? '') : '';
    return `${own}${Array.from(node.childNodes, (child) => wordsOf(child, skipped)).join('')}`;
  };
  const bare = (text: string) => text.replace(/\s/g, '');

  it('contains every word of both, whatever they are', () => {
    fc.assert(
      fc.property(policyBody, policyBody, (before, after) => {
        // They are marks of their own in a body that has them.
        fc.pre(!/<(?:ins|del)\b/.test(before + after));
        const shown = compared(before, after);
        expect(bare(without('del', shown))).toBe(bare(without('', after)));
        expect(bare(without('ins', shown))).toBe(bare(without('', before)));
      }),
    );
  });

  it('shows one body compared with itself as it is', () => {
    fc.assert(
      fc.property(policyBody, (body) => {
        fc.pre(!/<(?:ins|del)\b/.test(body));
        expect(compareBodies(body, body, parseSmall).isMarked).toBe(false);
      }),
    );
  });

  it('takes no longer for articles that have nothing in common', () => {
    const article = (word: string) =>
      Array.from({ length: 600 }, (_, index) => `<p>${`${word}${index} `.repeat(40)}</p>`).join('');
    expect(compared(article('fog'), article('sun')).match(/<ins>/g)?.length).toBe(600);
  });
});
