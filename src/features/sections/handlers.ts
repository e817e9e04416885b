import { sql } from 'kysely';
import type { contentApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { manageHandlers, servedItem, servedItems } from '../resources/handlers.ts';
import { sections } from './resource.ts';

const isPublic = sql<boolean>`state = 'public'`;

export const contentSections: Handlers<Pick<typeof contentApi, 'listSections' | 'readSection'>> = {
  async listSections(db, asked) {
    const items = await servedItems(db, sections, asked, isPublic);
    return { meta: { total_count: items.length, count: items.length }, sections: items };
  },
  async readSection(db, asked) {
    return { section: await servedItem(db, sections, asked, asked.params.section_id, isPublic) };
  },
};

export const manageSections = manageHandlers(sections);
