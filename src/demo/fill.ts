import { sql } from 'kysely';
import { adminToken } from '../core/rights.ts';
import { startOfDay } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { articleCategories } from '../features/article-categories/resource.ts';
import { createArticle } from '../features/articles/commands.ts';
import { authors } from '../features/authors/resource.ts';
import { events } from '../features/events/resource.ts';
import { featuredItemContainers } from '../features/featured-item-containers/resource.ts';
import { issues } from '../features/issues/resource.ts';
import { pages } from '../features/pages/resource.ts';
import { createResource } from '../features/resources/commands.ts';
import type { Resource, ResourceTable } from '../features/resources/resource.ts';
import { sections } from '../features/sections/resource.ts';
import { createSite } from '../features/sites/commands.ts';
import { siteCount } from '../features/sites/queries.ts';
import * as demo from './content.ts';

const DEMO_SITE = 1;
const DAY = 86_400_000;

/** Fills a database that holds no site, all at once or not at all. Says whether it did. */
export async function fillDemo(db: Db, publicUrl: string, now = new Date()): Promise<boolean> {
  return transaction(db, async (tx) => {
    // Two processes that start together on one new database: the second waits, and finds the site.
    await sql`select pg_advisory_xact_lock(hashtextextended('masthead demo', 0))`.execute(tx);
    if ((await siteCount(tx, 'all')) > 0) return false;
    const site = await createSite(tx, { ...demo.site, id: DEMO_SITE }, adminToken);
    const picture: Picture = (name) => (name ? `${publicUrl}/files/demo/${name}.svg` : null);
    const names = await fillSite(tx, picture, now);
    for (const article of demo.articles) {
      await createArticle(tx, { site, caller: adminToken, now }, articleInput(article, names, picture, now));
    }
    return true;
  });
}

type Picture = (name: string | undefined) => string | null;

interface Names {
  sections: Map<string, number>;
  authors: Map<string, number>;
}

async function fillSite(tx: Tx, picture: Picture, now: Date): Promise<Names> {
  const add = <Table extends ResourceTable, Wire>(
    resource: Resource<Table, string, string, Wire>,
    input: Partial<Wire>,
  ) => createResource(tx, resource, { siteId: DEMO_SITE, input, caller: adminToken, now });

  const names: Names = { sections: new Map(), authors: new Map() };
  const categoryIds = new Map<string | undefined, number>();
  for (const category of demo.categories)
    categoryIds.set(category.name, (await add(articleCategories, category)).row.id);
  for (const { category, picture: cover, ...section } of demo.sections) {
    const fields = { ...section, category_id: categoryIds.get(category) ?? null, cover_url: picture(cover) };
    names.sections.set(section.name, (await add(sections, fields)).row.id);
  }
  for (const author of demo.authors) names.authors.set(author.firstname, (await add(authors, author)).row.id);
  for (const page of demo.pages) await add(pages, page);
  for (const { picture: cover, ...issue } of demo.issues) await add(issues, { ...issue, cover_url: picture(cover) });
  for (const container of demo.containers) await add(featuredItemContainers, container);
  for (const event of demo.events) await add(events, eventInput(event, picture, now));
  return names;
}

function articleInput(article: (typeof demo.articles)[number], names: Names, picture: Picture, now: Date) {
  const { section, author, days, picture: cover, pin, ...written } = article;
  return {
    ...written,
    state: 'published' as const,
    section_id: names.sections.get(section) ?? 0,
    author_ids: [names.authors.get(author) ?? 0],
    cover_url: picture(cover),
    published_at: instantOn(now, -days, '07:30'),
    site_pinned_index: pin ?? null,
  };
}

function eventInput(event: (typeof demo.events)[number], picture: Picture, now: Date) {
  const { day, days = 1, from, to, deadline, draft, picture: cover, organizer, all_day = false, ...rest } = event;
  const at = (offset: number, time = '00:00') => instantOn(now, offset, time);
  return {
    ...rest,
    all_day,
    start_date: at(day, from),
    end_date: all_day ? at(day + days - 1) : at(day, to),
    registration_deadline: deadline === undefined ? null : at(deadline, '23:59'),
    published_at: draft ? null : at(-1),
    cover_url: picture(cover),
    ...(organizer ? { organizer: { name: organizer } } : {}),
  };
}

/** `18:00` of a day, counted from today, on the clocks of the demo site. */
function instantOn(now: Date, dayOffset: number, time: string): string {
  const date = new Date(now.getTime() + dayOffset * DAY).toISOString().slice(0, 10);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfDay(date, demo.site.time_zone).getTime() + (hours * 60 + minutes) * 60_000).toISOString();
}
