/** Articles as readers are given them: stored documents, put together without being read. */
import type { ArticleWire } from '../../contract/article.ts';
import { type Document, Rendered } from '../handler.ts';
import type { Item } from './queries.ts';

interface Form {
  /** Stands at the end of every document. */
  carried?: object | undefined;
  /** Makes something else of the documents, what they carry included; null leaves them as they are stored. */
  shape: ((document: ArticleWire) => object) | null;
}

/** Documents between the beginning and the end of an answer. */
export function rendered(
  start: string,
  items: Pick<Item, 'doc' | 'hash'>[],
  end: string,
  { carried, shape }: Form,
): Rendered {
  if (shape) {
    const texts = items.map(({ doc }) => JSON.stringify(shape(JSON.parse(String(doc))))); // our own rendering
    return new Rendered([start + texts.join(',') + end]);
  }
  // `{…}` and `{"issue_id":7}` make `{…,"issue_id":7}`; a stored document is never empty.
  const more = carried ? `,${JSON.stringify(carried).slice(1)}` : '';
  const documents = items.flatMap(({ doc }, at) => [at > 0 ? ',' : '', ...(carried ? [unclosed(doc), more] : [doc])]);
  return new Rendered([start, ...documents, end], [start, ...items.map(({ hash }) => hash), more, end].join());
}

const unclosed = (doc: Document) => (typeof doc === 'string' ? doc.slice(0, -1) : doc.subarray(0, -1));
