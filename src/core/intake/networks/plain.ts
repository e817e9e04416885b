/** Texts of networks that have no markup. */
import { escaped } from './post.ts';

/** Empty lines part paragraphs. `toHtml`: of text that is HTML already, itself. */
export const paragraphs = (text: string, toHtml = escaped) =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${toHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');

const MOST_TAGS = 100;

/** Of networks that do not list them. */
export const hashtagsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/#([\p{L}\p{N}_]{1,200})/gu)].map(([, tag = '']) => tag))].slice(0, MOST_TAGS);
