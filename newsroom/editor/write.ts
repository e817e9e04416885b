/** Writes nodes of the editor as HTML, in the form that the service stores unchanged. */
import type { DOMOutputSpec, Fragment, Mark, Node } from 'prosemirror-model';
import { VOID_ELEMENTS } from '../../src/core/html-policy.ts';
import { NEW_CAPTION } from './dom.ts';
import type { HtmlAttributes } from './schema.ts';

/** Elements of the nodes whose name does not say it. */
const TAGS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  horizontal_rule: 'hr',
  figure_image: 'img',
  image: 'img',
  hard_break: 'br',
  table_head: 'thead',
  table_body: 'tbody',
  table_foot: 'tfoot',
  table_row: 'tr',
  table_cell: 'td',
  table_header: 'th',
};

/** A top-level block. Text without a paragraph gets one: two of them side by side would run together. */
export function blockHtml(node: Node): string {
  return node.type.name === 'line' ? `<p>${inlineHtml(node.content)}</p>` : nodeHtml(node);
}

export function inlineHtml(content: Fragment): string {
  const open: Mark[] = [];
  let written = '';
  const closeTo = (depth: number) => {
    while (open.length > depth) written += `</${open.pop()?.type.name}>`;
  };
  content.forEach((node) => {
    const marks = ordered(node.marks);
    let shared = 0;
    while (shared < open.length && shared < marks.length && marks[shared]?.eq(open[shared] as Mark)) shared++;
    closeTo(shared);
    for (const mark of marks.slice(shared)) {
      written += startTag(mark.type.name, mark.attrs.html);
      open.push(mark);
    }
    written += node.isText ? escapeText(node.text ?? '') : nodeHtml(node);
  });
  closeTo(0);
  return written;
}

/** The element of a node with all its attributes, as other programs get it from the clipboard. */
export function elementOf(node: Node): DOMOutputSpec {
  const { name } = node.type;
  if (name === 'kept') return ['figure', { 'data-kept': node.attrs.source }];
  if (name === 'line') return ['p', 0];
  if (name === 'code_block') return ['pre', node.attrs.html, node.attrs.code ? ['code', node.attrs.code, 0] : 0];
  const tag = tagOf(node);
  if (isUnwritten(node)) return [tag, { ...node.attrs.html, [NEW_CAPTION]: '' }];
  return VOID_ELEMENTS.has(tag) ? [tag, node.attrs.html] : [tag, node.attrs.html, 0];
}

export function startTag(tag: string, attributes: HtmlAttributes): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `<${tag}${written.join('')}>`;
}

export function escapeText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');
}

function escapeAttribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** In the order of the source; new ones in the order of the schema. */
function ordered(marks: readonly Mark[]): readonly Mark[] {
  return marks.length < 2 ? marks : marks.toSorted((one, other) => one.attrs.depth - other.attrs.depth);
}

function nodeHtml(node: Node): string {
  const { name } = node.type;
  if (name === 'kept') return node.attrs.source;
  if (name === 'line') return inlineHtml(node.content);
  if (name === 'code_block') return codeHtml(node);
  if (isUnwritten(node)) return '';
  const tag = tagOf(node);
  const start = startTag(tag, node.attrs.html);
  if (VOID_ELEMENTS.has(tag)) return start;
  return `${start}${node.inlineContent ? inlineHtml(node.content) : flowHtml(node.content)}</${tag}>`;
}

/** A caption that nobody has written. */
function isUnwritten({ type, content, attrs }: Node): boolean {
  return type.name === 'figcaption' && content.size === 0 && !attrs.cameEmpty;
}

function tagOf({ type: { name }, attrs }: Node): string {
  return name === 'heading' ? `h${attrs.level}` : name === 'box' ? attrs.tag : (TAGS[name] ?? name);
}

/** Text without paragraphs stays so, except beside other such text. */
function flowHtml(content: Fragment): string {
  const parts: string[] = [];
  const isLine = (index: number) => content.maybeChild(index)?.type.name === 'line';
  content.forEach((node, _, index) => {
    parts.push(isLine(index) && (isLine(index - 1) || isLine(index + 1)) ? blockHtml(node) : nodeHtml(node));
  });
  return parts.join('');
}

/** A browser drops the first line break of a `<pre>`. */
function codeHtml({ attrs, textContent }: Node): string {
  const text = escapeText(textContent);
  const inside = attrs.code === null ? text : `${startTag('code', attrs.code)}${text}</code>`;
  return `${startTag('pre', attrs.html)}${inside.startsWith('\n') ? '\n' : ''}${inside}</pre>`;
}
