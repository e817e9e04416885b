/**
 * What the editor can edit: ProseMirror's schema for the HTML policy. Every node and mark carries all attributes of its
 * element (`html`), so that nothing of it is lost. What the schema has no place for is a kept block.
 */
import {
  type Attrs,
  type DOMOutputSpec,
  type MarkSpec,
  type NodeSpec,
  type ParseRule,
  Schema,
} from 'prosemirror-model';
import { attributesOf, type HtmlNode, NEW_CAPTION } from './dom.ts';

export type HtmlAttributes = Readonly<Record<string, string>>;

const NONE: HtmlAttributes = Object.freeze({});
const html = { html: { default: NONE } };

/** Blocks that hold other blocks, or text without a paragraph around it. */
const FLOW = '(line | block)+';
const BOXES = ['div', 'section', 'article', 'aside', 'header', 'footer'] as const;

/** In the order in which they are written when nothing says otherwise: the first one outside. */
const MARKS =
  'a del ins span bdo bdi q cite dfn abbr time data mark small strong b em i u s sub sup code kbd samp var'.split(' ');

/** Attributes that are rendered while editing. Ids and classes would clash with those of the newsroom. */
const SHOWN = new Set(
  'style lang dir title src alt width height start reversed type value colspan rowspan datetime'.split(' '),
);

/** The node that edits an element; other elements are kept blocks. */
export const MODELLED: ReadonlySet<string> = new Set([
  ...'p h1 h2 h3 h4 h5 h6 hr br img blockquote ul ol li pre figure figcaption'.split(' '),
  ...'table caption thead tbody tfoot tr td th'.split(' '),
  ...BOXES,
  ...MARKS,
]);

function nodes(): Record<string, NodeSpec> {
  return {
    doc: { content: '(block | line | kept)+' },
    paragraph: { ...element('p', 'inline*'), group: 'block' },
    line: { content: 'inline*', toDOM: () => ['p', { class: 'line' }, 0] },
    kept: {
      atom: true,
      selectable: true,
      draggable: true,
      attrs: { source: {} },
      parseDOM: [
        { tag: 'figure[data-kept]', priority: 90, getAttrs: (dom) => ({ source: dom.getAttribute('data-kept') }) },
      ],
      toDOM: ({ attrs }) => ['figure', { 'data-kept': attrs.source }],
    },
    heading: heading(),
    blockquote: { ...element('blockquote', FLOW), group: 'block', defining: true },
    bullet_list: { ...element('ul', 'list_item+'), group: 'block' },
    ordered_list: { ...element('ol', 'list_item+'), group: 'block' },
    list_item: { ...element('li', FLOW), defining: true },
    code_block: codeBlock(),
    horizontal_rule: { ...element('hr', ''), group: 'block' },
    figure: { ...element('figure', 'figure_image figcaption?'), group: 'block', isolating: true },
    figure_image: {
      ...element('img', ''),
      parseDOM: [rule('img', { context: 'figure/', priority: 60 })],
      draggable: false,
    },
    figcaption: caption(),
    ...tables(),
    box: box(),
    text: { group: 'inline' },
    image: { ...element('img', ''), inline: true, group: 'inline', draggable: true },
    hard_break: { ...element('br', ''), inline: true, group: 'inline', selectable: false, linebreakReplacement: true },
  };
}

function element(tag: string, content: string): NodeSpec {
  return {
    content,
    attrs: { ...html },
    parseDOM: [rule(tag)],
    toDOM: ({ attrs }) => shown(tag, attrs, content !== ''),
  };
}

function rule(tag: string, more: Partial<ParseRule> = {}) {
  return { tag, getAttrs: (dom: HtmlNode) => ({ html: attributesOf(dom) }), ...more } as NonNullable<
    NodeSpec['parseDOM']
  >[number];
}

function shown(tag: string, attrs: Attrs, hasContent: boolean): DOMOutputSpec {
  const entries = Object.entries(attrs.html as HtmlAttributes).filter(([name]) => SHOWN.has(name));
  return hasContent ? [tag, Object.fromEntries(entries), 0] : [tag, Object.fromEntries(entries)];
}

/** A place to write below a picture. It is left out while it is empty, unless it came so (`cameEmpty`). */
function caption(): NodeSpec {
  return {
    ...element('figcaption', 'inline*'),
    defining: true,
    attrs: { ...html, cameEmpty: { default: false } },
    parseDOM: [
      {
        tag: 'figcaption',
        getAttrs: (dom) => {
          const { [NEW_CAPTION]: copied, ...attributes } = attributesOf(dom);
          const isEmpty = Array.from(dom.childNodes as ArrayLike<HtmlNode>).every(
            ({ nodeType, nodeValue }) => nodeType === 3 && !/[^\t\n\f\r ]/.test(nodeValue ?? ''),
          );
          return { html: attributes, cameEmpty: isEmpty && copied === undefined };
        },
      },
    ],
  };
}

function heading(): NodeSpec {
  const levels = [1, 2, 3, 4, 5, 6];
  return {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 2 }, ...html },
    parseDOM: levels.map((level) => ({
      tag: `h${level}`,
      getAttrs: (dom: HtmlNode) => ({ level, html: attributesOf(dom) }),
    })),
    toDOM: ({ attrs }) => shown(`h${attrs.level}`, attrs, true),
  };
}

/** `code`: the attributes of a `<code>` that is the only child of the `<pre>`; null if there is none. */
function codeBlock(): NodeSpec {
  return {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    attrs: { ...html, code: { default: null } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (dom) => {
          const [only, ...others] = Array.from(dom.childNodes as ArrayLike<HtmlNode>);
          const isCode = others.length === 0 && only?.nodeName.toLowerCase() === 'code';
          return { html: attributesOf(dom), code: isCode ? attributesOf(only) : null };
        },
      },
    ],
    toDOM: ({ attrs }) => shown('pre', attrs, true),
  };
}

function tables(): Record<string, NodeSpec> {
  return {
    table: { ...element('table', 'caption? table_head? table_body* table_foot?'), group: 'block', isolating: true },
    caption: { ...element('caption', 'inline*'), isolating: true },
    table_head: element('thead', 'table_row+'),
    table_body: element('tbody', 'table_row+'),
    table_foot: element('tfoot', 'table_row+'),
    table_row: element('tr', '(table_cell | table_header)+'),
    table_cell: { ...element('td', FLOW), isolating: true },
    table_header: { ...element('th', FLOW), isolating: true },
  };
}

function box(): NodeSpec {
  return {
    content: FLOW,
    group: 'block',
    defining: true,
    attrs: { tag: { default: 'div' }, ...html },
    parseDOM: BOXES.map((tag) => ({ tag, getAttrs: (dom: HtmlNode) => ({ tag, html: attributesOf(dom) }) })),
    toDOM: ({ attrs }) => shown(attrs.tag, attrs, true),
  };
}

/** `depth`: how many of these elements enclose it, so that `<b><a>` and `<a><b>` are both written unchanged. */
function mark(tag: string): MarkSpec {
  return {
    attrs: { ...html, depth: { default: 0 } },
    inclusive: tag !== 'a',
    ...(tag === 'span' ? { excludes: '' } : {}),
    parseDOM: [{ tag, getAttrs: (dom) => ({ html: attributesOf(dom), depth: markDepth(dom) }) }],
    toDOM: ({ attrs }) => shown(tag, attrs, true),
  };
}

function markDepth(dom: HtmlNode): number {
  let depth = 0;
  for (
    let parent = dom.parentNode;
    parent && MARKS.includes(parent.nodeName.toLowerCase());
    parent = parent.parentNode
  ) {
    depth++;
  }
  return depth;
}

export const schema = new Schema({
  nodes: nodes(),
  marks: Object.fromEntries(MARKS.map((tag) => [tag, mark(tag)])),
});
