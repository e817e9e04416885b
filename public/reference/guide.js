import { el, pageElement } from './dom.js';
import { markdown } from './markdown.js';

const content = pageElement('page-content');
const response = await fetch(`${location.pathname}.md`);
if (response.ok) show(await response.text());
else content.replaceChildren(el('p', { class: 'notice' }, `This page could not be loaded: ${response.status}.`));

/** @param {string} text */
function show(text) {
  content.replaceChildren(el('article', { class: 'prose guide' }, ...markdown(text)));
  document.title = `${content.querySelector('h1')?.textContent ?? 'Guide'} · Masthead`;
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
