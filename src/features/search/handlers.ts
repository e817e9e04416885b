import type { contentApi } from '../../contract/routes.ts';
import { fitting, listTooLarge } from '../../core/answer-size.ts';
import { withFields } from '../../core/fields.ts';
import { isEmptyQuery, searchQuery } from '../../core/search-query.ts';
import { searchLanguage } from '../../core/search-words.ts';
import { type Handlers, Rendered } from '../handler.ts';
import { shapedTexts } from '../publication/documents.ts';
import { foundArticles } from './queries.ts';

const PAGE_SIZE = 20;
const ADVICE = 'ask for fewer articles with `count`, or for fewer fields with `fields`';

export const contentSearch: Handlers<Pick<typeof contentApi, 'searchArticles'>> = {
  async searchArticles(db, asked) {
    const { site, query } = asked;
    const { q, count = PAGE_SIZE, section_id, fields } = query;
    const parsed = searchQuery(q);
    const found = isEmptyQuery(parsed)
      ? []
      : await foundArticles(db, site.id, searchLanguage(site.locale), parsed, { count, section_id });
    const shape = (document: object) => withFields(document, fields);
    const texts = fields ? await shapedTexts(db, site.id, found, shape) : null;
    // An article was changed while it was read.
    if (fields && !texts) return contentSearch.searchArticles(db, asked);
    const documents = texts ? [...texts.values()] : fitting(found).map(({ doc }) => doc);
    if (documents.length < found.length) throw listTooLarge(ADVICE);
    return new Rendered([`{"meta":{"count":${found.length}},"articles":[${documents.join(',')}]}`]);
  },
};
