import { bindKeyField } from './credential.js';
import { el, pageElement } from './dom.js';
import { buildNavigation } from './navigation.js';
import { basePath, groupsOf, loadDocument, operationsOf } from './openapi.js';
import { operationSection } from './operation.js';
import { prose } from './prose.js';

/**
 * @typedef {import('./openapi.js').Json} Json
 * @typedef {import('./openapi.js').Group} Group
 */

const DOCUMENT_ADDRESS = '/openapi.json';
/** Sections get their real height only once they come near, so a jump is corrected for some frames. */
const SETTLING_FRAMES = 12;

pageElement('page-loading').hidden = false;
bindKeyField();
await start();

async function start() {
  const content = pageElement('page-content');
  try {
    showReference(content, await loadDocument(DOCUMENT_ADDRESS));
  } catch (error) {
    console.error(error);
    content.replaceChildren(failure(error));
  }
}

/** @param {HTMLElement} content @param {Json} doc */
function showReference(content, doc) {
  const operations = operationsOf(doc);
  const groups = groupsOf(doc, operations);
  const base = location.origin + basePath(doc);
  pageElement('page-version').textContent = doc.info?.version ? `version ${doc.info.version}` : '';
  content.replaceChildren(introduction(doc, groups, base), ...groups.map((group) => groupSection(doc, group, base)));
  buildNavigation(groups);
  addEventListener('hashchange', goToHash);
  goToHash();
}

/** @param {Json} doc @param {Group[]} groups @param {string} base */
function introduction(doc, groups, base) {
  const counts = groups.map((group) => {
    const count = group.nouns.reduce((sum, noun) => sum + noun.operations.length, 0);
    return el('div', {}, el('dt', {}, group.name), el('dd', {}, count === 1 ? '1 operation' : `${count} operations`));
  });
  const address = el('div', {}, el('dt', {}, 'Address'), el('dd', {}, el('code', {}, base)));
  const source = el('a', { href: DOCUMENT_ADDRESS }, 'openapi.json');
  const description = el('div', {}, el('dt', {}, `OpenAPI ${doc.openapi}`), el('dd', {}, source));
  return el(
    'section',
    { class: 'introduction' },
    el('h1', {}, doc.info?.title ?? 'API reference'),
    prose(doc.info?.description),
    el('dl', { class: 'glance' }, address, ...counts, description),
  );
}

/** @param {Json} doc @param {Group} group @param {string} base */
function groupSection(doc, group, base) {
  const nouns = group.nouns.flatMap((noun) => [
    el('h3', { class: 'noun' }, noun.name),
    ...noun.operations.map((operation) => operationSection(doc, operation, base)),
  ]);
  return el('section', { class: 'group' }, el('h2', {}, group.name), prose(group.description), ...nouns);
}

/** @param {unknown} error */
function failure(error) {
  const reason = error instanceof Error ? error.message : String(error);
  const retry = el('button', { type: 'button', class: 'primary', onclick: tryAgain }, 'Try again');
  return el(
    'div',
    { class: 'notice', role: 'alert' },
    el('h1', {}, 'The reference could not be loaded'),
    el(
      'p',
      {},
      'It is made from ',
      el('a', { href: DOCUMENT_ADDRESS }, DOCUMENT_ADDRESS),
      `, and reading that failed: ${reason}.`,
    ),
    retry,
  );
}

async function tryAgain() {
  pageElement('page-content').replaceChildren(el('p', { class: 'loading', role: 'status' }, 'Loading the reference…'));
  await start();
}

function goToHash() {
  const target = document.getElementById(hashText());
  if (!target?.classList.contains('operation')) return;
  let frames = 0;
  const settle = () => {
    target.scrollIntoView();
    frames += 1;
    if (frames < SETTLING_FRAMES) requestAnimationFrame(settle);
  };
  settle();
}

function hashText() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return ''; // Not one of our links.
  }
}
