/**
 * Turns what Word, Google Docs, Pages and LibreOffice put on the clipboard into plain HTML of the editor: headings, lists,
 * links, tables, pictures, and bold, italic and the like, whether they are elements or styles.
 */
import { attributesOf, type HtmlNode } from './dom.ts';
import { BLOCK_ELEMENTS } from './split.ts';
import { escapeText, startTag } from './write.ts';

type Marks = Readonly<Record<string, string>>;
type Styles = ReadonlyMap<string, string>;

interface Context {
  /** Elements around the text, with their start tags. */
  marks: Marks;
  /** Whether bold is ignored, as in headings, which are bold anyway. */
  isHeading: boolean;
  isPre: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements without text of the author. */
const DROPPED = words('script style meta link title head xml template noscript svg math object select textarea button');
const MARK_ORDER = ['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code'];
const MARK_ELEMENTS: Readonly<Record<string, string>> = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', s: 's', strike: 's', del: 's' },
  ...{ sub: 'sub', sup: 'sup', code: 'code', tt: 'code' },
};
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const TABLE_PARTS = words('table thead tbody tfoot tr');
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|\/(?!\/))/i;
const PICTURE = /^(?:https?:|data:image\/(?:png|jpeg|gif|webp);|\/files\/)/i;

export function cleanPaste(root: HtmlNode): string {
  return blocks(Array.from(root.childNodes), { marks: {}, isHeading: false, isPre: false });
}

/** Declarations by name: `mso-bidi-font-weight` is not `font-weight`. */
export function stylesOf(node: HtmlNode): Styles {
  const declarations = (attributesOf(node).style ?? '').split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
  });
  return new Map(declarations.filter(([name]) => name !== ''));
}

/** A run of text and inline elements becomes a paragraph; Word's list paragraphs become lists. */
function blocks(nodes: HtmlNode[], context: Context): string {
  const written: string[] = [];
  let run = '';
  const endRun = () => {
    if (hasContent(run)) written.push(`<p>${run.trim()}</p>`);
    run = '';
  };
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as HtmlNode; // index is in range
    if (!holdsBlocks(node)) {
      run += inline(node, context);
      continue;
    }
    endRun();
    const items = wordItems(nodes.slice(index), context);
    if (items.length > 0) written.push(listHtml(items));
    else written.push(block(node, context));
    index += Math.max(0, nodesOf(items) - 1);
  }
  endRun();
  return written.join('');
}

function block(node: HtmlNode, context: Context): string {
  const name = nameOf(node);
  const children = Array.from(node.childNodes);
  const inside = { ...context, marks: marksOf(node, context) };
  if (HEADINGS.has(name)) return wrapped(name, run(children, { ...inside, marks: {}, isHeading: true }));
  if (name === 'p') return children.some(holdsBlocks) ? blocks(children, inside) : wrapped('p', run(children, inside));
  if (name === 'ul' || name === 'ol') return nestedList(name, children, inside);
  if (name === 'blockquote') return wrapped('blockquote', blocks(children, inside));
  if (name === 'pre') return wrapped('pre', run(children, { ...inside, marks: {}, isPre: true }));
  if (name === 'hr') return '<hr>';
  if (TABLE_PARTS.has(name)) return wrapped(name, tableParts(children, inside));
  return blocks(children, inside);
}

function tableParts(children: HtmlNode[], context: Context): string {
  const parts = children.map((node) => {
    const name = nameOf(node);
    if (TABLE_PARTS.has(name)) return block(node, context);
    if (name !== 'td' && name !== 'th') return '';
    const { colspan, rowspan } = attributesOf(node);
    const spans = { ...(colspan && { colspan }), ...(rowspan && { rowspan }) };
    return `${startTag(name, spans)}${unwrapped(blocks(Array.from(node.childNodes), context))}</${name}>`;
  });
  return parts.join('');
}

/** Docs puts nested lists beside the items that they belong to. */
function nestedList(name: string, children: HtmlNode[], context: Context): string {
  const items: string[] = [];
  for (const child of children) {
    if (nameOf(child) === 'li') items.push(unwrapped(blocks(Array.from(child.childNodes), context)));
    else if (holdsBlocks(child)) items.push(`${items.pop() ?? ''}${block(child, context)}`);
  }
  return wrapped(name, items.map((item) => `<li>${item}</li>`).join(''));
}

interface WordItem {
  level: number;
  isOrdered: boolean;
  html: string;
  /** How many nodes it took, white space and comments before it included. */
  nodes: number;
}

/** The paragraphs with which a list of Word begins here: `mso-list:l0 level2 lfo1`. */
function wordItems(nodes: HtmlNode[], context: Context): WordItem[] {
  const items: WordItem[] = [];
  let passed = 0;
  for (const node of nodes) {
    passed++;
    if (isBlank(node)) continue;
    const list = stylesOf(node).get('mso-list') ?? '';
    const level = /\blevel(\d+)/i.exec(list)?.[1];
    if (!holdsBlocks(node) || level === undefined) break;
    const isOrdered = /^\s*[\da-z]{1,4}[.)]/i.test(markerOf(node));
    items.push({ level: Number(level), isOrdered, html: run(Array.from(node.childNodes), context), nodes: passed });
    passed = 0;
  }
  return items;
}

const nodesOf = (items: WordItem[]) => items.reduce((sum, { nodes }) => sum + nodes, 0);

function listHtml(items: WordItem[]): string {
  const [first] = items;
  if (first === undefined) return '';
  const tag = first.isOrdered ? 'ol' : 'ul';
  const parts: string[] = [];
  for (let index = 0; index < items.length; ) {
    const item = items[index] as WordItem; // index is in range
    const end = items.findIndex((other, at) => at > index && other.level <= first.level);
    const inner = items.slice(index + 1, end < 0 ? undefined : end);
    parts.push(`<li>${item.html.trim()}${listHtml(inner)}</li>`);
    index += inner.length + 1;
  }
  return `<${tag}>${parts.join('')}</${tag}>`;
}

/** The bullet or number that Word writes as text. */
function markerOf(node: HtmlNode): string {
  if (isMarker(node)) return textOf(node);
  return Array.from(node.childNodes, markerOf).join('');
}

function isMarker(node: HtmlNode): boolean {
  return /^ignore$/i.test(stylesOf(node).get('mso-list') ?? '');
}

function run(nodes: HtmlNode[], context: Context): string {
  const written = nodes.map((node) => inline(node, context)).join('');
  return context.isPre ? written : written.replace(/(?:<br>|\s)+$/, '').trimStart();
}

function inline(node: HtmlNode, context: Context): string {
  if (node.nodeType === 3) return text(node.nodeValue ?? '', context);
  const name = nameOf(node);
  if (node.nodeType !== 1 || DROPPED.has(name) || isMarker(node)) return '';
  if (name === 'br') return '<br>';
  if (name === 'img') return picture(node);
  return Array.from(node.childNodes, (child) => inline(child, { ...context, marks: marksOf(node, context) })).join('');
}

function text(value: string, { marks, isPre }: Context): string {
  const plain = isPre ? value : value.replace(/[\t\n\r\f ]+/g, ' ');
  if (plain === '') return '';
  const names = MARK_ORDER.filter((name) => name in marks);
  const open = names.map((name) => marks[name]).join('');
  return `${open}${escapeText(plain)}${names
    .reverse()
    .map((name) => `</${name}>`)
    .join('')}`;
}

function picture(node: HtmlNode): string {
  const { src = '', alt = '' } = attributesOf(node);
  return PICTURE.test(src) ? startTag('img', { src, alt }) : '';
}

function marksOf(node: HtmlNode, { marks, isHeading }: Context): Marks {
  const found: Record<string, string> = { ...marks };
  const name = MARK_ELEMENTS[nameOf(node)];
  if (name !== undefined) found[name] = `<${name}>`;
  const { href = '' } = attributesOf(node);
  if (nameOf(node) === 'a' && SAFE_ADDRESS.test(href)) found.a = startTag('a', { href });
  readStyles(found, stylesOf(node));
  if (isHeading) delete found.strong;
  // Links are underlined anyway.
  if ('a' in found) delete found.u;
  return found;
}

function readStyles(found: Record<string, string>, styles: Styles): void {
  const set = (name: string, isSet: boolean | undefined) => {
    if (isSet) found[name] = `<${name}>`;
    else if (isSet === false) delete found[name];
  };
  const weight = styles.get('font-weight')?.toLowerCase();
  set('strong', weight === undefined ? undefined : /^bold/.test(weight) || Number(weight) >= 600);
  const style = styles.get('font-style')?.toLowerCase();
  set('em', style === undefined ? undefined : /^(?:italic|oblique)/.test(style));
  const line = styles.get('text-decoration-line') ?? styles.get('text-decoration') ?? '';
  set('u', /underline/i.test(line) || undefined);
  set('s', /line-through/i.test(line) || undefined);
  const place = styles.get('vertical-align')?.toLowerCase() ?? '';
  set('sup', place.startsWith('super') || undefined);
  set('sub', place === 'sub' || undefined);
}

function nameOf(node: HtmlNode): string {
  return node.nodeType === 1 ? node.nodeName.toLowerCase() : '';
}

function holdsBlocks(node: HtmlNode): boolean {
  const name = nameOf(node);
  if (name === '' || DROPPED.has(name)) return false;
  return BLOCK_ELEMENTS.has(name) || Array.from(node.childNodes).some(holdsBlocks);
}

function isBlank(node: HtmlNode): boolean {
  return node.nodeType === 8 || (node.nodeType === 3 && (node.nodeValue ?? '').trim() === '');
}

function textOf(node: HtmlNode): string {
  return node.nodeValue ?? Array.from(node.childNodes, textOf).join('');
}

function hasContent(html: string): boolean {
  return /<img/.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}

/** Drops empty elements: Word and Docs use empty paragraphs as spacing. */
function wrapped(name: string, inside: string): string {
  return hasContent(inside) || TABLE_PARTS.has(name) ? `<${name}>${inside}</${name}>` : '';
}

/** The text of a single paragraph without it. */
function unwrapped(html: string): string {
  const only = /^<p>((?:(?!<p>)[\s\S])*)<\/p>/.exec(html);
  return only && !html.slice(only[0].length).includes('<p>') ? `${only[1]}${html.slice(only[0].length)}` : html;
}
