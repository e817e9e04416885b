import type { manageApi } from '../../contract/routes.ts';
import { EventStream, type Handlers } from '../handler.ts';

export const manageLive: Handlers<typeof manageApi.live> = {
  async read(_db, { site, caller, createdBy, query, lastEventId }) {
    const subscriber = { siteId: site.id, name: caller.name ?? '', createdBy };
    return new EventStream({
      subscriber,
      since: lastEventId ?? query.last_event_id ?? null,
      isOnce: query.once ?? false,
    });
  },
};
