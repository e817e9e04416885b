import type { contentApi } from '../../contract/routes.ts';
import { withFields } from '../../core/fields.ts';
import { isAskingForNothing, searchQuery } from '../../core/search-query.ts';
import { searchLanguage } from '../../core/search-words.ts';
import { type Handlers, Rendered } from '../handler.ts';
import { foundArticles } from './queries.ts';

const PAGE_SIZE = 20;

export const contentSearch: Handlers<Pick<typeof contentApi, 'searchArticles'>> = {
  async searchArticles(db, { site, query: { q, count = PAGE_SIZE, section_id, fields } }) {
    const query = searchQuery(q);
    const filter = { count, section_id };
    const found = isAskingForNothing(query)
      ? []
      : await foundArticles(db, site.id, searchLanguage(site.locale), query, filter);
    const documents = fields ? found.map((doc) => JSON.stringify(withFields(JSON.parse(doc), fields))) : found;
    return new Rendered([`{"meta":{"count":${found.length}},"articles":[${documents.join(',')}]}`]);
  },
};
