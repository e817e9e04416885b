import { announce, el, pageElement } from './dom.js';
import { methodBadge } from './operation.js';

/**
 * @typedef {import('./openapi.js').Group} Group
 * @typedef {import('./openapi.js').Operation} Operation
 * @typedef {{ operation: Operation, link: HTMLElement, row: HTMLElement, text: string }} Entry
 * @typedef {{ element: HTMLElement, entries: Entry[] }} Block a part of the list that hides when all in it is hidden
 */

/** @param {Group[]} groups */
export function buildNavigation(groups) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Block[]} */
  const blocks = [];
  const list = pageElement('page-navigation-list');
  list.replaceChildren(...groups.map((group) => groupBlock(group, entries, blocks)));
  const none = el('p', { class: 'nothing', hidden: true }, 'No operation matches.');
  list.append(none);
  bindFilter(entries, blocks, none);
  bindMenu();
  followScrolling(entries);
}

/** @param {Group} group @param {Entry[]} entries @param {Block[]} blocks */
function groupBlock(group, entries, blocks) {
  const start = entries.length;
  const nouns = group.nouns.map((noun) => nounBlock(noun, entries, blocks));
  const element = el('section', { class: 'navigation-group' }, el('h2', {}, group.name), ...nouns);
  blocks.push({ element, entries: entries.slice(start) });
  return element;
}

/** @param {import('./openapi.js').Noun} noun @param {Entry[]} entries @param {Block[]} blocks */
function nounBlock(noun, entries, blocks) {
  const own = noun.operations.map(entryFor);
  const element = el('div', {}, el('h3', {}, noun.name), el('ul', {}, ...own.map(({ row }) => row)));
  entries.push(...own);
  blocks.push({ element, entries: own });
  return element;
}

/** @param {Operation} operation @returns {Entry} */
function entryFor(operation) {
  const { id, method, path, summary, tag, noun } = operation;
  const link = el(
    'a',
    { href: `#${encodeURIComponent(id)}`, title: path },
    methodBadge(method),
    el('span', {}, summary),
  );
  const text = [id, method, path, summary, tag, noun].join(' ').toLowerCase();
  return { operation, link, row: el('li', {}, link), text };
}

/** @param {Entry[]} entries @param {Block[]} blocks @param {HTMLElement} none */
function bindFilter(entries, blocks, none) {
  const input = /** @type {HTMLInputElement} */ (pageElement('page-filter'));
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { row, text } of entries) row.hidden = !words.every((word) => text.includes(word));
    for (const block of blocks) block.element.hidden = block.entries.every(({ row }) => row.hidden);
    const shown = entries.filter(({ row }) => !row.hidden).length;
    none.hidden = shown > 0;
    if (words.length > 0) announce(`${shown} of ${entries.length} operations`);
    else showCurrent(entries);
  };
  const clear = () => {
    input.value = '';
    apply();
  };
  input.addEventListener('input', apply);
  input.addEventListener('keydown', (event) => filterKey(event, entries, clear));
  pageElement('page-navigation-list').addEventListener('keydown', (event) => moveFocus(event, entries));
  document.addEventListener('keydown', (event) => focusFilter(event, input));
}

/** Enter opens the first match, the arrow goes down into the list. */
function filterKey(
  /** @type {KeyboardEvent} */ event,
  /** @type {Entry[]} */ entries,
  /** @type {() => void} */ clear,
) {
  const first = entries.find(({ row }) => !row.hidden)?.link;
  if (event.key === 'Escape') clear();
  else if (event.key === 'Enter') first?.click();
  else if (event.key === 'ArrowDown') first?.focus();
  else return;
  event.preventDefault();
}

/** @param {KeyboardEvent} event @param {Entry[]} entries */
function moveFocus(event, entries) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = entries.filter(({ row }) => !row.hidden).map(({ link }) => link);
  const next = links[links.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step];
  (next ?? pageElement('page-filter')).focus();
  event.preventDefault();
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} input */
function focusFilter(event, input) {
  const typing = event.target instanceof Element && event.target.matches('input, textarea, select, [contenteditable]');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (pageElement('page-menu-button').offsetParent !== null) openMenu(true);
  input.focus();
  input.select();
}

/** On a narrow screen the navigation covers the page; the rest is inert while it does. */
function bindMenu() {
  const navigation = pageElement('page-navigation');
  pageElement('page-menu-button').addEventListener('click', () => openMenu(!navigation.classList.contains('open')));
  navigation.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) openMenu(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !navigation.classList.contains('open')) return;
    openMenu(false);
    pageElement('page-menu-button').focus();
  });
  matchMedia('(min-width: 60rem)').addEventListener('change', () => openMenu(false));
}

/** @param {boolean} open */
function openMenu(open) {
  const button = pageElement('page-menu-button');
  pageElement('page-navigation').classList.toggle('open', open);
  pageElement('page-content').inert = open;
  pageElement('page-credential').inert = open;
  button.setAttribute('aria-expanded', String(open));
  button.textContent = open ? 'Close' : 'Contents';
}

/** Marks the operation being read, and keeps its entry in view. @param {Entry[]} entries */
function followScrolling(entries) {
  const visible = new Set();
  const watch = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) visible.add(target.id);
        else visible.delete(target.id);
      }
      const current = entries.find(({ operation }) => visible.has(operation.id));
      if (current) markCurrent(entries, current);
    },
    { rootMargin: '-72px 0px -60% 0px' },
  );
  for (const { operation } of entries) watch.observe(pageElement(operation.id));
}

/** @param {Entry[]} entries @param {Entry} current */
function markCurrent(entries, current) {
  for (const { link } of entries) link.removeAttribute('aria-current');
  current.link.setAttribute('aria-current', 'location');
  showCurrent(entries);
}

/** @param {Entry[]} entries */
function showCurrent(entries) {
  const current = entries.find(({ link, row }) => link.ariaCurrent && !row.hidden);
  if (current) keepInView(pageElement('page-navigation-list'), current.link);
}

/** scrollIntoView would also scroll the page. @param {HTMLElement} list @param {HTMLElement} link */
function keepInView(list, link) {
  const frame = list.getBoundingClientRect();
  const place = link.getBoundingClientRect();
  if (place.top < frame.top + 24) list.scrollTop -= frame.top + 24 - place.top;
  else if (place.bottom > frame.bottom - 24) list.scrollTop += place.bottom - frame.bottom + 24;
}
