import { sql } from 'kysely';
import type { contentApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { manageHandlers, servedItems } from '../resources/handlers.ts';
import { featuredItemContainers } from './resource.ts';

export const contentFeaturedItemContainers: Handlers<Pick<typeof contentApi, 'listFeaturedItemContainers'>> = {
  async listFeaturedItemContainers(db, asked) {
    const { identifier } = asked.query;
    const where = identifier ? sql<boolean>`identifier = ${identifier}` : sql<boolean>`true`;
    const items = await servedItems(db, featuredItemContainers, asked, where);
    return { meta: { count: items.length }, featured_item_containers: items };
  },
};

export const manageFeaturedItemContainers = manageHandlers(featuredItemContainers);
