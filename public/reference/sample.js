import { copyButton } from './clipboard.js';
import { el } from './dom.js';

/** @param {Node | string} title @param {HTMLElement} pre @param {() => string} text what the button copies */
export function sample(title, pre, text) {
  return el('figure', { class: 'sample' }, el('figcaption', {}, el('span', {}, title), copyButton('Copy', text)), pre);
}
