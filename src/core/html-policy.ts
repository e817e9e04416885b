/** The allow-lists of the sanitiser (html.ts). Everything that they do not name is removed. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Attributes that every allowed element may have, besides `aria-…` and `data-…`. */
export const GLOBAL_ATTRIBUTES = words('class id lang dir title role translate style');

const MEDIA = 'src controls width height preload loop muted autoplay playsinline';
const CELL = 'colspan rowspan scope headers abbr';

/** Every allowed element with its specific attributes. */
export const ELEMENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s sub sup mark small abbr cite code pre kbd samp var ul dl dt dd',
    'figure figcaption picture table caption thead tbody tfoot tr summary div span section article aside header footer',
    'bdo bdi ruby rb rt rtc rp wbr dfn address',
  ]
    .flatMap((line) => line.split(' '))
    .map((name): [string, ReadonlySet<string>] => [name, new Set()]),
  ['a', words('href hreflang rel target type')],
  ['q', words('cite')],
  ['blockquote', words('cite')],
  ['del', words('cite datetime')],
  ['ins', words('cite datetime')],
  ['time', words('datetime')],
  ['data', words('value')],
  ['ol', words('start reversed type')],
  ['li', words('value')],
  ['details', words('open')],
  ['img', words('src srcset sizes alt width height loading decoding')],
  ['source', words('src srcset sizes media type width height')],
  ['video', words(`${MEDIA} poster`)],
  ['audio', words(MEDIA)],
  ['track', words('src kind srclang label default')],
  ['td', words(CELL)],
  ['th', words(CELL)],
  ['col', words('span')],
  ['colgroup', words('span')],
  [
    'iframe',
    words(
      'src width height allow allowfullscreen webkitallowfullscreen mozallowfullscreen loading frameborder scrolling allowtransparency referrerpolicy sandbox',
    ),
  ],
]);

export const VOID_ELEMENTS = words('br hr img source track wbr col');

/** Elements whose end tag is optional. A second start tag ends the first element, so they do not nest by themselves. */
export const END_TAG_OPTIONAL = words('p li dt dd rb rt rtc rp thead tbody tfoot tr td th colgroup');

export const TABLE_PARTS = words('colgroup thead tbody tfoot tr td th');

/** Removed with their content, which browsers read as plain characters up to the end tag. */
export const RAW_TEXT_ELEMENTS = words('script style title textarea xmp noembed noframes noscript plaintext');

/** Removed with their content, which may include elements of the same name. */
export const DROPPED_ELEMENTS = words('svg math template select button datalist');

/** Those of them with foreign content: `<svg/>` is a complete element, and CDATA is allowed. */
export const FOREIGN_ELEMENTS = words('svg math');

/** Allowed URL schemes by attribute. Relative addresses are always allowed. */
export const ADDRESS_SCHEMES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['href', words('http https mailto tel')],
  ['cite', words('http https')],
  ['src', words('http https')],
  ['srcset', words('http https')],
  ['poster', words('http https')],
]);

export const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;
