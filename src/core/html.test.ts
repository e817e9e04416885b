import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import fc from '../../test/property.ts';
import { sized } from '../../test/random.ts';
import { sanitizeHtml } from './html.ts';
import { ATTACKS } from './testing/html-attacks.ts';
import { dangers, escapes, misshapen, text } from './testing/html-judge.ts';
import { describeLongHtml } from './testing/html-long.ts';
import { anyHtml, harmlessHtml } from './testing/html-strings.ts';

/** More by hand: HTML_RUNS=200000 npx vitest run src/core/html.test.ts */
const RUNS = Number(process.env.HTML_RUNS ?? sized(300, 5_000));

const CLEAN = [
  '',
  'Plain text, 1 < 2 && 3 > 2, I <3 you & <= that &nbsp; &bogus; &#x; é 🎉',
  '<p>One<br>two<br/>three<br />four<hr>\r\n<p>unclosed<ul><li>a<li>b</ul>',
  '<P CLASS=lead ID=\'x\' data-a="1 > 0" aria-label="y" lang=fi>Up</P >',
  '<h2 id="a">T</h2><a href="/x?a=1&b=2&amp;c=3#d" title="it\'s" rel="nofollow">x</a> <a href=#top>y</a><a href=" https://x.example ">z</a>',
  '<a href="https://x.example/" target="_blank" rel="nofollow noopener">x</a><a href="mailto:a@b.example?subject=x">m</a>',
  '<a href="&#109;&#97;&#105;&#108;&#116;&#111;&#58;a@b.example">m</a><a href="tel:+358401234567">t</a>',
  '<figure style="text-align: center; max-width:100%"><img src="//c.example/w_1,h_2/a.jpg" alt="" width=10 loading="lazy"></figure>',
  '<img src="data:image/png;base64,iVBORw0KGgo=" srcset="a,b.jpg 1x, /c.jpg 1.5x,https://x.example/d.jpg 2x">',
  '<picture><source media="(min-width: 10px)" srcset="a.webp 100w"><img src=a.jpg></picture>',
  '<video controls poster="p.jpg"><source src="v.mp4" type="video/mp4"><track kind="captions" src="v.vtt"></video>',
  '<table><caption>c</caption><colgroup><col span=2><tr><th scope="col" colspan=2>a<td rowspan="2">b</table>',
  '<details open><summary>s</summary>x</details><time datetime="2026-01-01">t</time><ol start=3 reversed><li value=2>x</ol>',
  '<p><b>one</p><p>two</b></p><ruby>漢<rp>(<rt>kan<rp>)</ruby><bdo dir="rtl">x</bdo><del cite="/why">d</del>',
  '<!-- wp:paragraph {"align":"center"} --><p>x</p><!-- /wp:paragraph --><!--more--><!---->',
  '<pre><code>if (a &lt; b) { x = "&amp;lt;"; }</code></pre><kbd>⌘</kbd>',
];

const YOUTUBE =
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/abc?si=x&amp;start=3" title="YouTube video player" frameborder="0" allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>';
const EMBEDS = [
  YOUTUBE,
  '<iframe src="https://www.youtube-nocookie.com/embed/abc&rel=0"></iframe>',
  '<iframe src="https://player.vimeo.com/video/1?h=2" width="640" height="360" frameborder="0" allow="autoplay; fullscreen" allowfullscreen></iframe>',
  '<iframe style="border-radius:12px" src="https://open.spotify.com/embed/track/1" width="100%" height="352" loading="lazy"></iframe>',
  '<iframe src="https://www.google.com/maps/embed?pb=!1m18" width="600" height="450" style="border:0;" allowfullscreen="" loading="lazy"></iframe>',
  '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=1%2C2" style="border: 1px solid black"> </iframe>',
  '<iframe title="Chart" src="https://datawrapper.dwcdn.net/a/1/" scrolling="no" style="width: 0; min-width: 100% !important; border: none;" height="400" data-external="1"></iframe>',
  '<iframe src="https://www.facebook.com/plugins/post.php?href=x" style="border:none;overflow:hidden" scrolling="no" allowTransparency="true"></iframe>',
  '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">x <a href="https://t.co/x">t</a></p>&mdash; A (@a)</blockquote>',
  '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@a/video/1" data-video-id="1" style="max-width: 605px;min-width: 325px;"><section>x</section></blockquote>',
];

describe('an attack', () => {
  it.each(ATTACKS)('%j becomes harmless', (vector) => {
    const { html, removed } = sanitizeHtml(vector);
    expect(dangers(html)).toEqual([]);
    expect(escapes(html)).toBe(false);
    expect(misshapen(html)).toBeUndefined();
    expect(html).not.toMatch(/<script|<svg|<style/i);
    expect(sanitizeHtml(html)).toEqual({ html, removed: [] });
    expect(removed.length).toBeLessThanOrEqual(20);
  });

  it('is recognized by the parser of the tests', () => {
    const seen = ATTACKS.filter((vector) => dangers(vector).length > 0 || escapes(vector));
    expect(seen.length).toBeGreaterThan(ATTACKS.length * 0.85);
    for (const odd of ['<', '<p', '<p/x>', '<p a=">', '<p title="<">', '<!--', '<!--->', '<svg:a b>', '</>']) {
      expect(misshapen(`<p a=1 b='2' c="3">x<!--y--></p >${odd}`), odd).toBe(odd);
    }
    expect(escapes('</div></main>')).toBe(true);
    expect(escapes('<b>')).toBe(true);
  });
});

describe('clean HTML', () => {
  it.each([...CLEAN, ...EMBEDS])('%j is not changed', (html) => {
    expect(sanitizeHtml(html)).toEqual({ html, removed: [] });
  });

  it('is rewritten only where parsers could differ, with the same meaning', () => {
    const rewritten: [string, string][] = [
      ['<a href="/x" target="_blank">x</a>', '<a href="/x" target="_blank" rel="noopener">x</a>'],
      ['<a target=_blank rel=opener>x</a>', '<a target="_blank" rel="noopener">x</a>'],
      ['<a target="_blank" rel="nofollow  OPENER ugc">x</a>', '<a target="_blank" rel="nofollow ugc noopener">x</a>'],
      ['<a target="_blank" rel="opener noopener">x</a>', '<a target="_blank" rel="opener noopener">x</a>'],
      ['<a target=_blank rel="nofollow">x</a>', '<a target="_blank" rel="nofollow noopener">x</a>'],
      ['<p title="a < b">x', '<p title="a &lt; b">x'],
      ['<p title=\'say "<hi>"\'>x', '<p title="say &quot;&lt;hi&gt;&quot;">x'],
      ['<img/src=a.jpg>', '<img src="a.jpg">'],
      ['a <- b, <> and <', 'a &lt;- b, &lt;> and &lt;'],
      ['<b><i>x</b>', '<b><i>x</i></b>'],
      ['<div><p>x', '<div><p>x</div>'],
      [`${YOUTUBE.slice(0, -9)}`, YOUTUBE],
      // The address that was checked is the one that is loaded.
      [
        '<iframe src=" HTTPS://Player.Vimeo.com:443/a/../b c?d=1&e=&quot;"></iframe>',
        '<iframe src="https://player.vimeo.com/b%20c?d=1&amp;e=%22"></iframe>',
      ],
    ];
    for (const [from, to] of rewritten) expect(sanitizeHtml(from)).toEqual({ html: to, removed: [] });
  });
});

describe('removed parts', () => {
  it.each<[string, string, string[]]>([
    ['a<script>x</script>b', 'ab', ['<script> element']],
    ['<a onclick="x()" href="/">x</a>', '<a href="/">x</a>', ['onclick attribute of <a>']],
    ['<a href="JAVASCRIPT:x">x</a>', '<a>x</a>', ['javascript: address in href of <a>']],
    ['<a href="x&colon;y">x</a>', '<a>x</a>', ['x: address in href of <a>']],
    ['<iframe src="https://evil.example/x">t</iframe>', '', ['<iframe> of an unknown player (evil.example)']],
    ['<iframe src="https://www.google.com/url?q=x"></iframe>', '', ['<iframe> of an unknown player (www.google.com)']],
    ['<iframe src="//www.youtube.com/embed/x"></iframe>', '', ['<iframe> without an https address']],
    ['<iframe src="https:player.vimeo.com/x"></iframe>', '', ['<iframe> without an https address']],
    ['<iframe src="https:\\\\player.vimeo.com/x"></iframe>', '', ['<iframe> without an https address']],
    [
      '<iframe src="https://www.youtube&#x99;.com/embed/x"></iframe>',
      '',
      ['<iframe> of an unknown player (www.youtubetm.com)'],
    ],
    ['<iframe src="https://x@player.vimeo.com/x"></iframe>', '', ['<iframe> of an unknown player (player.vimeo.com)']],
    [`<p data-${'a'.repeat(1_000)}=b>x`, '<p>x', [`data-${'a'.repeat(35)} attribute of <p>`]],
    ['<p style="color:red">x', '<p>x', ['style attribute of <p>']],
    ['<p style="color:red;float:left">x', '<p style="float:left">x', ['part of the style attribute of <p>']],
    [
      '<center><font color=red>x</font></center>',
      'x',
      ['<center>', '<font>'].map((tag) => `${tag} tag (its content is kept)`),
    ],
    ['<my-card><p>x</p></my-card>', '<p>x</p>', ['<my-card> tag (its content is kept)']],
    [
      '<form><label>Name</label><input></form>',
      'Name',
      ['form', 'label', 'input'].map((n) => `<${n}> tag (its content is kept)`),
    ],
    ['a<svg><svg/><title>x</title></svg>b<noscript><p>x</noscript>c', 'abc', ['<svg> element', '<noscript> element']],
    ['a<template><template>x</template>y</template>b', 'ab', ['<template> element']],
    ['<!DOCTYPE html>a<!-- <b> -->b', 'ab', ['declaration', 'comment that contains markup']],
    ['x</b></p>', 'x</p>', ['</b> tag without a start']],
    ['x <a href="y', 'x ', ['unfinished <a… tag']],
    [
      '<a target=frame href=/a href=/b>x</a>',
      '<a href="/a">x</a>',
      ['repeated attribute of <a>', 'target attribute of <a>'],
    ],
    [
      YOUTUBE.replace('; web-share', '; camera'),
      YOUTUBE.replace(/ allow="[^"]*"/, '').replace('allowfullscreen>', 'allowfullscreen="">'),
      ['allow attribute of <iframe>'],
    ],
    ['a\0b', 'ab', ['NUL character']],
  ])('%j', (from, html, removed) => {
    expect(sanitizeHtml(from)).toEqual({ html, removed });
  });

  it('keeps the quotation of an embed whose script is removed', () => {
    const tweet = '<blockquote class="twitter-tweet"><p>x</p></blockquote> ';
    const script = '<script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>';
    expect(sanitizeHtml(tweet + script)).toEqual({ html: tweet, removed: ['<script> element'] });
  });

  it('is listed once each, in order, up to a limit', () => {
    const many = Array.from({ length: 50 }, (_, index) => `<x${index}><x0>`).join('');
    const { removed } = sanitizeHtml(many);
    expect(removed).toHaveLength(20);
    expect(removed.slice(0, 2)).toEqual(['<x0> tag (its content is kept)', '<x1> tag (its content is kept)']);
    expect(removed.at(-1)).toBe('and more');
    expect(sanitizeHtml(`<${'y'.repeat(9_000)}>`).removed[0]?.length).toBeLessThan(100);
  });
});

describe('nesting', () => {
  it('is limited to a depth of 200 elements; paragraphs and list items without end tags do not count', () => {
    const { html, removed } = sanitizeHtml(`${'<div>'.repeat(1_000)}x${'</div>'.repeat(1_000)}y`);
    expect(html).toBe(`${'<div>'.repeat(200)}x${'</div>'.repeat(200)}y`);
    expect(removed).toEqual(['<div> tag nested more than 200 deep']);
    const flat = `${'<p>a'.repeat(1_000)}<ul>${'<li>b'.repeat(1_000)}</ul>`;
    expect(sanitizeHtml(flat)).toEqual({ html: flat, removed: [] });
  });
});

describe('any string', () => {
  it('becomes safe, stays in its place, and does not change the second time', () => {
    const check = (input: string) => {
      const { html, removed } = sanitizeHtml(input);
      expect(dangers(html)).toEqual([]);
      expect(escapes(html)).toBe(false);
      expect(misshapen(html)).toBeUndefined();
      expect(removed.length).toBeLessThanOrEqual(20);
      expect(sanitizeHtml(html)).toEqual({ html, removed: [] });
    };
    fc.assert(fc.property(anyHtml, check), { numRuns: RUNS });
  });

  it.each([
    ['&amp<a-->;', '&amp;;'],
    ['&am<x>p;', '&amp;amp;'],
    ['&lt</x>;b', '&lt;;b'],
    ['&amp</>;', '&amp;;'],
    ['&amp<b>;</b>', '&amp<b>;</b>'],
  ])('%s does not join texts into a character reference', (input, html) => {
    expect(sanitizeHtml(input).html).toBe(html);
  });

  it('is read as a conforming parser reads it: no text is lost or added', () => {
    const check = (input: string) => {
      expect(text(parseFragment(sanitizeHtml(input).html))).toBe(text(parseFragment(input)));
    };
    fc.assert(fc.property(harmlessHtml, check), { numRuns: RUNS });
  });
});

describeLongHtml(256 * 1024);
