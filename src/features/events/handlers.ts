import type { contentApi } from '../../contract/routes.ts';
import { badParameter } from '../../core/errors.ts';
import { calendarRange } from '../../core/time.ts';
import type { HandlerInput, Handlers } from '../handler.ts';
import { manageHandlers, servedItem, servedItems } from '../resources/handlers.ts';
import { allOf, having, ongoing, served } from './queries.ts';
import { events } from './resource.ts';

const PAGE_SIZE = 20;

export const contentEvents: Handlers<Pick<typeof contentApi, 'listEvents' | 'readEvent'>> = {
  async listEvents(db, asked) {
    const { count = PAGE_SIZE, offset = 0 } = asked.query;
    const items = await servedItems(db, events, asked, matching(asked), { limit: count, offset });
    return { meta: { count: items.length }, events: items };
  },
  async readEvent(db, asked) {
    return { event: await servedItem(db, events, asked, asked.params.event_id, served) };
  },
};

export const manageEvents = manageHandlers(events);

function matching({ site, query }: HandlerInput<typeof contentApi.listEvents>) {
  const conditions = [served];
  if (query.category) conditions.push(having('categories', query.category));
  if (query.theme) conditions.push(having('themes', query.theme));
  if (query.date !== undefined) conditions.push(ongoing(rangeOf(query.date, site.time_zone)));
  return allOf(conditions);
}

function rangeOf(date: string, timeZone: string) {
  const range = calendarRange(date, timeZone);
  if (!range) throw badParameter('date', 'date must be a day (YYYY-MM-DD) or a month (YYYY-MM).');
  return range;
}
