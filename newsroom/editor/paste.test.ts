import { DOMParser } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../src/core/html.ts';
import { anyHtml } from '../../src/core/testing/html-strings.ts';
import fc from '../../test/property.ts';
import { isEmbedCode, keptHtml } from './embeds.ts';
import { openBody } from './guard.ts';
import { cleanPaste } from './paste.ts';
import { schema } from './schema.ts';
import { parseSmall } from './testing/small-dom.ts';

const pasted = (html: string) => cleanPaste(parseSmall(html));
const paste = (html: string) => pasted(html).html;

const WORD_MARKER = (sign: string) =>
  `<![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>`;
const WORD_ITEM = (level: number, sign: string, text: string, list = 1) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l${list - 1} level${level} lfo${list}'>${WORD_MARKER(sign)}${text}<o:p></o:p></p>\n`;

/** Each written by hand after what the program puts on the clipboard. */
const PASTES: [string, string, string][] = [
  [
    'Word: headings, bold that another declaration does not take away, links',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=EN-GB>
<!--StartFragment--><h1><b>The harbour</b></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span lang=FI>Bold</span></b><span style='mso-spacerun:yes'>  </span>and <i>italic</i> <a href="https://a.example/x">link</a><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`,
    '<h1>The harbour</h1><p><strong>Bold</strong> and <em>italic</em> <a href="https://a.example/x">link</a></p>',
  ],
  [
    'Word: lists on two levels',
    `<p class=MsoNormal>Before</p>${WORD_ITEM(1, '·', 'One')}${WORD_ITEM(2, 'o', 'Inner <b>bold</b>')}${WORD_ITEM(1, '·', 'Two')}<p class=MsoNormal>After</p>`,
    '<p>Before</p><ul><li>One<ul><li>Inner <strong>bold</strong></li></ul></li><li>Two</li></ul><p>After</p>',
  ],
  [
    'Word: a numbered list',
    `${WORD_ITEM(1, '1.', 'One')}${WORD_ITEM(2, 'a)', 'Inner')}${WORD_ITEM(1, '2.', 'Two')}`,
    '<ol><li>One<ol type="a"><li>Inner</li></ol></li><li>Two</li></ol>',
  ],
  [
    'Word: bullets, then numbers of another list',
    `${WORD_ITEM(1, '·', 'Bread')}${WORD_ITEM(1, '·', 'Salt')}${WORD_ITEM(1, '1.', 'Bake', 2)}${WORD_ITEM(1, '2.', 'Eat', 2)}`,
    '<ul><li>Bread</li><li>Salt</li></ul><ol><li>Bake</li><li>Eat</li></ol>',
  ],
  [
    'Word: lists of one kind that follow each other, and a count that begins again',
    `${WORD_ITEM(1, '·', 'A')}${WORD_ITEM(1, '·', 'B', 2)}${WORD_ITEM(1, '1)', 'C', 3)}${WORD_ITEM(1, '1)', 'D', 3)}`,
    '<ul><li>A</li></ul><ul><li>B</li></ul><ol><li>C</li></ol><ol><li>D</li></ol>',
  ],
  [
    'Word: numbers that go on after a paragraph and around bullets',
    `${WORD_ITEM(1, '1.', 'A')}<p class=MsoNormal>Between</p>${WORD_ITEM(1, '2.', 'B')}${WORD_ITEM(2, '·', 'b', 2)}${WORD_ITEM(1, '3.', 'C')}`,
    '<ol><li>A</li></ol><p>Between</p><ol start="2"><li>B<ul><li>b</li></ul></li><li>C</li></ol>',
  ],
  [
    'Word: Roman numbers, letters, and letters that look Roman',
    `${WORD_ITEM(1, 'i.', 'A')}${WORD_ITEM(1, 'ii.', 'B')}${WORD_ITEM(1, '(H)', 'C', 2)}${WORD_ITEM(1, '(I)', 'D', 2)}${WORD_ITEM(1, 'i.', 'E', 3)}${WORD_ITEM(1, 'j.', 'F', 3)}${WORD_ITEM(1, 'XIV.', 'G', 4)}`,
    '<ol type="i"><li>A</li><li>B</li></ol><ol type="A" start="8"><li>C</li><li>D</li></ol><ol type="a" start="9"><li>E</li><li>F</li></ol><ol type="I" start="14"><li>G</li></ol>',
  ],
  [
    'Word: numbers of several levels, the signs in comments of the other form',
    `${WORD_ITEM(1, '1.', 'A')}${WORD_ITEM(2, '1.1.', 'B')}${WORD_ITEM(2, '1.2.', 'C')}`.replace(
      /<!\[(if !supportLists|endif)\]>/g,
      '<!--[$1]-->',
    ),
    '<ol><li>A<ol><li>B</li><li>C</li></ol></li></ol>',
  ],
  [
    'Word: numbered headings stay headings',
    `<h2 style='mso-list:l3 level1 lfo9'>${WORD_MARKER('2.1')}Tides</h2><h3 style='mso-list:l3 level2 lfo9'>${WORD_MARKER('·')}Ebb</h3>`,
    '<h2>2.1 Tides</h2><h3>Ebb</h3>',
  ],
  [
    'Word Online: each item in a list of its own',
    `<div class="ListContainerWrapper"><ol class="NumberListStyle1" start="1"><li><p><span>One</span></p></li></ol></div><div class="ListContainerWrapper"><ol start="2" type="a" class="x"><li><p>Two</p></li></ol></div>`,
    '<ol><li>One</li></ol><ol type="a" start="2"><li>Two</li></ol>',
  ],
  [
    'Word: a table',
    `<table class=MsoTableGrid border=1><tr><td width=100><p class=MsoNormal>A</p></td><td colspan=2><p class=MsoNormal><b>B</b></p></td></tr></table>`,
    '<table><tbody><tr><td>A</td><td colspan="2"><strong>B</strong></td></tr></tbody></table>',
  ],
  [
    'Docs: styles to marks, the wrapper that is not bold',
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400">Head</span></h2><p dir="ltr"><span style="font-weight:700;vertical-align:baseline">Bold</span><span style="font-style:italic"> italic</span><span style="vertical-align:super;font-size:0.6em">2</span> <a href="https://a.example/" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">link</span></a></p></b><br class="Apple-interchange-newline">`,
    '<h2>Head</h2><p><strong>Bold</strong><em> italic</em><sup>2</sup> <a href="https://a.example/">link</a></p>',
  ],
  [
    'Docs: nested lists',
    `<b style="font-weight:normal"><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span style="text-decoration:line-through">Inner</span></p></li></ul><li><p>Two</p></li></ul></b>`,
    '<ul><li>One<ul><li><s>Inner</s></li></ul></li><li>Two</li></ul>',
  ],
  [
    'Pages: classes and spans',
    `<html><head><style>p.p1 {margin: 0}</style></head><body><p class="p1"><span class="s1"><b>Bold</b></span><span class="s2"> plain<span class="Apple-converted-space">&nbsp;</span></span></p><p class="p2"><br></p><ul class="ul1"><li class="li1">One</li></ul></body></html>`,
    '<p><strong>Bold</strong> plain&nbsp;</p><ul><li>One</li></ul>',
  ],
  [
    'LibreOffice: font elements, paragraphs in items',
    `<p style="line-height: 100%; margin-bottom: 0cm"><font face="Liberation Serif"><font size="3"><b>Bold</b> and <u>under</u></font></font></p>\n<ol>\n\t<li><p style="margin-bottom: 0cm">One</p></li>\n\t<li><p>Two</p></li>\n</ol><p align="center"><img src="file:///tmp/x.png"></p>`,
    '<p><strong>Bold</strong> and <u>under</u></p><ol><li>One</li><li>Two</li></ol>',
  ],
  [
    'a page: boxes, script, addresses that are none',
    `<div><div>One</div><div><script>alert(1)</script><a href="javascript:x" onclick=x>Two</a></div></div><img src="https://a.example/p.jpg" alt="P"><pre>a\n  b</pre>`,
    '<p>One</p><p>Two</p><p><img src="https://a.example/p.jpg" alt="P"></p><pre>a\n  b</pre>',
  ],
  ['text', 'just text', '<p>just text</p>'],
];

describe('pasting', () => {
  it.each(PASTES)('%s', (_, html, expected) => {
    expect(paste(html)).toBe(expected);
    expect(openBody(expected, parseSmall).doc.children.map((node) => node.type.name)).not.toContain('kept');
  });

  it.each([
    ['a file', '<p>A<img width=100 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png"></p>', 1],
    [
      'VML with a file beside it',
      `<p><!--[if gte vml 1]><v:shape id="p1"><v:imagedata src="file:///C:/a.png"/></v:shape><![endif]--><![if !vml]><img src="file:///C:/a.png" v:shapes="p1"><![endif]></p>`,
      1,
    ],
    ['VML alone', '<p>A<v:shape><v:imagedata src="file:///C:/a.png"></v:imagedata></v:shape></p>', 1],
    ['VML in a comment', '<p>A<!--[if gte vml 1]><v:imagedata src="file:///C:/a.png"/><![endif]--></p>', 1],
    [
      'a part of a letter, and a file in an item',
      `${WORD_ITEM(1, '·', '<img src="file:///b.png">')}<img src="cid:1">`,
      2,
    ],
    [
      'pictures that come along',
      '<!--[if gte vml 1]><v:imagedata src="file:///a"/><![endif]--><img src="data:image/png;base64,AA==" v:shapes="a"><img src="https://a.example/p.jpg"><img>',
      0,
    ],
  ])('counts the pictures that are lost: %s', (_, html, lost) => {
    expect(pasted(html).lostPictures).toBe(lost);
  });

  const YOUTUBE =
    '<iframe width="560" height="315" src="https://www.youtube.com/embed/x?a=1&amp;b=2" title="Fog"></iframe>';
  const KEPT = keptHtml(YOUTUBE);
  it.each([
    ['in a text', `<p>Before ${YOUTUBE} after</p>`, `<p>Before</p>${KEPT}<p>after</p>`],
    ['in a figure, with a script', `<figure><div>${YOUTUBE}</div></figure><script>x</script>`, KEPT],
    ['in a list', `<ul><li>A${YOUTUBE}</li><li>B</li></ul><p>C</p>`, `<ul><li>A</li><li>B</li></ul>${KEPT}<p>C</p>`],
    ['in a heading', `<h2>A${YOUTUBE}</h2>`, `<h2>A</h2>${KEPT}`],
    [
      'in a cell',
      `<table><tr><td>A${YOUTUBE}</td></tr></table>`,
      `<table><tbody><tr><td>A</td></tr></tbody></table>${KEPT}`,
    ],
    [
      'with permissions, styles and attributes that are not allowed, and without a scheme',
      '<iframe src="//open.spotify.com/embed/track/1" onload="x" name="y" allow="autoplay; camera *; fullscreen" style="border-radius:12px; position: fixed" allowfullscreen></iframe>',
      keptHtml(
        '<iframe src="https://open.spotify.com/embed/track/1" allow="autoplay; fullscreen" style="border-radius:12px" allowfullscreen=""></iframe>',
      ),
    ],
  ])('takes a known player: %s', (_, html, expected) => {
    expect(pasted(html)).toEqual({ html: expected, lostPictures: 0, refusedPlayers: [] });
  });

  it('stores players as they are pasted, and reads them as blocks', () => {
    const [, , source = ''] = /^<figure data-(kept)="([^"]*)"><\/figure>$/.exec(paste(YOUTUBE)) ?? [];
    const player = source
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(sanitizeHtml(player)).toEqual({ html: player, removed: [] });
    const { content } = DOMParser.fromSchema(schema).parse(
      parseSmall(`<p>A</p>${paste(YOUTUBE)}`) as unknown as Parameters<DOMParser['parse']>[0],
    );
    expect(content.content.map(({ type }) => type.name)).toEqual(['paragraph', 'kept']);
    expect(content.lastChild?.attrs.source).toBe(player);
  });

  it('names the hosts of players that are not allowed', () => {
    const html = `<p>A<iframe src="https://evil.example/embed/1"></iframe></p><iframe src="https://evil.example/2"></iframe><iframe></iframe><iframe src="https://www.youtube.com/watch"></iframe>`;
    expect(pasted(html)).toEqual({
      html: '<p>A</p>',
      lostPictures: 0,
      refusedPlayers: ['evil.example', 'www.youtube.com'],
    });
  });

  it.each([
    [YOUTUBE, true],
    [`\n<div style="position:relative">${YOUTUBE}</div><script src="https://player.example/x.js"></script>\n`, true],
    [`See ${YOUTUBE}`, false],
    [YOUTUBE + YOUTUBE, false],
    ['<p>text</p>', false],
    ['<iframe', false],
  ])('knows embed code: %s', (text, isCode) => {
    expect(isEmbedCode(text)).toBe(isCode);
  });

  it('makes only what the service stores as it is, of anything', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const cleaned = paste(html);
        expect(sanitizeHtml(cleaned).html).toBe(cleaned);
      }),
      { numRuns: 300 },
    );
  });
});
