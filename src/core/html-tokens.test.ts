import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { DROPPED_ELEMENTS, RAW_TEXT_ELEMENTS } from './html-policy.ts';
import { HtmlReader, LONGEST_NAME, PIECE, type Token } from './html-tokens.ts';
import { anyHtml, harmlessHtml } from './testing/html-strings.ts';

function tokens(html: string): Token[] {
  const reader = new HtmlReader(html);
  const read: Token[] = [];
  for (let token = reader.next(); token !== undefined; token = reader.next()) read.push(token);
  return read;
}

const whole = (token: Token) => (token.kind === 'tag' ? token.raw + token.content : token.raw);

describe('the tokens of HTML', () => {
  it('cover all characters of the source, in order', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        expect(tokens(html).map(whole).join('')).toBe(html);
      }),
    );
  });

  it('are the same as when parse5 reads the input in one piece', () => {
    // Tags without special rules in tree construction (`</p` alone makes an element), so that the tree shows the tokens.
    const neutral = harmlessHtml.map((html) => html.replace(/[a-z]+(?=[\s/>])/gi, 'x').replaceAll('\r\n', '\n'));
    fc.assert(
      fc.property(neutral, (html) => {
        const found: unknown[] = [];
        for (const waiting = [...parseFragment(html).childNodes]; waiting.length > 0; ) {
          const node = waiting.shift();
          if (node && 'attrs' in node) found.push([node.tagName, node.attrs.map(({ name, value }) => [name, value])]);
          if (node && 'childNodes' in node) waiting.unshift(...node.childNodes);
        }
        const ours = tokens(html).flatMap((token) =>
          token.kind === 'tag' && !token.closing ? [[token.name, [...token.attributes]]] : [],
        );
        expect(ours).toEqual(found);
      }),
    );
  });

  it('do not depend on the length of the text around them', () => {
    const kinds = (html: string) => tokens(html).filter(({ kind }) => kind !== 'pause' && kind !== 'text');
    fc.assert(
      fc.property(anyHtml, fc.integer({ min: -60, max: 60 }), (html, shift) => {
        const filler = ' '.repeat(PIECE + shift);
        expect(kinds(filler + html).map(whole)).toEqual(kinds(html).map(whole));
        const inside = tokens(`<p title="${filler}${html.replaceAll('"', '')}">`);
        expect(inside.filter(({ kind }) => kind === 'tag')).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });

  it.each([...DROPPED_ELEMENTS, ...RAW_TEXT_ELEMENTS, 'b', 'iframe'])('pause often in repeated <%s>', (name) => {
    for (const unit of [`<${name}>`, `<${name}><b>`, `<${name}>x</${name} >`, `<${name}><!-- -->`]) {
      const html = unit.repeat(Math.ceil((20 * PIECE) / unit.length));
      const read = tokens(html);
      expect(read.map(whole).join('')).toBe(html);
      expect(read.filter(({ kind }) => kind === 'pause').length).toBeGreaterThan(15);
    }
  });

  it('give values with their character references resolved as browsers resolve them', () => {
    const [tag] = tokens('<a title="&#x99;&#150;&#xd800;&#0;&amp&notin;&ampx=1&copy;&#x3a;&colon;&bogus;">');
    expect(tag).toMatchObject({ kind: 'tag' });
    expect(tag?.kind === 'tag' && tag.attributes.get('title')).toBe('™–\ufffd\ufffd&∉&ampx=1©::&bogus;');
  });

  it.each([
    ['a tag', (name: string) => `<${name}>`],
    ['an end tag', (name: string) => `</${name}>`],
    ['an attribute', (name: string) => `<a data-${name}>`],
    ['a second attribute', (name: string) => `<a b data-${name}=c>`],
    ['a tag in an element', (name: string) => `<svg><${name}></svg>`],
  ])('of %s have a name of bounded length, and their whole source', (_, markup) => {
    const html = markup('a<'.repeat(5 * PIECE));
    const read = tokens(html).filter(({ kind }) => kind !== 'pause');
    expect(read.map(whole)).toEqual([html]);
    const names = read.flatMap((token) => (token.kind === 'tag' ? [token.name, ...token.attributes.keys()] : []));
    const longest = Math.max(...names.map(({ length }) => length));
    // One step adds a bounded number of characters to a name.
    expect(longest).toBeLessThanOrEqual(LONGEST_NAME + 1 + PIECE);
    if (!html.startsWith('<svg>')) expect(longest).toBeGreaterThan(LONGEST_NAME);
  });

  it.each([
    ['<script/>a</script>b', ['<script/>a</script>', 'b']],
    ['<script><!--<script></script>--></script>b', ['<script><!--<script></script>--></script>', 'b']],
    ['<title><b></title>c', ['<title><b></title>', 'c']],
    ['<svg><svg/><title></svg>d', ['<svg><svg/><title></svg>', 'd']],
    ['<svg><![CDATA[</svg>]]></svg>e', ['<svg><![CDATA[</svg>]]></svg>', 'e']],
    ['<svg/>f', ['<svg/>', 'f']],
    ['<select><script></select></script></select>g', ['<select><script></select></script></select>', 'g']],
    ['<template><template></template></template>h', ['<template><template></template></template>', 'h']],
    ['<plaintext></plaintext>', ['<plaintext></plaintext>']],
    ['a</>b</', ['a</>b</']],
  ])('of %s return an element with skipped content as one token', (html, parts) => {
    expect(tokens(html).map(whole)).toEqual(parts);
  });
});
