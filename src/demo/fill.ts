import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Actor, commandLine } from '../core/rights.ts';
import { startOfDay } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { articleCategories } from '../features/article-categories/resource.ts';
import { createArticle } from '../features/articles/commands.ts';
import { authors } from '../features/authors/resource.ts';
import { createCampaign } from '../features/campaigns/commands.ts';
import { batchOf } from '../features/entries/batches.ts';
import { writeEntries } from '../features/entries/commands.ts';
import { events } from '../features/events/resource.ts';
import { featuredItemContainers } from '../features/featured-item-containers/resource.ts';
import { issues } from '../features/issues/resource.ts';
import { setLike } from '../features/likes/commands.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { pages } from '../features/pages/resource.ts';
import { createResource } from '../features/resources/commands.ts';
import { type Membership, setArticles } from '../features/resources/membership.ts';
import type { Resource, ResourceTable } from '../features/resources/resource.ts';
import { sections } from '../features/sections/resource.ts';
import { createSite } from '../features/sites/commands.ts';
import { siteCount } from '../features/sites/queries.ts';
import { articles } from './articles/all.ts';
import type { DemoArticle } from './articles/article.ts';
import { attachmentsOf } from './attachments.ts';
import { campaign, entries } from './campaign.ts';
import * as demo from './content.ts';
import { DEMO_SITE } from './content.ts';
import { events as demoEvents } from './events.ts';
import { fillPictures, preparePictures } from './pictures.ts';
import { wasRemoved } from './remove.ts';

const DAY = 86_400_000;
const ENTRIES_AT_ONCE = 1_000;

/** Fills a database without sites in one transaction, but not again after the demo was removed. Returns whether it did. */
export async function fillDemo(db: Db, media: MediaTools, now = new Date()): Promise<boolean> {
  if ((await siteCount(db, 'all')) > 0 || (await wasRemoved(db))) return false;
  const prepared = await preparePictures(media);
  return transaction(db, async (tx) => {
    // Of two processes starting on a new database, the second waits and then finds the site.
    await sql`select pg_advisory_xact_lock(hashtextextended('masthead demo', 0))`.execute(tx);
    if ((await siteCount(tx, 'all')) > 0) return false;
    const caller = filler();
    const site = await createSite(tx, { ...demo.site, id: DEMO_SITE }, caller);
    const paths = await fillPictures(tx, media, prepared, caller);
    const picture: Picture = (name) => (name ? (paths.get(name) ?? null) : null);
    const filling = { tx, caller, site, picture, now };
    const names = await fillNouns(filling);
    await fillArticles(filling, names);
    await fillLists(filling, names);
    await fillCampaign(filling, [...names.articles.values()]);
    return true;
  });
}

/** The demo is one entry of the audit log. */
function filler(): Actor {
  return { ...commandLine, run: { key: `demo ${randomUUID()}`, noun: 'installation', action: 'fill_demo' } };
}

type Picture = (name: string | undefined) => string | null;

interface Filling {
  tx: Tx;
  caller: Actor;
  site: Site;
  picture: Picture;
  now: Date;
}

/** Ids by name: the texts refer to each other by name. */
type Ids = Map<string | undefined, number>;
interface Names {
  categories: Ids;
  sections: Ids;
  authors: Ids;
  articles: Ids;
}

async function add<Table extends ResourceTable, Wire>(
  { tx, caller, now }: Filling,
  resource: Resource<Table, string, string, Wire>,
  input: Partial<Wire>,
): Promise<number> {
  return (await createResource(tx, resource, { siteId: DEMO_SITE, input, caller, now })).row.id;
}

async function fillNouns(filling: Filling): Promise<Names> {
  const { picture, now } = filling;
  const names: Names = { categories: new Map(), sections: new Map(), authors: new Map(), articles: new Map() };
  for (const category of demo.categories)
    names.categories.set(category.name, await add(filling, articleCategories, category));
  for (const { category, picture: cover, ...section } of demo.sections) {
    const fields = { ...section, category_id: names.categories.get(category) ?? null, cover_url: picture(cover) };
    names.sections.set(section.name, await add(filling, sections, fields));
  }
  for (const { picture: avatar, ...author } of demo.authors) {
    const id = await add(filling, authors, { ...author, avatar: picture(avatar) ?? '' });
    names.authors.set(author.firstname, id);
  }
  for (const { picture: cover, ...page } of demo.pages)
    await add(filling, pages, { ...page, cover_url: picture(cover) });
  for (const event of demoEvents) await add(filling, events, eventInput(event, picture, now));
  return names;
}

async function fillArticles({ tx, caller, site, picture, now }: Filling, names: Names): Promise<void> {
  for (const [index, article] of articles.entries()) {
    const input = articleInput(article, index, names, picture, now);
    const { id } = await createArticle(tx, { site, caller, now }, input);
    if (id === null) continue;
    names.articles.set(article.title, id);
    const [upvotes, downvotes] = article.likes ?? [0, 0];
    if (upvotes > 0) await setLike(tx, DEMO_SITE, id, { upvotes, downvotes }, { caller });
  }
}

/** Issues and containers with their articles. */
async function fillLists(filling: Filling, names: Names): Promise<void> {
  const { picture, now } = filling;
  for (const { picture: cover, daysAgo, articles: titles, ...issue } of demo.issues) {
    const publishedAt = daysAgo === undefined ? {} : { published_at: instantOn(now, -daysAgo, '06:00') };
    const id = await add(filling, issues, { ...issue, ...publishedAt, cover_url: picture(cover) });
    await hold(filling, { resource: issues }, id, titles, names);
  }
  for (const { articles: titles, ...container } of demo.containers) {
    const id = await add(filling, featuredItemContainers, container);
    await hold(filling, { resource: featuredItemContainers }, id, titles, names);
  }
}

/** In batches as they come from outside. */
async function fillCampaign({ tx, caller, now }: Filling, articleIds: number[]): Promise<void> {
  const { id } = await createCampaign(tx, { ...campaign, service_site_id: DEMO_SITE }, caller);
  const posts = entries(new Date(Math.floor(now.getTime() / DAY) * DAY), articleIds);
  for (let at = 0; at < posts.length; at += ENTRIES_AT_ONCE)
    await writeEntries(tx, id, batchOf(posts.slice(at, at + ENTRIES_AT_ONCE), now), { caller, now });
}

async function hold<Table extends 'issue' | 'featured_item_container'>(
  { tx, caller, site, now }: Filling,
  membership: Membership<Table>,
  id: number,
  titles: string[],
  names: Names,
): Promise<void> {
  const body = { article_ids: titles.map((title) => named(names.articles, title)) };
  await setArticles(tx, membership, { caller, site, params: { id }, body, ifMatch: undefined, now });
}

function articleInput(article: DemoArticle, index: number, names: Names, picture: Picture, now: Date) {
  const { title, summary, body, type = 'article', source = 'newsroom', url = null, tags, cta = null } = article;
  const cover = picture(article.picture);
  const at = instantOn(now, -article.days, timeOfDay(index));
  const attachments = attachmentsOf(article, at, cover);
  return {
    ...{ title, summary, body, type, source, url, tags, cta },
    ...(article.isDraft ? {} : { state: 'published' as const, published_at: at }),
    section_id: named(names.sections, article.section),
    category_id: names.categories.get(article.category) ?? null,
    author_ids: (article.by ?? []).map((author) => named(names.authors, author)),
    ...(article.by ? {} : { author_credit: article.post?.name ?? 'Our readers' }),
    cover_url: cover,
    alt_text: article.alt ?? null,
    open_graph: { og_title: title, og_description: summary, og_image: cover },
    article_links: article.links ?? [],
    featured_articles: (article.next ?? []).map((older) => named(names.articles, older)),
    pinned_index: article.pin ?? null,
    site_pinned_index: article.frontPin ?? null,
    ...(attachments ? { attachments } : {}),
  };
}

/** Spreads publication times over the day. */
function timeOfDay(index: number): string {
  return `${String(6 + ((index * 5) % 14)).padStart(2, '0')}:${String((index * 17) % 60).padStart(2, '0')}`;
}

function named(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo names “${name}”, which is not there yet.`);
  return id;
}

function eventInput(event: (typeof demoEvents)[number], picture: Picture, now: Date) {
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

/** `18:00` on a day relative to today, in the demo site's time zone. */
function instantOn(now: Date, dayOffset: number, time: string): string {
  const date = new Date(now.getTime() + dayOffset * DAY).toISOString().slice(0, 10);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfDay(date, demo.site.time_zone).getTime() + (hours * 60 + minutes) * 60_000).toISOString();
}
