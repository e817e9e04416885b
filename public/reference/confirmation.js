import { el } from './dom.js';

/**
 * @param {{ title: string, detail: string, action: string }} question
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, detail, action }) {
  return new Promise((resolve) => {
    const close = (/** @type {string} */ answer) => () => dialog.close(answer);
    const dialog = /** @type {HTMLDialogElement} */ (
      el(
        'dialog',
        { class: 'confirmation', 'aria-labelledby': 'page-question', onclose: answered },
        el('h2', { id: 'page-question' }, title),
        el('p', {}, el('code', {}, detail)),
        el(
          'div',
          { class: 'actions' },
          el('button', { type: 'button', class: 'plain', autofocus: true, onclick: close('') }, 'Keep it'),
          el('button', { type: 'button', class: 'danger', onclick: close('yes') }, action),
        ),
      )
    );
    function answered() {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    }
    document.body.append(dialog);
    dialog.showModal();
  });
}
