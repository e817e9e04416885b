/**
 * Turns what Word, Google Docs, Pages and LibreOffice put on the clipboard into plain HTML of the editor: headings, lists,
 * links, tables, pictures, and bold, italic and the like, whether they are elements or styles.
 */
import { attributesOf, type HtmlNode } from './dom.ts';
import { keptHtml, playerOf } from './embeds.ts';
import { DROPPED, holdsBlocks, nameOf, type Styles, stylesOf, textOf } from './pasted-nodes.ts';
import { isMarker, listsHtml, numberOf, wordItems } from './word-lists.ts';
import { escapeText, startTag } from './write.ts';

type Marks = Readonly<Record<string, string>>;

interface Context {
  /** Elements around the text, with their start tags. */
  marks: Marks;
  /** Whether bold is ignored, as in headings, which are bold anyway. */
  isHeading: boolean;
  isPre: boolean;
  /** Whether players may stand here: not in lists, tables and quotations. They follow those. */
  isTop: boolean;
  found: Found;
}

interface Found {
  lostPictures: number;
  refusedPlayers: Set<string>;
  /** Players that are not written yet. */
  players: string[];
}

/** Clean HTML, and what of the clipboard is not in it. */
export interface Pasted {
  html: string;
  /** Pictures that are not on the clipboard, only the path of a file on the writer's computer. */
  lostPictures: number;
  /** The hosts of players that are not allowed. */
  refusedPlayers: string[];
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const MARK_ORDER = ['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code'];
const MARK_ELEMENTS: Readonly<Record<string, string>> = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', s: 's', strike: 's', del: 's' },
  ...{ sub: 'sub', sup: 'sup', code: 'code', tt: 'code' },
};
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
/** Blocks whose content stays within them. */
const NESTING = words('ul ol blockquote table thead tbody tfoot tr');
const TABLE_PARTS = words('table thead tbody tfoot tr');
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|\/(?!\/))/i;
const PICTURE = /^(?:https?:|data:image\/(?:png|jpeg|gif|webp);|\/files\/)/i;

export function cleanPaste(root: HtmlNode): Pasted {
  const found: Found = { lostPictures: 0, refusedPlayers: new Set(), players: [] };
  const context = { marks: {}, isHeading: false, isPre: false, isTop: true, found };
  const html = blocks(Array.from(root.childNodes), context);
  const lostPictures = found.lostPictures + Math.max(0, drawnPictures(root));
  return { html, lostPictures, refusedPlayers: [...found.refusedPlayers] };
}

/** A run of text and inline elements becomes a paragraph; Word's list paragraphs become lists. */
function blocks(nodes: HtmlNode[], context: Context): string {
  const written: string[] = [];
  let line = '';
  const endLine = () => {
    if (hasContent(line)) written.push(`<p>${line.trim()}</p>`);
    line = '';
  };
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as HtmlNode; // index is in range
    if (!holdsBlocks(node)) {
      line += inline(node, context);
      continue;
    }
    endLine();
    const items = wordItems(nodes.slice(index), (children) => run(children, context));
    written.push(items.length > 0 ? listsHtml(items) : block(node, context));
    index += Math.max(0, items.reduce((sum, item) => sum + item.nodes, 0) - 1);
    if (context.isTop) written.push(...context.found.players.splice(0));
  }
  endLine();
  return written.join('');
}

function block(node: HtmlNode, context: Context): string {
  const name = nameOf(node);
  const children = Array.from(node.childNodes);
  const inside = { ...context, marks: marksOf(node, context), isTop: context.isTop && !NESTING.has(name) };
  if (name === 'iframe') return player(node, context.found);
  if (HEADINGS.has(name)) return wrapped(name, run(children, { ...inside, marks: {}, isHeading: true }));
  if (name === 'p') return children.some(holdsBlocks) ? blocks(children, inside) : wrapped('p', run(children, inside));
  if (name === 'ul' || name === 'ol') return nestedList(node, inside);
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
function nestedList(node: HtmlNode, context: Context): string {
  const items: string[] = [];
  for (const child of Array.from(node.childNodes)) {
    if (nameOf(child) === 'li') items.push(unwrapped(blocks(Array.from(child.childNodes), context)));
    else if (holdsBlocks(child)) items.push(`${items.pop() ?? ''}${block(child, context)}`);
  }
  const inside = items.map((item) => `<li>${item}</li>`).join('');
  if (!hasContent(inside)) return '';
  return `${startTag(nameOf(node), numbering(node))}${inside}</${nameOf(node)}>`;
}

/** How a numbered list counts: from another number than 1, or in letters. */
function numbering(node: HtmlNode): Record<string, string> {
  if (nameOf(node) !== 'ol') return {};
  const { start = '', type = '' } = attributesOf(node);
  return { ...(/^[aAiI]$/.test(type) && { type }), ...(/^-?\d{1,9}$/.test(start) && start !== '1' && { start }) };
}

function run(nodes: HtmlNode[], context: Context): string {
  const written = nodes.map((node) => inline(node, context)).join('');
  return context.isPre ? written : written.replace(/(?:<br>|\s)+$/, '').trimStart();
}

function inline(node: HtmlNode, context: Context): string {
  if (node.nodeType === 3) return text(node.nodeValue ?? '', context);
  const name = nameOf(node);
  if (node.nodeType !== 1 || DROPPED.has(name)) return '';
  if (isMarker(node)) return context.isHeading ? headingNumber(node) : '';
  if (name === 'br') return '<br>';
  if (name === 'iframe') return player(node, context.found);
  if (name === 'img') return picture(node, context.found);
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

/** The number of a heading is text: HTML counts no headings. */
function headingNumber(marker: HtmlNode): string {
  const number = numberOf(textOf(marker));
  return number === undefined ? '' : `${escapeText(number)} `;
}

/** Written after the block around it. */
function player(node: HtmlNode, found: Found): '' {
  const one = playerOf(node);
  if (one && 'html' in one) found.players.push(keptHtml(one.html));
  else if (one) found.refusedPlayers.add(one.host);
  return '';
}

function picture(node: HtmlNode, found: Found): string {
  const { src = '', alt = '' } = attributesOf(node);
  if (PICTURE.test(src)) return startTag('img', { src, alt });
  if (src !== '') found.lostPictures++;
  return '';
}

/** Pictures that Word wrote as VML alone: most have an `<img>` beside it, for other programs. */
function drawnPictures(node: HtmlNode): number {
  const isDrawn = node.nodeType === 8 ? /<v:imagedata\b/i.test(node.nodeValue ?? '') : nameOf(node) === 'v:imagedata';
  const isCounted = nameOf(node) === 'img' && 'v:shapes' in attributesOf(node);
  const inside = Array.from(node.childNodes, drawnPictures).reduce((sum, count) => sum + count, 0);
  return inside + Number(isDrawn) - Number(isCounted);
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
