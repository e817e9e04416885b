import { announce, el } from './dom.js';

const FEEDBACK_MS = 1600;

/**
 * @param {string} label
 * @param {() => string} text
 * @param {string} [said] announced when it is copied
 */
export function copyButton(label, text, said = 'Copied') {
  const button = el('button', { type: 'button', class: 'quiet copy', onclick: copy }, label);
  async function copy() {
    const copied = await copyText(text());
    button.textContent = copied ? 'Copied' : 'Copying failed';
    announce(copied ? said : 'Copying failed');
    setTimeout(() => {
      button.textContent = label;
    }, FEEDBACK_MS);
  }
  return button;
}

/** @param {string} text @returns {Promise<boolean>} */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The clipboard API is missing where a self-hosted server is reached over plain http by name. @param {string} text */
function copyBySelection(text) {
  const field = /** @type {HTMLTextAreaElement} */ (
    el('textarea', { class: 'visually-hidden', 'aria-hidden': 'true' })
  );
  const focused = document.activeElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
