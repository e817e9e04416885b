/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Builds an element. Strings become text nodes: nothing in the reference is ever parsed as HTML.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] `onclick` and the like take a listener; null and false are left out
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...present(children));
  return element;
}

/** @param {HTMLElement} element @param {string} name @param {unknown} value */
function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === 'function') element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else element.setAttribute(name, value === true ? '' : String(value));
}

/** @param {Child[]} children @returns {(Node | string)[]} */
export function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child || child === ''));
}

/** @param {string} id @returns {HTMLElement} */
export function pageElement(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element #${id}`);
  return element;
}

/** @param {string} text said by screen readers, not shown */
export function announce(text) {
  pageElement('page-announcer').textContent = text;
}

let lastId = 0;

/** @param {string} prefix @returns {string} an id for tying a label to its input */
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/**
 * A <details> whose content is built when it is first opened, so that deep and self-referring schemas cost nothing.
 * @param {{ class?: string, open?: boolean, summary: Child[], content: () => Child | Child[] }} parts
 */
export function disclosure({ class: className, open, summary, content }) {
  const details = /** @type {HTMLDetailsElement} */ (
    el('details', { class: className }, el('summary', {}, ...summary))
  );
  const fill = () => {
    if (details.childElementCount === 1) details.append(...present([content()].flat()));
  };
  details.addEventListener('toggle', () => details.open && fill());
  if (open) {
    fill();
    details.open = true;
  }
  return details;
}
