/** Bodies for tests of the editor: any HTML that the policy allows, and hard ones, as the service stores them. */
import { sanitizeHtml } from '../../../src/core/html.ts';
import { ELEMENTS, GLOBAL_ATTRIBUTES, VOID_ELEMENTS } from '../../../src/core/html-policy.ts';
import { ATTACKS } from '../../../src/core/testing/html-attacks.ts';
import fc from '../../../test/property.ts';

const stored = (html: string) => sanitizeHtml(html).html;

const text = fc.constantFrom('word', ' ', '\n', ' two words ', '&amp;', '&nbsp;', 'a &lt; b', 'å🎉', '\n\n  ', 'x');
const attribute = fc
  .tuple(fc.constantFrom(...GLOBAL_ATTRIBUTES, 'data-a', 'aria-label'), fc.constantFrom('x', 'a b', '&quot;&amp;', ''))
  .map(([name, value]) => (name === 'style' ? ' style="text-align: center"' : ` ${name}="${value}"`));
/** Values that the policy accepts for every attribute that an element has of its own. */
const OWN_VALUE: Record<string, string> = {
  src: 'https://www.youtube.com/embed/x',
  href: '/a?b=1&amp;c=2',
  srcset: 'a.jpg 1x, b.jpg 2x',
  target: '_self',
  allow: 'autoplay',
};
const ownAttributes = (name: string) =>
  fc
    .subarray([...(ELEMENTS.get(name) ?? [])])
    .map((names) => names.map((own) => ` ${own}="${OWN_VALUE[own] ?? '1'}"`).join(''));

const { html: tree } = fc.letrec<{ html: string; element: string }>((tie) => ({
  html: fc
    .array(fc.oneof({ weight: 2, arbitrary: text }, { weight: 3, arbitrary: tie('element') }), { maxLength: 4 })
    .map((parts) => parts.join('')),
  element: fc.constantFrom(...ELEMENTS.keys()).chain((name) =>
    fc
      .tuple(fc.array(attribute, { maxLength: 2 }), ownAttributes(name), tie('html'), fc.integer({ min: 0, max: 9 }))
      .map(([attributes, own, inside, luck]) => {
        const start = `<${name}${attributes.join('')}${own}>`;
        if (VOID_ELEMENTS.has(name)) return start;
        // Now and then without its end tag.
        return `${start}${name === 'iframe' ? '' : inside}${luck === 0 ? '' : `</${name}>`}`;
      }),
  ),
}));

const block = fc.constantFrom('p', 'h2', 'ul', 'ol', 'blockquote', 'figure', 'table', 'div', 'pre');
const inline = fc
  .array(
    fc.oneof(
      text,
      fc
        .tuple(fc.constantFrom('a href="/x"', 'strong', 'em', 'b', 'i', 'code', 'span class="k"', 'u', 'sup'), text)
        .map(([tag, inside]) => `<${tag}>${inside}</${tag.split(' ')[0]}>`),
      fc.constantFrom(
        '<br>',
        '<img src="/a.jpg" alt="">',
        '<strong><a href="/y">both</a></strong>',
        '<a href="/y"><em>both</em></a>',
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const written = fc.tuple(block, attribute, inline, inline).map(([name, more, one, other]) => {
  if (name === 'ul' || name === 'ol')
    return `<${name}${more}><li>${one}</li>\n<li>${other}<ul><li>${one}</li></ul></li></${name}>`;
  if (name === 'figure') return `<figure${more}><img src="/a.jpg" alt="b"><figcaption>${one}</figcaption></figure>`;
  if (name === 'table')
    return `<table${more}><thead><tr><th>${one}</th></tr></thead><tbody><tr><td>${other}</td></tr></tbody></table>`;
  return `<${name}${more}>${one}</${name}>`;
});

/** Nearly what people write, and anything that the policy allows. */
export const policyBody = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: written }, { weight: 2, arbitrary: tree }, { weight: 1, arbitrary: inline }),
    { maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom('', '\n', '\n\n', ' ').map((joint) => stored(parts.join(joint))));

const HARD = [
  '<p>unclosed<p>again<ul><li>a<li>b</ul>tail',
  '<p><b>one</p><p>two</b></p><p>three</p>',
  '<ul><li>a</li><ul><li>nested wrongly</li></ul></ul>',
  '<table><tr><td>a<table><tr><td>inner</table></table>',
  '<p>a<table><tr><td>b</table>c',
  'bare <em>text</em><p>p</p>more text<!-- c --> and more',
  '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
  '<a href="/x"><h2>block in a link</h2></a>',
  '<p><a id="anchor"></a>Text</p>',
  '<p><b>a</b><b>b</b></p>',
  '<p>a  b\n\tc &nbsp; d</p>',
  '<pre>  two\n\n   lines </pre><pre>\n\nx</pre>',
  '<div><div><div>deep</div></div></div>',
  '<li>stray</li><p>x</p>',
  '<td>stray</td><p>x</p>',
  '<p>x</p></div></section><p>y</p>',
  '<ruby>漢<rp>(<rt>kan<rp>)</ruby><wbr>',
  '<details open><summary>s</summary><p>x</p></details>',
  '<dl><dt>a<dd>b<dt>c</dl>',
  '<figure><picture><source srcset="a.webp"><img src="a.jpg"></picture><figcaption>c</figcaption></figure>',
  '<figure><iframe src="https://www.youtube.com/embed/x"></iframe></figure>',
  '<figure data-kept="&lt;p&gt;x&lt;/p&gt;">y</figure>',
  '<blockquote class="twitter-tweet"><p lang="en">x <a href="https://t.co/x">t</a></p>&mdash; A (@a)</blockquote>',
  '<P CLASS=lead>Up</P >\r\n<H2>x</H2>',
  '<p>1 < 2 & 3 &bogus; &#x263a;</p>',
  '<br><br>text<hr>text',
  '<ol reversed start="9" type="a"><li value="3">x</li></ol>',
  '<ins><p>block in ins</p></ins><del>x</del>',
  '<p><em><strong>a</strong></em><strong><em>b</em></strong></p>',
  '<address>x<br>y</address><section><header>h</header>t</section>',
  '<video controls><source src="v.mp4"></video><audio src="a.mp3"></audio>',
  '<p></p><p> </p><p>&nbsp;</p>',
  '   \n ',
  '<h1>one</h1><h6>six</h6>',
];

/** More than two hundred: hard ones and attacks, alone and in the middle of an article. */
export const HOSTILE: string[] = [
  ...HARD,
  ...HARD.map((html) => `<p>before</p>\n${html}\n<p>after</p>`),
  ...ATTACKS,
  ...ATTACKS.map((html) => `<p>before ${html} <em>and</em></p>\n<ul><li>${html}</li></ul>\n<p>after</p>`),
].map(stored);
