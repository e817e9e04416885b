/** HTML as the browser reads it in a body. The document has no window: it loads nothing and runs nothing. */
import type { ParseHtml } from './dom.ts';

export const parseInPage: ParseHtml = (html) => {
  const { body } = document.implementation.createHTMLDocument('');
  body.innerHTML = html;
  return body;
};
