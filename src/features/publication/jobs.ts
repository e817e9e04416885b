import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import { cleanUp, fromTheStart } from '../../jobs/clean-up.ts';
import { jobKind, onEachJob, onJob } from '../../jobs/kinds.ts';
import { every } from '../../jobs/schedules.ts';
import { featureRefreshing, refreshFeaturedLater } from './featured.ts';
import { deleteOldChanges } from './old-changes.ts';
import { packStale } from './packing.ts';
import { articleRendering, renderPart } from './rendering.ts';
import { indexFreshArticles } from './search-index.ts';
import { cleanStoredHtml, storedHtml } from './stored-html.ts';
import { emptyOldTrash } from './trash.ts';
import { deleteUnusedWords } from './unused-words.ts';

export const renderArticles = onEachJob(articleRendering, renderPart);
export const refreshFeatures = onEachJob(featureRefreshing, refreshFeaturedLater);

export const sanitizeStored = onEachJob(storedHtml, cleanStoredHtml);

export const oldChanges = cleanUp({
  name: 'forget old changes',
  kind: 'publication.forget',
  everySeconds: 3_600,
  deleteBatch: deleteOldChanges,
});

export const oldTrash = cleanUp({
  name: 'delete old trash',
  kind: 'publication.trash',
  everySeconds: 3_600,
  deleteBatch: async (tx) => fromTheStart(await emptyOldTrash(tx, new Date())),
});

/** Weekly, because every word is looked up: 200,000 words take minutes, and unused ones do no harm. */
export const unusedWords = cleanUp({
  name: 'delete unused search words',
  kind: 'publication.words',
  everySeconds: 604_800,
  deleteBatch: deleteUnusedWords,
});

const indexing = jobKind<object>('publication.index');
/** A batch must finish well within the statement timeout, however long the texts. */
const AT_ONCE = { articles: 128, words: 75_000 };

const isSomeFresh = sql<boolean>`exists (select from article_search where is_fresh)`;

/** Indexes freshly published articles for search. */
export const indexPublished = onJob(indexing, async ({ db, signal }) => {
  while (!signal.aborted && (await indexFreshArticles(db, AT_ONCE)) > 0);
});
export const frequentIndexing = every(15, 'index fresh articles', indexing, {}, isSomeFresh);

const packing = jobKind<object>('publication.pack');
const isSomeStale = sql<boolean>`exists (select from published_article where packed_hash is distinct from doc_hash)`;

/** Lists read such a document as text until it is packed. */
export const packDocuments = onJob(packing, async ({ db, signal }) => {
  while (!signal.aborted && (await transaction(db, (tx) => packStale(tx))));
});
export const hourlyPacking = every(3_600, 'pack documents', packing, {}, isSomeStale);
