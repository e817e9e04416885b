/** Random HTML for tests: pieces of markup in any order, attacks among them, and strings of any characters. */
import fc from '../../../test/property.ts';
import { ATTACKS } from './html-attacks.ts';

const list = (pieces: string) => pieces.split('¦');

const HARMLESS = [
  ...'a b i p div span li h1 x x-y font form o:p'.split(' ').flatMap((name) => [`<${name}`, `</${name}`, `<${name}>`]),
  ...list('</p>¦</a>¦</div>¦</b>¦ ¦\n¦/¦>¦>¦<¦"¦\'¦=¦`¦!¦?¦-¦text¦&lt;¦<!--¦-->¦--!>¦<!¦<?¦</¦</>'),
  ...list(' href=¦ title="¦ class=x¦&colon;¦&#58;¦&¦;¦:¦🎉¦\r\n¦&#x99;¦&amp¦&notin;¦ data-a=&quot;'),
];
const HOSTILE = [
  ...'script style svg math template title textarea noscript xmp iframe select table tr td button object plaintext'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `, `<${name}/>`]),
  ...list(
    ' onerror=alert(1)¦ src="javascript:x"¦javascript¦ style="¦width:1px¦;¦url(¦ srcdoc="¦\0¦ target=_blank¦ rel=',
  ),
  ...list(
    '<iframe src="https://www.youtube.com/embed/x">¦<iframe src="https:¦//player.vimeo.com/x"¦<![CDATA[¦]]>¦<img ¦\t',
  ),
];

const pieces = (of: string[]) => fc.array(fc.constantFrom(...of), { maxLength: 40 }).map((parts) => parts.join(''));

/** Without elements whose content is not markup, and without elements that are removed with their content. */
export const harmlessHtml = pieces(HARMLESS);

export const anyHtml = fc.oneof(
  pieces([...HARMLESS, ...HOSTILE]),
  fc.string({ unit: 'binary' }),
  pieces([...ATTACKS, ...HARMLESS]),
);
