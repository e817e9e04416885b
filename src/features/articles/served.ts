/** Served articles: stored documents, concatenated without parsing them. */
import type { Part } from '../../core/packed.ts';
import { Rendered } from '../handler.ts';
import type { Item } from './queries.ts';

/** Stored documents between the start and the end of a response; `carried` is appended to each. */
export function rendered(
  start: string,
  items: Pick<Item, 'doc' | 'hash'>[],
  end: string,
  carried: object | undefined = undefined,
): Rendered {
  // `{…}` and `{"issue_id":7}` make `{…,"issue_id":7}`; a stored document is never empty.
  const more = carried ? `,${JSON.stringify(carried).slice(1)}` : '';
  const close = more || '}';
  const documents = items.flatMap(({ doc }, at) => [at > 0 ? `${close},` : start, unclosed(doc)]);
  return new Rendered(
    [...documents, items.length > 0 ? close + end : start + end],
    [start, ...items.map(({ hash }) => hash), more, end].join(),
  );
}

/** The same for documents that were shaped. */
export function renderedTexts(start: string, texts: string[], end: string): Rendered {
  return new Rendered([start + texts.join(',') + end]);
}

/** A packed document has no last brace. */
const unclosed = (doc: Part) => (typeof doc === 'string' ? doc.slice(0, -1) : doc);
