import type { ArticleWire } from '../../contract/article.ts';
import type { contentApi } from '../../contract/routes.ts';
import { fitting, listTooLarge } from '../../core/answer-size.ts';
import { withFields } from '../../core/fields.ts';
import { isEmptyQuery, searchQuery } from '../../core/search-query.ts';
import { searchLanguage } from '../../core/search-words.ts';
import { embedded, sideloads } from '../articles/present.ts';
import { namedByArticles } from '../articles/queries.ts';
import { type Handlers, Rendered } from '../handler.ts';
import { shapedTexts } from '../publication/documents.ts';
import { foundArticles } from './queries.ts';

const PAGE_SIZE = 20;
const ADVICE = 'request fewer articles with `count`, or fewer fields with `fields`';

export const contentSearch: Handlers<Pick<typeof contentApi, 'searchArticles'>> = {
  async searchArticles(db, asked) {
    const { site, query } = asked;
    const { q, count = PAGE_SIZE, section_id, fields, sideloading } = query;
    const parsed = searchQuery(q);
    const found = isEmptyQuery(parsed)
      ? []
      : await foundArticles(db, site.id, searchLanguage(site.locale), parsed, { count, section_id });
    const ids = found.map(({ id }) => id);
    const named = sideloading === undefined ? null : await namedByArticles(db, site.id, ids);
    const isAsStored = !fields && sideloading !== false;
    const shape = (document: ArticleWire) =>
      withFields(named ? embedded(document, named, site, sideloading) : document, fields);
    const texts = isAsStored ? null : await shapedTexts(db, site.id, found, shape);
    // An article was changed while it was read.
    if (!isAsStored && !texts) return contentSearch.searchArticles(db, asked);
    const documents = texts ? [...texts.values()] : fitting(found).map(({ doc }) => doc);
    if (documents.length < found.length) throw listTooLarge(ADVICE);
    const rest = named && sideloading ? `,${sideloads(named, named.items, site)}` : '';
    return new Rendered([`{"meta":{"count":${found.length}},"articles":[${documents.join(',')}]${rest}}`]);
  },
};
