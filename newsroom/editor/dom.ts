/** Comparing HTML as a browser reads it: elements, attributes and text, runs of white space as one. */
import { BLOCK_ELEMENTS } from './split.ts';

/** The part of the DOM that the editor reads, so that tests can supply a small one. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  readonly parentNode?: HtmlNode | null;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
}

/** Reads HTML as the content of a body, without loading or running anything. */
export type ParseHtml = (html: string) => HtmlNode;

/** An attribute on the clipboard: an empty caption that is not part of the stored text. */
export const NEW_CAPTION = 'data-new';

const ELEMENT = 1;
const TEXT = 3;
const COMMENT = 8;

type Output = {
  parts: string[];
  /** The index of the last text, if white space at its end may still be dropped. */
  spaceAt: number | undefined;
  /** Whether white space is ignored here: at the start of a block and after other white space. */
  skipsSpace: boolean;
};

/** A canonical form: equal for two pieces of HTML if and only if browsers show them alike. */
export function canonical(nodes: ArrayLike<HtmlNode>): string {
  const out: Output = { parts: [], spaceAt: undefined, skipsSpace: true };
  writeNodes(out, nodes, false);
  writeBoundary(out);
  return out.parts.join('');
}

export function attributesOf(node: HtmlNode): Record<string, string> {
  return Object.fromEntries(Array.from(node.attributes ?? [], ({ name, value }) => [name, value]));
}

function writeNodes(out: Output, nodes: ArrayLike<HtmlNode>, isPre: boolean): void {
  for (const node of Array.from(nodes)) {
    if (node.nodeType === TEXT) writeText(out, node.nodeValue ?? '', isPre);
    else if (node.nodeType === COMMENT) out.parts.push(`<!${JSON.stringify(node.nodeValue)}>`);
    else if (node.nodeType === ELEMENT) writeElement(out, node, isPre);
  }
}

function writeElement(out: Output, node: HtmlNode, isPre: boolean): void {
  const name = node.nodeName.toLowerCase();
  const isBlock = BLOCK_ELEMENTS.has(name);
  if (isBlock) writeBoundary(out);
  const attributes = Object.entries(attributesOf(node)).sort(([one], [other]) => (one < other ? -1 : 1));
  out.parts.push(`<${name}${JSON.stringify(attributes)}>`);
  if (!isBlock && node.childNodes.length === 0) writeLeaf(out, name);
  writeNodes(out, node.childNodes, isPre || name === 'pre');
  if (isBlock) writeBoundary(out);
  out.parts.push(`</${name}>`);
}

/** A picture counts as a letter; white space after a line break is ignored. */
function writeLeaf(out: Output, name: string): void {
  out.spaceAt = undefined;
  out.skipsSpace = name === 'br';
}

function writeText(out: Output, value: string, isPre: boolean): void {
  if (isPre) {
    out.parts.push(JSON.stringify(value));
    out.spaceAt = undefined;
    return;
  }
  const collapsed = value.replace(/[\t\n\f\r ]+/g, ' ');
  const text = out.skipsSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
  if (text === '') return;
  out.skipsSpace = text.endsWith(' ');
  out.spaceAt = out.skipsSpace ? out.parts.length : undefined;
  out.parts.push(text.replaceAll('<', '\\<'));
}

function writeBoundary(out: Output): void {
  if (out.spaceAt !== undefined) out.parts[out.spaceAt] = (out.parts[out.spaceAt] ?? '').slice(0, -1);
  out.spaceAt = undefined;
  out.skipsSpace = true;
}
