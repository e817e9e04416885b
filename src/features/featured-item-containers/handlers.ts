import { sql } from 'kysely';
import type { contentApi, manageApi } from '../../contract/routes.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { manageHandlers, servedItems } from '../resources/handlers.ts';
import { setArticles } from '../resources/membership.ts';
import { containerMembership, featuredItemContainers } from './resource.ts';

export const contentFeaturedItemContainers: Handlers<Pick<typeof contentApi, 'listFeaturedItemContainers'>> = {
  async listFeaturedItemContainers(db, asked) {
    const { identifier } = asked.query;
    const where = identifier ? sql<boolean>`identifier = ${identifier}` : sql<boolean>`true`;
    const items = await servedItems(db, featuredItemContainers, asked, where);
    return { meta: { count: items.length }, featured_item_containers: items };
  },
};

export const manageFeaturedItemContainers = manageHandlers(featuredItemContainers);

export const manageFeaturedItemContainerArticles: Handlers<
  Pick<typeof manageApi.featuredItemContainerArticles, 'set'>
> = {
  async set(db, asked) {
    return new Versioned(asked.body, await setArticles(db, containerMembership, asked));
  },
};
