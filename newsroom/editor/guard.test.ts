import { Fragment } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../src/core/html.ts';
import { ELEMENTS, VOID_ELEMENTS } from '../../src/core/html-policy.ts';
import { anyHtml } from '../../src/core/testing/html-strings.ts';
import { articles } from '../../src/demo/articles/all.ts';
import fc from '../../test/property.ts';
import { sized } from '../../test/random.ts';
import { addSources, openBody, writeBody } from './guard.ts';
import { MODELLED, schema } from './schema.ts';
import { HOSTILE, policyBody } from './testing/bodies.ts';
import { judge } from './testing/judge.ts';
import { parseSmall } from './testing/small-dom.ts';

const open = (body: string) => openBody(body, parseSmall);
/** Where elements stand that cannot stand alone. */
const IN_PLACE: Record<string, string> = {
  li: '<ul>*</ul>',
  figcaption: '<figure><img src="/a.jpg">*</figure>',
  figure: '<figure><img src="/a.jpg"></figure>',
  ul: '<ul><li>x</li></ul>',
  ol: '<ol><li>x</li></ol>',
  table: '<table><tbody><tr><td>x</td></tr></tbody></table>',
  caption: '<table>*<tbody><tr><td>x</td></tr></tbody></table>',
  thead: '<table><thead><tr><td>x</td></tr></thead></table>',
  tbody: '<table><tbody><tr><td>x</td></tr></tbody></table>',
  tfoot: '<table><tfoot><tr><td>x</td></tr></tfoot></table>',
  tr: '<table><tbody><tr><td>x</td></tr></tbody></table>',
  td: '<table><tbody><tr>*</tr></tbody></table>',
  th: '<table><tbody><tr>*</tr></tbody></table>',
  colgroup: '<table>*<tbody><tr><td>x</td></tr></tbody></table>',
  col: '<table><colgroup>*</colgroup><tbody><tr><td>x</td></tr></tbody></table>',
};
const kinds = (body: string) => open(body).doc.children.map((node) => node.type.name);

describe('opening', () => {
  it.each([
    ['<p>a</p>', 'paragraph'],
    ['text', 'line'],
    ['one <b>two</b>\n<p>x', 'line paragraph'],
    ['<p>a<p>b', 'paragraph paragraph'],
    ['<h2 id="x" class="y">a</h2>\n\n<hr>', 'heading horizontal_rule'],
    ['<ul><li>a<li>b<ul><li>c</ul></ul>', 'bullet_list'],
    ['<ul><li>a</li><ul><li>b</li></ul></ul>', 'kept'],
    ['<ol start="3"><li><p>a</p></li></ol>', 'ordered_list'],
    ['<p><a href="/x"><strong>a</strong></a><strong><a href="/x">a</a></strong></p>', 'paragraph'],
    ['<p><b>one</p><p>two</b></p>', 'kept'],
    ['<p>a <a id="x"></a></p>', 'kept'],
    ['<p>a</p><!--more--><p>b</p>', 'paragraph kept paragraph'],
    ['<figure class="w"><img src="/a.jpg" alt=""><figcaption>c <em>d</em></figcaption></figure>', 'figure'],
    ['<figure><img src="/a.jpg"><figcaption></figcaption></figure>', 'figure'],
    ['<figure><img src="/a.jpg">\n<figcaption class="x"> </figcaption></figure>', 'figure'],
    ['<figure><a href="/x"><img src="/a.jpg"></a></figure>', 'kept'],
    ['<table><tr><th>a<td>b</table>', 'table'],
    ['<table><colgroup><col></colgroup><tr><td>b</table>', 'kept'],
    ['<pre><code class="js">a\n  b</code></pre>', 'code_block'],
    ['<pre>\n\na <b>c</b></pre>', 'kept'],
    ['<pre>\n\na</pre>', 'code_block'],
    ['<div class="x">text<p>b</p> tail</div>', 'box'],
    ['<blockquote>a</blockquote>', 'blockquote'],
    ['<details><summary>a</summary>b</details>', 'kept'],
    ['<iframe src="https://www.youtube.com/embed/x"></iframe>', 'kept'],
    ['<dl><dt>a<dd>b</dl><p>x</p>', 'kept paragraph'],
    ['', 'paragraph'],
    ['<p><span lang="fi"><span class="x">a</span></span></p>', 'paragraph'],
    ['<p>a<br>b <img src="x.jpg"> c</p>', 'paragraph'],
  ])('reads %j as %s', (body, expected) => {
    expect(kinds(body).join(' ')).toBe(expected);
    const { doc, sources } = open(body);
    expect(writeBody(doc, sources)).toBe(body);
  });
});

describe('the guarantee', () => {
  const judged = (body: string) => {
    const { findings, edited, ...counts } = judge(body, parseSmall);
    expect(findings).toEqual([]);
    // The service stores what the editor writes as it is.
    for (const html of edited) expect(sanitizeHtml(html).html).toBe(html);
    return counts;
  };

  it('holds for the bodies of the demo, which the schema models', () => {
    const counts = articles.map(({ body }) => judged(sanitizeHtml(body).html));
    expect(counts.length).toBeGreaterThan(50);
    const kept = counts.reduce((sum, { kept }) => sum + kept, 0);
    expect(kept / counts.reduce((sum, { blocks }) => sum + blocks, 0)).toBeLessThan(0.1);
  });

  it('holds for hostile bodies', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(200);
    for (const body of HOSTILE) judged(body);
  });

  it('holds for whatever the policy allows', () => {
    fc.assert(
      fc.property(policyBody, (body) => void judged(body)),
      { numRuns: sized(400, 3_000) },
    );
  });

  it('holds for any HTML that was made safe', () => {
    fc.assert(
      fc.property(anyHtml, (html) => void judged(sanitizeHtml(html).html)),
      { numRuns: sized(300, 5_000) },
    );
  });

  it('knows every element of the policy: it is edited or kept', () => {
    const sample = (name: string) => {
      if (name === 'iframe') return '<iframe src="https://www.youtube.com/embed/x"></iframe>';
      const inside = VOID_ELEMENTS.has(name) ? `<${name}>` : `<${name}>x</${name}>`;
      return IN_PLACE[name]?.replace('*', inside) ?? inside;
    };
    for (const name of ELEMENTS.keys()) {
      const isKept = kinds(sample(name)).includes('kept');
      expect({ name, isKept }).toEqual({ name, isKept: !MODELLED.has(name) });
      judged(sanitizeHtml(sample(name)).html);
    }
  });
});

describe('blocks that move', () => {
  const moved = (body: string, order: number[]) => {
    const { doc, sources } = open(body);
    return writeBody(doc.copy(Fragment.from(order.map((index) => doc.child(index)))), sources);
  };
  it.each([
    ['<p>a</p>\n\n<p class=x>b</P>\n<hr/>', [2, 0, 1], '<hr/>\n\n<p>a</p>\n\n<p class=x>b</P>'],
    ['<p>a<p>b<hr>', [1, 0, 2], '<p>b<p>a<hr>'],
    ['<p>a<hr>text', [0, 2, 1], '<p>a</p>text<hr>'],
    ['text<hr>more', [0, 2], 'text<p>more</p>'],
    ['<p>a</p><hr><p>b</p>', [0, 2], '<p>a</p><p>b</p>'],
  ])('keep their bytes in %j', (body, order, expected) => {
    expect(moved(body, order)).toBe(expected);
  });

  it('are the same after undo has made them anew', () => {
    const { doc, sources } = open('<p class=x>a</P>\n<p>b</p>');
    expect(writeBody(schema.nodeFromJSON(doc.toJSON()), sources)).toBe('<p class=x>a</P>\n<p>b</p>');
  });

  it('come from several bodies', () => {
    const one = open('<p>a</p>');
    const other = open('<P>b</P>');
    addSources(one.sources, other.sources);
    const doc = one.doc.copy(one.doc.content.append(other.doc.content));
    expect(writeBody(doc, one.sources)).toBe('<p>a</p><P>b</P>');
  });
});
