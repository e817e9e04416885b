/** Articles as readers are given them: stored documents, put together without being read. */
import { type Document, Rendered } from '../handler.ts';
import type { Item } from './queries.ts';

/** Documents as they are stored between the beginning and the end of an answer; `carried` stands at the end of each. */
export function rendered(
  start: string,
  items: Pick<Item, 'doc' | 'hash'>[],
  end: string,
  carried: object | undefined = undefined,
): Rendered {
  // `{…}` and `{"issue_id":7}` make `{…,"issue_id":7}`; a stored document is never empty.
  const more = carried ? `,${JSON.stringify(carried).slice(1)}` : '';
  const documents = items.flatMap(({ doc }, at) => [at > 0 ? ',' : '', ...(carried ? [unclosed(doc), more] : [doc])]);
  return new Rendered([start, ...documents, end], [start, ...items.map(({ hash }) => hash), more, end].join());
}

/** The same of documents that were shaped. */
export function renderedTexts(start: string, texts: string[], end: string): Rendered {
  return new Rendered([start + texts.join(',') + end]);
}

const unclosed = (doc: Document) => (typeof doc === 'string' ? doc.slice(0, -1) : doc.subarray(0, -1));
