import { jobKind, onEachJob, onJob } from '../../jobs/kinds.ts';
import { every } from '../../jobs/schedules.ts';
import { forgetChanges } from './commands.ts';
import { articleRendering, renderPart } from './rendering.ts';
import { indexFreshArticles } from './search-index.ts';

export const renderArticles = onEachJob(articleRendering, renderPart);

const forgetting = jobKind<object>('publication.forget');

/** The change feed is kept 30 days; every hour what is older goes. */
export const forgetOldChanges = onEachJob(forgetting, forgetChanges);
export const hourlyForgetting = every(3_600, 'forget old changes', forgetting, {});

const indexing = jobKind<object>('publication.index');
/** What is taken into the index at once is to be done well within the time that a statement has, however long the texts. */
const AT_ONCE = { articles: 128, words: 75_000 };

/** What was published meanwhile goes into the index of search. */
export const indexPublished = onJob(indexing, async ({ db, signal }) => {
  while (!signal.aborted && (await indexFreshArticles(db, AT_ONCE)) > 0);
});
export const frequentIndexing = every(15, 'index fresh articles', indexing, {});
