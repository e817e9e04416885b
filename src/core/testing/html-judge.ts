/**
 * Checks for the sanitiser's tests. parse5 builds the tree that browsers build. Because the sanitiser uses its tokenizer,
 * `misshapen` also checks the output against a grammar so narrow that it needs no parser, and test/journeys/html.test.ts uses
 * a browser.
 */
import { type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
const DANGEROUS_ELEMENT =
  /^(?:script|style|link|meta|base|object|embed|applet|form|input|button|select|option|textarea|template|noscript|noembed|noframes|title|xmp|plaintext|svg|math|frame|frameset|image|isindex|portal|dialog|marquee|bgsound|keygen|area|map)$/;
const ADDRESS = /^(?:href|src|poster|cite|action|formaction|data|background|ping|longdesc|dynsrc|lowsrc|xlink:href)$/;
const PLAYER_HOST =
  /(?:^|\.)(?:youtube(?:-nocookie)?|vimeo|spotify|google|bandcamp|openstreetmap|yle)\.(?:com|org|fi)$/;

function elements(root: Node): Element[] {
  const found: Element[] = [];
  for (const waiting: Node[] = [root]; waiting.length > 0; ) {
    const node = waiting.pop();
    if (node === undefined) break;
    if ('tagName' in node) found.push(node);
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
  return found;
}

export function text(root: Node): string {
  if ('value' in root) return root.value;
  return 'childNodes' in root ? root.childNodes.map(text).join('') : '';
}

function isDangerousAddress(element: Element, value: string): boolean {
  const url = new URL(value, 'https://base.example/');
  if (element.tagName === 'iframe') return url.protocol !== 'https:' || !PLAYER_HOST.test(url.hostname);
  if (element.tagName === 'img' && /^data:image\/(?:png|jpeg|gif|webp)[;,]/i.test(url.href)) return false;
  return !/^(?:https?|mailto|tel):$/.test(url.protocol);
}

function dangersOf(element: Element): string[] {
  const found = DANGEROUS_ELEMENT.test(element.tagName) || element.namespaceURI !== HTML_NAMESPACE ? ['element'] : [];
  for (const { name, value, prefix } of element.attrs) {
    if (/^on/i.test(name) || prefix || /^(?:srcdoc|xmlns|http-equiv|is|slot)$/i.test(name)) found.push(name);
    if (ADDRESS.test(name) && URL.canParse(value, 'https://base.example/') && isDangerousAddress(element, value)) {
      found.push(`${name}=${value}`);
    }
    if (name === 'srcset' && /(?:javascript|vbscript|data)\s*:/i.test(value)) found.push(`srcset=${value}`);
    if (name === 'style' && /url|expression|import|position|behavior|binding|[\\@]|\/\*/i.test(value))
      found.push(value);
    if (name === 'target' && value === '_blank' && !element.attrs.some((other) => /noopener|noref/.test(other.value))) {
      found.push('_blank without noopener');
    }
  }
  return found.map((what) => `${what} of <${element.tagName}>`);
}

/** The dangers that parse5 finds: in a fragment, after serializing and parsing it again, and in a page without scripts. */
export function dangers(html: string): string[] {
  const fragment = parseFragment(html);
  const roots = [fragment, parseFragment(serialize(fragment)), parse(`<body>${html}`, { scriptingEnabled: false })];
  const [head, body] = ['head', 'body'];
  return roots
    .flatMap((root) => elements(root).filter(({ tagName }) => tagName !== head && tagName !== body))
    .flatMap(dangersOf);
}

const GAP = '[\\t\\n\\f\\r ]';
const ATTRIBUTE = `${GAP}+[a-z][a-z0-9_.:-]*(?:${GAP}*=${GAP}*(?:"[^"<]*"|'[^'<]*'|[^\\s"'<>=\`]+))?`;
const TAG = new RegExp(`<(?:/?[a-z][a-z0-9]*${GAP}*|[a-z][a-z0-9]*(?:${ATTRIBUTE})+${GAP}*)/?>`, 'iy');
const COMMENT = /<!--(?:(?!-)(?:[^<>-]|-(?!-))*)?-->/y;
const TEXT = /(?:[^<]|<(?=[\s\d=]))+/y;

/** The first part that is neither text, nor a plain tag, nor a simple comment; undefined if there is none. */
export function misshapen(html: string): string | undefined {
  for (let at = 0; at < html.length; ) {
    const shape = [TEXT, TAG, COMMENT].find((pattern) => {
      pattern.lastIndex = at;
      return pattern.test(html);
    });
    if (!shape) return html.slice(at, at + 80);
    at = shape.lastIndex;
  }
  return undefined;
}

/** Whether the text breaks out of its parent element, or leaves elements open behind it. */
export function escapes(html: string): boolean {
  const page = parseFragment(`<main><div>${html}</div><p>behind</p></main>`);
  const main = page.childNodes[0];
  const inside = page.childNodes.length === 1 && main && 'childNodes' in main && main.childNodes.length === 2;
  return !inside || !serialize(page).endsWith('</div><p>behind</p></main>');
}
