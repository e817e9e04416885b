/** Reads everything that shows articles, and compares it with the model. */
import { deepStrictEqual } from 'node:assert';
import type { Revision } from '../../src/sdk/client.ts';
import { TAGS, WORDS } from './fields.ts';
import type { Article, Model } from './model.ts';
import { iso, type List, listed, pages, type Served, sectionsOf, served } from './served.ts';
import type { Answered, Event, Installation } from './world.ts';

const MANY = 100;

export interface Looked {
  installation: Installation;
  model: Model;
  /** What the change feed has shown so far. */
  feed: Event[];
  /** Articles a page. */
  count: number;
}

export async function look(looked: Looked): Promise<void> {
  const { sections, authors, category } = looked.installation.places;
  const lists: List[] = [
    { of: 'site' },
    ...sections.map((id) => ({ of: 'section' as const, id })),
    ...authors.map((id) => ({ of: 'author' as const, id })),
    { of: 'category', id: category },
    { of: 'issue' },
    { of: 'container' },
  ];
  await Promise.all([
    ...lists.map((list) => lookAtList(looked, list)),
    lookAtTags(looked),
    lookAtNewer(looked),
    ...looked.model.articles.map((article) => lookAtArticle(looked, article)),
    lookAtSearch(looked),
    lookAtLikes(looked),
    lookAtFeed(looked),
    lookAtManagement(looked),
    ...looked.model.articles.map((article) => lookAtRevisions(looked, article)),
    lookAtTrash(looked),
  ]);
}

async function lookAtList(looked: Looked, list: List): Promise<void> {
  const { installation, model, count } = looked;
  const path = pathOf(looked, list);
  const expected = listed(model, list);
  if (expected === null) return deepStrictEqual((await installation.get(path)).status, 404, path);
  const size = list.of === 'container' ? MANY : count;
  let next: string | null = `${path}?count=${size}`;
  for (const [place, page] of pages(list, expected, size).entries()) {
    const where: string = `page ${place + 1} of ${path} by ${size}`;
    deepStrictEqual(next !== null, true, `${where} is missing`);
    const { body }: Answered = await installation.get(next ?? '');
    compareArticles(looked, list, body.articles, page, where);
    deepStrictEqual(body.meta, { total_count: expected.length, count: page.length }, where);
    if (body.sections) compareSections(model, body.sections, page, where);
    next = body.pagination?.older ? pathAndQuery(body.pagination.older) : null;
  }
  deepStrictEqual(next, null, `${path} has a page too many`);
}

function compareArticles({ installation }: Looked, list: List, articles: object[], expected: Served[], where: string) {
  const carried = list.of === 'issue' ? { issue_id: installation.places.issue } : {};
  const wanted = expected.map((one) => ({ ...one, ...carried }));
  deepStrictEqual(
    articles.map((one, place) => fieldsOf(one, wanted[place] ?? { id: 0 })),
    wanted,
    where,
  );
}

function compareSections(model: Model, sections: object[], page: Served[], where: string): void {
  const expected = sectionsOf(model, page).map(({ drawn, ...section }) => ({
    ...section,
    full_url: `${model.site.url}/${section.section_url}`,
  }));
  deepStrictEqual(
    sections.map((one) => fieldsOf(one, expected[0] ?? {})),
    expected,
    `sections of ${where}`,
  );
}

/** Filters by tags, in another case than they are written. */
async function lookAtTags({ installation, model }: Looked): Promise<void> {
  const [one = '', two = ''] = TAGS.map((tag) => tag.toUpperCase());
  const section = installation.places.sections[0] ?? 0;
  const filters: { list: List; tags: string[]; isAll: boolean }[] = [
    { list: { of: 'site' }, tags: [one], isAll: false },
    { list: { of: 'site' }, tags: [one, two], isAll: true },
    { list: { of: 'section', id: section }, tags: [one, two], isAll: false },
  ];
  for (const { list, tags, isAll } of filters) {
    const expected = listed(model, list, tags, isAll);
    const query = `?count=${MANY}&tags=${tags}${isAll ? '&tag_filter_type=all' : ''}`;
    const path = pathOf({ installation, model }, list) + query;
    const { status, body } = await installation.get(path);
    const shown = status === 404 ? null : { ids: ids(body.articles), total: body.meta.total_count };
    const wanted = expected && { ids: ids(pages(list, expected, MANY)[0] ?? []), total: expected.length };
    deepStrictEqual(shown, wanted, path);
  }
}

/** What a poller with since_id of the oldest article gets. */
async function lookAtNewer({ installation, model }: Looked): Promise<void> {
  const all = served(model);
  const since = all.at(-1)?.id ?? 0;
  const { body } = await installation.get(`/v1/sites/${model.site.id}/articles?count=${MANY}&since_id=${since}`);
  deepStrictEqual(ids(body.articles), ids(all.filter(({ id }) => id > since)), `articles since ${since}`);
}

async function lookAtArticle({ installation, model }: Looked, { id }: Article): Promise<void> {
  if (id === null) return;
  const path = `/v1/sites/${model.site.id}/articles/${id}`;
  const { status, body } = await installation.get(path);
  const expected = served(model).find((one) => one.id === id) ?? null;
  deepStrictEqual(status === 404 ? null : fieldsOf(body.article, expected ?? { id }), expected, path);
}

/** The articles found by a word of their titles, in any order. */
async function lookAtSearch({ installation, model, count }: Looked): Promise<void> {
  const word = WORDS[count % WORDS.length] ?? '';
  const path = `/v1/sites/${model.site.id}/search/articles?count=${MANY}&q=${word}`;
  const { body } = await installation.get(path);
  const expected = served(model).filter(({ title }) => title.toLowerCase().includes(word));
  deepStrictEqual(ids(body.articles).sort(descending), ids(expected), path);
}

async function lookAtLikes({ installation, model }: Looked): Promise<void> {
  const { body } = await installation.get(`/v1/sites/${model.site.id}/likes`);
  const shown = body.likes.map((like: { article_id: number; upvotes: number }) => [like.article_id, like.upvotes]);
  const expected = served(model).flatMap(({ id }) => (model.likes[id] === undefined ? [] : [[id, model.likes[id]]]));
  deepStrictEqual(shown.sort(), expected.sort(), 'likes');
}

/** Read in one page, the feed equals what was read a few changes at a time. */
async function lookAtFeed({ installation, model, feed }: Looked): Promise<void> {
  const { body } = await installation.manage('GET', `/sites/${model.site.id}/changes?count=${MANY}`);
  const shown = body.changes.map(({ at, ...change }: { at: string }) => ({ webhook: null, ...change }));
  deepStrictEqual(shown, feed.slice(0, MANY), 'the change feed');
}

/** What editors see. */
async function lookAtManagement({ installation, model }: Looked): Promise<void> {
  const { body } = await installation.manage('GET', `/sites/${model.site.id}/articles?count=${MANY}`);
  const expected = new Map(model.articles.filter((one) => !one.isTrashed).map((one) => [one.uid, managed(one)]));
  const shown = body.articles.map((one: { uid: string; publish_problem: string | null }) => [
    one.uid,
    fieldsOf({ ...one, hasProblem: one.publish_problem !== null }, expected.get(one.uid) ?? one),
  ]);
  deepStrictEqual(new Map(shown), expected, 'the articles that editors see');
}

async function lookAtRevisions({ installation, model }: Looked, article: Article): Promise<void> {
  if (article.isTrashed) return;
  const { body } = await installation.manage(
    'GET',
    `/sites/${model.site.id}/articles/${article.uid}/revisions?count=${MANY}`,
  );
  const shown = body.revisions.map(({ number, automatic, publications }: Revision) => [
    number,
    automatic,
    publications.map(({ ended_at, replaced_by }) => (ended_at === null ? 'seen' : replaced_by)),
  ]);
  const seen = (number: number) =>
    article.seen.filter(({ version }) => version === number).map(({ next }) => (next === undefined ? 'seen' : next));
  const expected = article.revisions.map(({ number, began }) => [number, began !== null, seen(number)]).reverse();
  deepStrictEqual(shown, expected, `revisions of ${article.uid}`);
}

async function lookAtTrash({ installation, model }: Looked): Promise<void> {
  const { body } = await installation.manage('GET', `/sites/${model.site.id}/articles?deleted=true`);
  const shown: string[] = body.articles.map(({ uid }: { uid: string }) => uid);
  const expected = model.articles.filter(({ isTrashed, isGone }) => isTrashed && !isGone).map(({ uid }) => uid);
  deepStrictEqual(shown.sort(), expected.sort(), 'the trash');
}

function managed(article: Article): object {
  const { id, state, written, pinned_index, site_pinned_index } = article;
  const time = (seconds: number | null) => (seconds === null ? null : iso(seconds));
  return {
    id,
    state,
    version: article.version,
    published_version: article.publishedVersion,
    scheduled_version: state === 'scheduled' ? (article.scheduled?.version ?? article.version) : null,
    hasProblem: article.hasProblem,
    publish_at: time(article.publish_at),
    published_at: time(article.published_at),
    modified_at: time(article.modified_at),
    ...written,
    pinned_index,
    site_pinned_index,
  };
}

function pathOf({ installation: { places }, model }: Pick<Looked, 'installation' | 'model'>, list: List): string {
  const site = `/v1/sites/${model.site.id}`;
  if ('id' in list)
    return `${site}/${{ section: 'sections', author: 'authors', category: 'article-categories' }[list.of]}/${list.id}/articles`;
  if (list.of === 'issue') return `${site}/issues/${places.issue}/articles`;
  if (list.of === 'container') return `${site}/featured-item-containers/${places.container}/articles`;
  return `${site}/articles`;
}

const ids = (articles: { id: number }[]) => articles.map(({ id }) => id);
const descending = (a: number, b: number) => b - a;

function pathAndQuery(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The fields of a response that the model has. */
function fieldsOf(came: object, expected: object): object {
  const given = came as Record<string, unknown>; // parsed JSON
  return Object.fromEntries(Object.keys(expected).map((name) => [name, given[name]]));
}
