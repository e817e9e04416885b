import type { manageApi } from '../../contract/routes.ts';
import { searchLanguage } from '../../core/search-words.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { claimPending, releasePending } from './commands.ts';
import { decisionPage } from './decisions.ts';
import { articleDecision, pendingArticle, senderOf } from './present.ts';
import {
  earlierArticles,
  earlierItems,
  itemsWithIds,
  type PendingRow,
  pendingByUid,
  pendingCount,
  pendingPage,
} from './queries.ts';

const PAGE_SIZE = 20;

/** What decides about them is in intake/handlers.ts. */
export const managePendingArticles: Omit<Handlers<typeof manageApi.pendingArticles>, 'decide' | 'withdrawDecision'> = {
  async list(db, { site, query: { count = PAGE_SIZE, ...query } }) {
    const filter = { ...query, language: searchLanguage(site.locale) };
    const rows = await pendingPage(db, site.id, filter, count + 1);
    const shown = rows.slice(0, count);
    const items = await itemsOfRows(db, site.id, shown);
    return {
      pending_articles: shown.map((row) => pendingArticle(row, items)),
      meta: { total_count: await pendingCount(db, site.id, filter), count: shown.length },
      more: rows.length > count,
    };
  },
  async read(db, { site, params }) {
    const row = await pendingByUid(db, site.id, params.uid);
    const article = pendingArticle(row, await itemsOfRows(db, site.id, [row]));
    return new Versioned({ pending_article: { ...article, sender: await sender(db, site.id, row) } }, row.version);
  },
  async claim(db, { site, params, caller }) {
    return { claim: await claimPending(db, site.id, params.uid, caller) };
  },
  async releaseClaim(db, { site, params, caller }) {
    await releasePending(db, site.id, params.uid, caller);
    return undefined;
  },
};

export const manageArticleDecisions: Handlers<typeof manageApi.articleDecisions> = {
  async list(db, { site, query: { count = PAGE_SIZE, ...filter }, createdBy }) {
    const rows = await decisionPage(db, site.id, filter, { createdBy, limit: count + 1 });
    return { article_decisions: rows.slice(0, count).map(articleDecision), more: rows.length > count };
  },
};

const itemsOfRows = (db: Db | Tx, siteId: number, rows: PendingRow[]) =>
  itemsWithIds(
    db,
    siteId,
    rows.flatMap(({ item_id }) => item_id ?? []),
  );

async function sender(db: Db | Tx, siteId: number, row: PendingRow) {
  if (row.item_id === null)
    return row.created_by === null ? null : senderOf('person', await earlierArticles(db, siteId, row));
  const earlier = await earlierItems(db, siteId, row);
  return earlier && senderOf(earlier.by, earlier.rows);
}
