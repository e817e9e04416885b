import { jobKind, onEachJob } from '../../jobs/kinds.ts';
import { every } from '../../jobs/schedules.ts';
import { forgetChanges } from './commands.ts';
import { articleRendering, renderPart } from './rendering.ts';

export const renderArticles = onEachJob(articleRendering, renderPart);

const forgetting = jobKind<object>('publication.forget');

/** The change feed is kept 30 days; every hour what is older goes. */
export const forgetOldChanges = onEachJob(forgetting, forgetChanges);
export const hourlyForgetting = every(3_600, 'forget old changes', forgetting, {});
