import { el } from './dom.js';
import { codeBlock } from './json-view.js';
import { sample } from './sample.js';

/** @typedef {import('./openapi.js').Operation} Operation */

const STORAGE_KEY = 'masthead.reference.language';
/** Fires `change` when another language is chosen: all samples follow. */
const languages = new EventTarget();
let chosen = stored();

/** The request of the example, in the language last chosen. @param {Operation} operation */
export function requestSample({ samples }) {
  if (samples.length === 0) return null;
  const pre = codeBlock('', 'Example request');
  pre.classList.add('wrapped');
  const current = () => samples.find(({ label }) => label === chosen) ?? samples[0];
  const buttons = samples.map(({ label }) =>
    el('button', { type: 'button', class: 'language', onclick: () => choose(label) }, label),
  );
  const update = () => {
    pre.replaceChildren(el('code', {}, current()?.source ?? ''));
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === current()?.label));
  };
  languages.addEventListener('change', update);
  update();
  const choices = el('span', { role: 'group', 'aria-label': 'Language of the example' }, ...buttons);
  return sample(choices, pre, () => current()?.source ?? '');
}

/** @param {string} label */
function choose(label) {
  chosen = label;
  try {
    localStorage.setItem(STORAGE_KEY, label);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  languages.dispatchEvent(new Event('change'));
}

function stored() {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? 'curl';
  } catch {
    return 'curl';
  }
}
