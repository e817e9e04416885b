/** The part of a DOM that ProseMirror's parser needs, over parse5, so that tests need no browser. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment } from 'parse5';
import type { HtmlNode } from '../dom.ts';

type Tree = DefaultTreeAdapterTypes.Node;

const NODE_TYPES: Record<string, number> = { '#text': 3, '#comment': 8 };
const BODY = defaultTreeAdapter.createElement('body', names.NS.HTML, []);

export function parseSmall(html: string): HtmlNode {
  return new SmallNode(parseFragment(BODY, html, {}), null);
}

class SmallNode implements HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly attributes: { name: string; value: string }[];
  /** ProseMirror makes line breaks of `<br>` in code with it. */
  readonly ownerDocument = { createTextNode: (text: string) => parseSmall(text).childNodes[0] };
  childNodes: SmallNode[];
  parentNode: SmallNode | null;

  constructor(tree: Tree, parent: SmallNode | null) {
    const isElement = 'tagName' in tree;
    this.nodeName = isElement ? tree.tagName.toUpperCase() : tree.nodeName;
    this.nodeType = isElement ? 1 : (NODE_TYPES[tree.nodeName] ?? 11);
    this.nodeValue = 'value' in tree ? tree.value : 'data' in tree ? tree.data : null;
    this.attributes = isElement ? tree.attrs.map(({ name, value }) => ({ name, value })) : [];
    this.parentNode = parent;
    this.childNodes = 'childNodes' in tree ? tree.childNodes.map((child) => new SmallNode(child, this)) : [];
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): SmallNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join('');
  }

  getAttribute(name: string): string | null {
    return this.attributes.find((attribute) => attribute.name === name)?.value ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  /** Selectors of the schema: a name, and perhaps an attribute. */
  matches(selector: string): boolean {
    const [, name = '', attribute] = /^([a-z0-9]*)(?:\[([a-z-]+)\])?$/.exec(selector) ?? [];
    const isNamed = name === '' || name === this.nodeName.toLowerCase();
    return isNamed && (attribute === undefined || this.hasAttribute(attribute));
  }

  appendChild(child: SmallNode): SmallNode {
    const siblings = child.parentNode?.childNodes;
    siblings?.splice(siblings.indexOf(child), 1);
    child.parentNode = this;
    this.childNodes.push(child);
    return child;
  }
}
