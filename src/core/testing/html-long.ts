/** Long inputs that make parsers of HTML quadratic, or their output grow. */
import { describe, expect, it } from 'vitest';
import { sanitizing } from '../html.ts';
import { PIECE } from '../html-tokens.ts';

export function describeLongHtml(size: number): void {
  describe(`${size} characters`, () => {
    it.each(inputs(size))('of %j are read in one pass, in short steps', (_, input) => {
      // A quadratic parser takes minutes, and exceeds the timeout of the test.
      const work = sanitizing(input);
      let [steps, result] = [1, work.next()];
      for (; !result.done; result = work.next()) steps++;
      expect(result.value.html.length).toBeLessThanOrEqual(input.length * 4 + 3_000);
      expect(result.value.removed.length).toBeLessThanOrEqual(20);
      expect(steps).toBeGreaterThan(input.length / PIECE / 2 - 1);
    });
  });
}

function inputs(size: number): [string, string][] {
  const full = (piece: string) => piece.repeat(size / piece.length);
  const numbered = (piece: string) => Array.from({ length: size / 10 }, (_, index) => `${piece}${index}`).join('');
  return [
    ...REPEATED.map((piece): [string, string] => [piece, full(piece)]),
    ['divs that end', '<div>'.repeat(size / 20) + '</div>'.repeat(size / 20)],
    ['attributes', `<a ${numbered(' a')}>`],
    ['data attributes', `<a ${numbered(' data-')}>`],
    ['repeated attributes', `<a ${full(' a')}>`],
    ['formatting elements that differ', numbered('<b id=')],
    ['paragraphs in formatting elements', `${numbered('<b id=').slice(0, size / 2)}${full('<p>').slice(size / 2)}`],
    ['one reference after the other', `<a href="${full('&#106;')}">`],
    ['a style', `<p style="${full('width:1px;')}">`],
    ['a srcset', `<img srcset="${full('1x,')}${full('a ')}">`],
    ['a title of ends', `<p title="${full('>')}">`],
    ['a title of pairs', `<p title="${full('🎉')}">`],
    ['a title of lines', `<p title="${full('\r\n')}">`],
    ['an address of lines', `<a href="${full('\n')}javascript:x">`],
    ['an address of a player', `<iframe src="https://player.vimeo.com/${full('/../a')}"></iframe>`],
    ['content of a player', `<iframe src="https://player.vimeo.com/x">${full(' ')}x</iframe>`],
    ['one svg in another', `<svg>${full('<svg ')}>`],
    ['a gap', `<p${full(' ')}${full('/')}>`],
    ['a comment', `<!--${full('--!')}`],
  ];
}

const REPEATED = [
  ...[
    '<',
    '</',
    '</>',
    '<a',
    '<a ',
    '<3 ',
    '<div>',
    '</div>',
    '<b>',
    '<p><b>',
    '<b><i></b></i>',
    '<a><p></a>',
    '<a href="',
  ],
  ...[
    '<!--',
    '<!---->',
    '<!',
    '<svg>',
    '<svg ',
    '<svg></svg>',
    '<script>',
    '<script></script ',
    '<iframe>',
    '<template>',
  ],
  ...['<select><script>', '<table><tr><td>', '<table><b>', '<nobr>', '&'],
];
