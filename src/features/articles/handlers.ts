import type { ArticleWire } from '../../contract/article.ts';
import type { contentApi, manageApi } from '../../contract/routes.ts';
import { fitting, listTooLarge } from '../../core/answer-size.ts';
import { type ChangePosition, changeCursor, changePosition, FIRST } from '../../core/change-cursor.ts';
import { badParameter, gone, notFound } from '../../core/errors.ts';
import { wantedFields, withFields } from '../../core/fields.ts';
import { cursorOf, isSnapshot, type ListOrder, positionOf } from '../../core/list-position.ts';
import { articlePagination } from '../../core/pagination.ts';
import { placed } from '../../core/pins.ts';
import { searchLanguage } from '../../core/search-words.ts';
import { tagNames } from '../../core/tags.ts';
import { parseInstant, utc } from '../../core/time.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { type HandlerInput, type Handlers, type Rendered, Versioned } from '../handler.ts';
import { shapedTexts } from '../publication/documents.ts';
import { type ArticleRow, writtenOf } from '../publication/present.ts';
import { runOperations } from './batch.ts';
import { changesAfter, isInFeed } from './changes.ts';
import { changeArticle, createArticle, publishArticle, recheckArticle, unpublishArticle } from './commands.ts';
import {
  type ArticleList,
  authorList,
  categoryList,
  containerList,
  issueList,
  type Listed,
  sectionList,
  siteList,
} from './lists.ts';
import { managedByUid, trashByUid } from './managed.ts';
import { type ManagedFilter, managedCount, managedList } from './managed-list.ts';
import { refuseForeign } from './own.ts';
import { deletion, embedded, managedArticle, revision, sideloads } from './present.ts';
import { publicationsOf } from './publications.ts';
import { type ArticlePage, articlePage, type ListFilter, servedArticle, shownOf } from './queries.ts';
import { discardChanges, restoreRevision, revisionByNumber, revisionCount, revisionPage } from './revisions.ts';
import { rendered, renderedTexts } from './served.ts';
import { deleteArticle, restoreArticle } from './trash.ts';

const PAGE_SIZE = 20;
const ADVICE = 'request fewer articles with `count`, or fewer fields with `fields`';

type ListRow = typeof contentApi.listArticles;
type ContentRows = Pick<
  typeof contentApi,
  | 'listArticles'
  | 'listSectionArticles'
  | 'listAuthorArticles'
  | 'listCategoryArticles'
  | 'listIssueArticles'
  | 'listContainerArticles'
  | 'readArticle'
>;

export const contentArticles: Handlers<ContentRows> = {
  listArticles: (db, asked) => answer(db, asked, { list: siteList, id: 0 }),
  listSectionArticles: (db, asked) => answer(db, asked, { list: sectionList, id: asked.params.section_id }),
  listAuthorArticles: (db, asked) => answer(db, asked, { list: authorList, id: asked.params.author_id }),
  listCategoryArticles: (db, asked) => answer(db, asked, { list: categoryList, id: asked.params.article_category_id }),
  listIssueArticles: (db, asked) => answer(db, asked, { list: issueList, id: asked.params.issue_id }),
  listContainerArticles: (db, asked) =>
    answer(db, asked, { list: containerList, id: asked.params.featured_item_container_id }),
  async readArticle(db, asked) {
    const { site, params, query } = asked;
    const page = await servedArticle(db, site.id, params.article_id, shownAs(asked, !query.fields));
    const [item] = page.items;
    if (!item) throw notFound('There is no such article.');
    const [start, end] = ['{"article":', `,${sideloads(page, [item], site)}}`];
    if (!query.fields) return rendered(start, [item], end);
    return renderedTexts(start, [JSON.stringify(withFields(JSON.parse(String(item.doc)), query.fields))], end);
  },
};

async function answer(
  db: Db | Tx,
  asked: Pick<HandlerInput<ListRow>, 'site' | 'address' | 'apiKey' | 'documents' | 'takesGzip' | 'query'>,
  listed: Listed,
): Promise<Rendered> {
  const { site, address, apiKey, documents, query } = asked;
  const { list, id } = listed;
  const isAsStored = !query.fields && query.sideloading !== false;
  const filter = { ...filterOf(list, query), shownAs: shownAs(asked, isAsStored) };
  const page = await articlePage(db, site.id, listed, filter, documents);
  if (!page.exists) throw notFound(`There is no such ${list.called}.`);
  const carried = list.carries ? { [list.carries]: id } : undefined;
  const shape = (document: ArticleWire) =>
    withFields({ ...embedded(document, page, site, query.sideloading), ...carried }, query.fields);
  const shown = shownOf(page, filter.count);
  const texts = isAsStored ? null : await shapedTexts(db, site.id, shown, shape);
  // An article was changed while its page was read.
  if (!isAsStored && !texts) return answer(db, asked, listed);
  const fits = texts ? texts.size : fitting(shown).length;
  if (fits < (list.place ? shown.length : page.pinned.length)) throw listTooLarge(ADVICE);
  const { items, pagination } = walk(page, fits, query, {
    address,
    // Responses of open sites are cached for everyone: they must not contain a key.
    api_key: site.api_key_required ? apiKey : undefined,
  });
  const meta = { total_count: page.total, count: items.length };
  const links = list.place ? '' : `"pagination":${JSON.stringify(pagination)},`;
  const isSideloaded = query.sideloading ?? list.isSideloaded ?? false;
  const rest = isSideloaded ? `,${sideloads(page, items, site)}` : '';
  const [start, end] = [`{"meta":${JSON.stringify(meta)},${links}"articles":[`, `]${rest}}`];
  if (!texts) return rendered(start, items, end, carried);
  return renderedTexts(
    start,
    items.map((item) => texts.get(item) ?? ''),
    end,
  );
}

/** Unpacking costs more than reading the text; an answer that is cached is sent with gzip sooner or later. */
function shownAs(
  { documents, takesGzip }: Pick<HandlerInput<ListRow>, 'documents' | 'takesGzip'>,
  isAsStored: boolean,
): 'packed' | 'text' {
  return isAsStored && (documents !== null || takesGzip) ? 'packed' : 'text';
}

function filterOf(list: ArticleList, query: HandlerInput<ListRow>['query']): Omit<ListFilter, 'shownAs'> {
  return {
    count: query.count ?? PAGE_SIZE,
    tags: [...new Set(tagNames(query.tags ?? ''))],
    allTags: query.tag_filter_type === 'all',
    article_url: query.article_url || undefined,
    max_id: query.max_id,
    since_id: query.since_id,
    withNamed: query.sideloading !== undefined || list.isSideloaded === true,
    withAuthors: query.sideloading === false,
  };
}

/** The start of links, and the key that they repeat. */
interface Links {
  address: string;
  api_key: string | undefined;
}

/** `fits` is the number of articles that the page shows, pins first. More rows mean that there is a next page. */
function walk(page: ArticlePage, fits: number, query: HandlerInput<ListRow>['query'], { address, api_key }: Links) {
  const room = fits - page.pinned.length;
  const ordinary = page.items.slice(0, room);
  const items = placed(ordinary, page.pinned);
  const ids = [...page.items, ...page.pinned.map(({ item }) => item)].map(({ id }) => id);
  const hasMore = page.items.length > room;
  const { count, fields, tags, tag_filter_type, sideloading, article_url } = query;
  const pagination = articlePagination({
    base: address,
    kept: { count, fields, tags, tag_filter_type, sideloading: sideloading?.toString(), article_url, api_key },
    since_id: query.since_id,
    highest: items.length > 0 ? Math.max(...items.map(({ id }) => id)) : null,
    next: hasMore ? (ordinary.at(-1)?.id ?? Math.max(...ids) + 1) : null,
  });
  return { items, pagination };
}

export const manageArticles: Handlers<typeof manageApi.articles> = {
  async list(db, { site, query, createdBy }) {
    const { count = PAGE_SIZE, page = 1, cursor, as_of } = query;
    const order = orderOf(query);
    const filter = { ...managedFilter(query, site), own: createdBy };
    const list = await managedList(db, site.id, filter, {
      order,
      limit: count + 1,
      offset: cursor === undefined ? (page - 1) * count : 0,
      after: cursor === undefined ? null : positionOf(cursor, order),
      asOf: as_of === undefined ? null : snapshotOf(as_of),
      fields: wantedFields(query.fields),
    });
    if (!list) throw listTooLarge(ADVICE);
    const rows = list.rows.slice(0, count);
    const last = rows.at(-1);
    return {
      articles: rows.map((row) => withFields(managedArticle(row, site), query.fields)),
      meta: {
        total_count: cursor === undefined ? await managedCount(db, site.id, filter, order) : null,
        count: rows.length,
        as_of: as_of ?? list.asOf,
        changed_count: list.changedCount,
      },
      cursor: last ? cursorOf(order, { key: last.list_key, uid: last.uid }) : (cursor ?? null),
      more: list.rows.length > count,
    };
  },
  async create(db, asked) {
    const row = await createArticle(db, asked, asked.body);
    return new Versioned({ article: managedArticle(row, asked.site) }, row.version);
  },
  async read(db, asked) {
    const { site, params, query } = asked;
    if (query.deleted) {
      const row = await trashByUid(db, site.id, params.uid);
      refuseForeign(row, asked);
      const article = withFields(managedArticle(row, site), query.fields);
      return new Versioned({ article, deletion: deletion(row) }, row.version, { isMixed: true });
    }
    const row = await managedByUid(db, site.id, params.uid);
    refuseForeign(row, asked);
    return new Versioned({ article: withFields(managedArticle(row, site), query.fields) }, row.version);
  },
  async batch(db, asked) {
    return { results: await runOperations(db, asked, asked.body.operations) };
  },
  async change(db, asked) {
    const { site, params, query, body } = asked;
    return shown(db, site, await changeArticle(db, { ...asked, isAutosave: query.autosave }, params.uid, body));
  },
  async remove(db, asked) {
    await deleteArticle(db, asked, asked.params.uid);
    return undefined;
  },
  async restore(db, asked) {
    return shown(db, asked.site, await restoreArticle(db, asked, asked.params.uid, asked.body));
  },
  async publish(db, asked) {
    return shown(db, asked.site, await publishArticle(db, asked, asked.params.uid, asked.body));
  },
  async unpublish(db, asked) {
    await unpublishArticle(db, asked, asked.params.uid);
    return undefined;
  },
  async discard(db, asked) {
    return shown(db, asked.site, await discardChanges(db, asked, asked.params.uid));
  },
  async pin(db, asked) {
    return shown(db, asked.site, await changeArticle(db, asked, asked.params.uid, asked.body));
  },
  async recheck(db, asked) {
    return shown(db, asked.site, await recheckArticle(db, asked, asked.params.uid));
  },
};

type ManageQuery = HandlerInput<typeof manageApi.articles.list>['query'];

function orderOf({ sort, q, deleted }: ManageQuery): ListOrder {
  return sort ?? (q ? 'rank' : deleted ? 'deleted' : 'updated');
}

function managedFilter({ state, from, to, ...query }: ManageQuery, { time_zone, locale }: Site): ManagedFilter {
  const limits = { from: limitOf('from', from, time_zone), to: limitOf('to', to, time_zone) };
  const states = state?.split(',');
  return { ...query, ...limits, language: searchLanguage(locale), states: states && [...new Set(states)] };
}

function limitOf(name: string, text: string | undefined, timeZone: string): Date | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text, timeZone);
  if (!instant) throw badParameter(name, `${name} must be within the years 1 to 9999, in UTC.`);
  return instant;
}

function snapshotOf(text: string): string {
  if (!isSnapshot(text)) throw badParameter('as_of', 'as_of must come from an answer of this list.');
  return text;
}

async function shown(db: Db | Tx, site: Site, { uid, version }: ArticleRow) {
  return new Versioned({ article: managedArticle(await managedByUid(db, site.id, uid), site) }, version);
}

export const manageRevisions: Handlers<typeof manageApi.revisions> = {
  async list(db, asked) {
    const { site, params, query } = asked;
    const { count = PAGE_SIZE, page = 1 } = query;
    const article = await managedByUid(db, site.id, params.uid);
    refuseForeign(article, asked);
    const { uid } = article;
    const rows = await revisionPage(db, site.id, uid, count, (page - 1) * count);
    const meta = { total_count: await revisionCount(db, site.id, uid), count: rows.length };
    const publications = await publicationsOf(
      db,
      article,
      rows.map(({ number }) => number),
    );
    return { revisions: rows.map((row) => revision(row, publications.get(row.number))), meta };
  },
  async read(db, asked) {
    const { site, params } = asked;
    const article = await managedByUid(db, site.id, params.uid);
    refuseForeign(article, asked);
    const row = await revisionByNumber(db, site.id, params.uid, params.number);
    const publications = await publicationsOf(db, article, [row.number]);
    return { revision: { ...revision(row, publications.get(row.number)), article: writtenOf(row) } };
  },
  async restore(db, asked) {
    return shown(db, asked.site, await restoreRevision(db, asked, asked.params.uid, asked.params.number));
  },
};

export const manageChanges: Handlers<typeof manageApi.changes> = {
  async list(db, { site, query, createdBy }) {
    const { count = PAGE_SIZE, cursor } = query;
    const position = cursor === undefined ? null : changePosition(cursor);
    if (position) await refuseLostPosition(db, site, position);
    // Without a cursor the feed starts with its oldest event.
    const rows = await changesAfter(db, site.id, position ?? FIRST, count + 1, { createdBy });
    const changes = fitting(rows.slice(0, count));
    const last = changes.at(-1);
    return {
      changes: changes.map((row) => ({
        version: row.content_version,
        action: row.action,
        article_id: row.article_id,
        at: utc(row.at),
        article: row.doc === null ? null : (JSON.parse(row.doc) as ArticleWire), // our own rendering
      })),
      cursor: last ? changeCursor(last) : (cursor ?? String(site.changes_forgotten)),
      more: rows.length > changes.length,
    };
  },
};

async function refuseLostPosition(db: Db | Tx, site: Site, position: ChangePosition): Promise<void> {
  if (position.version < site.changes_forgotten)
    throw gone('This cursor is older than the feed; start again without one.');
  const isKnown =
    position.version === site.changes_forgotten ||
    (position.version <= site.content_version && (await isInFeed(db, site.id, position)));
  // A database restored from a backup gives versions out again, for other changes: the reader has changes that are gone.
  if (!isKnown) throw gone('The changes of this cursor are not in the feed; start again without one.');
}
