/** A kept block on the screen: what it looks like, and its source to edit. Made by hand: ProseMirror owns this part of the page. */
import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { previewHtml } from './kept-preview.ts';
import { parseInPage } from './parse.ts';

export interface KeptWords {
  kept: string;
  editSource: string;
  apply: string;
  cancel: string;
  source: string;
}

const STYLE =
  ':host{display:block;overflow:auto;contain:content} img,video{max-width:100%;height:auto} table{border-collapse:collapse} td,th{border:1px solid;padding:.25em .5em} .player{display:block;padding:1em;border:1px dashed;overflow-wrap:anywhere}';

export function keptView(
  node: Node,
  words: KeptWords,
  isLoaded: (address: string) => boolean,
  replace: (source: string) => void,
): NodeView {
  const dom = element('div', 'kept');
  dom.contentEditable = 'false';
  const label = element('span', 'kept-label');
  label.textContent = words.kept;
  const edit = button(words.editSource);
  const head = element('div', 'kept-head');
  head.append(label, edit);
  dom.append(head, previewOf(node.attrs.source, isLoaded));
  edit.onclick = () => openSource(dom, node.attrs.source, words, replace);
  return {
    dom,
    stopEvent: (event) => event.target instanceof HTMLElement && event.target.closest('button, textarea') !== null,
    ignoreMutation: () => true,
    update: (next) => next.eq(node),
  };
}

function openSource(dom: HTMLElement, source: string, words: KeptWords, replace: (source: string) => void): void {
  const form = element('div', 'kept-form');
  const area = document.createElement('textarea');
  area.value = source;
  area.setAttribute('aria-label', words.source);
  area.rows = Math.min(20, source.split('\n').length + 3);
  area.spellcheck = false;
  const [apply, cancel] = [button(words.apply), button(words.cancel)];
  apply.onclick = () => (area.value === source ? cancel.click() : replace(area.value));
  const before = [...dom.childNodes];
  cancel.onclick = () => {
    dom.replaceChildren(...before);
    dom.querySelector('button')?.focus();
  };
  area.onkeydown = (event) => {
    if (event.key === 'Escape') cancel.click();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply.click();
    event.stopPropagation();
  };
  form.append(area, apply, cancel);
  dom.replaceChildren(form);
  area.focus();
}

/** In a shadow tree, so that neither page has the other's styles. */
function previewOf(source: string, isLoaded: (address: string) => boolean): HTMLElement {
  const place = element('div', 'kept-preview');
  const shadow = place.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [sheet];
  const holder = document.createElement('div');
  holder.innerHTML = previewHtml(parseInPage(source), isLoaded);
  shadow.append(holder);
  if (holder.textContent?.trim() === '' && !holder.querySelector('img, video, audio, hr, .player')) {
    const code = document.createElement('code');
    code.textContent = source.slice(0, 200);
    holder.replaceChildren(code);
  }
  return place;
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

function button(label: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  return made;
}
