/** Texts that were made to harm, in each field of a feed. The program of slow-texts.test.ts reads those of the field that it is given. */
import { finished } from '../../steps.ts';
import { feedSteps } from '../feed.ts';
import type { ParsedFeed } from '../formats.ts';

export const LENGTH = 100_000;
const NOW = new Date('2026-03-28T09:00:00Z');
const PIECES = [
  'a@',
  '@',
  ' ',
  '\n',
  '\n ',
  '\t\u00a0',
  '<',
  '<a',
  '</',
  '<!--',
  '<script>',
  '&',
  '&#',
  '(',
  ')',
  '[',
  ']',
  '"',
  "'",
];
const MORE = [
  '=',
  ';',
  ',',
  '.',
  '-',
  '/',
  '\\',
  ':',
  '//',
  'http:',
  'http://',
  '?',
  '#',
  '%',
  '0',
  '1-',
  'é',
  '\u0301',
  '\ufeff',
];
const ENDS = ['', ' x'];
/** Each puts a text into one field. */
export const FIELDS: Record<string, (text: string) => object> = {
  id: (text) => ({ id: text }),
  guid: (text) => ({ guid: { value: text } }),
  title: (text) => ({ title: text }),
  'Atom title': (text) => ({ title: { value: text, type: 'html' } }),
  link: (text) => ({ link: text }),
  url: (text) => ({ url: text }),
  links: (text) => ({ links: [{ href: text, rel: text, type: text }] }),
  description: (text) => ({ description: text }),
  summary: (text) => ({ summary: { value: text, type: text } }),
  content: (text) => ({ content: { value: text, encoded: text } }),
  content_html: (text) => ({ content_html: text }),
  content_text: (text) => ({ content_text: text }),
  dates: (text) => ({ pubDate: text, published: text, updated: text, date_published: text }),
  author: (text) => ({ authors: [{ name: text }] }),
  creator: (text) => ({ dc: { creators: [text], dates: [text], subjects: [text] } }),
  tags: (text) => ({ tags: [text], categories: [{ name: text, term: text, label: text }] }),
  enclosures: (text) => ({ enclosures: [{ url: text, type: text }], attachments: [{ url: text, mime_type: text }] }),
  pictures: (text) => ({
    image: text,
    banner_image: text,
    media: { contents: [{ url: text, type: text, medium: text }] },
  }),
  base: (text) => ({ xml: { base: text } }),
};

/** Throws unless each text is read as one item, or as none. */
export function readTexts(field: string): void {
  for (const piece of [...PIECES, ...MORE])
    for (const end of ENDS) {
      const text = piece.repeat(LENGTH / piece.length) + end;
      const item = FIELDS[field]?.(text);
      for (const format of ['rss', 'json'] as const) {
        const parsed = { format, feed: { title: 'Slow', entries: [item], items: [item] } } as ParsedFeed;
        const { items } = finished(feedSteps(parsed, 'https://feed.example/', NOW));
        if (items.length > 1)
          throw new Error(`The text of ${JSON.stringify(piece)} was read as ${items.length} items.`);
      }
    }
}
