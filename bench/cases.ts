/** Every case, in the order of the table. To add one: a file in cases/ and a line here. */
import type { Case } from './case.ts';
import { archiveGrowth } from './cases/archive-growth.ts';
import { cachedLists, notModified } from './cases/cached-list.ts';
import { campaignIngest } from './cases/campaign-ingest.ts';
import { campaignLists, campaignRangeLists } from './cases/campaign-lists.ts';
import { campaignInsights, campaignReport, campaignReportStale } from './cases/campaign-reports.ts';
import { dashboardOpen } from './cases/dashboard-open.ts';
import { disk } from './cases/disk.ts';
import { importArchive } from './cases/import.ts';
import { intakeItems } from './cases/intake-items.ts';
import { intakeLateness } from './cases/intake-lateness.ts';
import { intakeReads } from './cases/intake-reads.ts';
import { intakeUnchanged } from './cases/intake-unchanged.ts';
import { listWhilePublishing } from './cases/list-while-publishing.ts';
import { liveConnections } from './cases/live-connections.ts';
import { managedListDeep } from './cases/managed-list.ts';
import { newThumb, storedThumb, thumbsAtOnce, uploads } from './cases/media.ts';
import { memory } from './cases/memory.ts';
import { newsroomBuild } from './cases/newsroom-build.ts';
import { newsroomOpen } from './cases/newsroom-open.ts';
import { newsroomRows } from './cases/newsroom-rows.ts';
import { newsroomTyping } from './cases/newsroom-typing.ts';
import { publish } from './cases/publish.ts';
import { publishTogether } from './cases/publish-together.ts';
import { sanitize } from './cases/sanitize.ts';
import { search } from './cases/search.ts';
import { signInFlood } from './cases/sign-in-flood.ts';
import { uncachedLists } from './cases/uncached-list.ts';

export const cases: Case[] = [
  ...cachedLists,
  notModified,
  listWhilePublishing,
  liveConnections,
  ...uncachedLists,
  ...archiveGrowth,
  search,
  publish,
  publishTogether,
  sanitize,
  importArchive,
  disk,
  storedThumb,
  newThumb,
  thumbsAtOnce,
  uploads,
  signInFlood,
  campaignReport,
  campaignReportStale,
  campaignLists,
  campaignRangeLists,
  campaignInsights,
  campaignIngest,
  intakeItems,
  intakeUnchanged,
  intakeLateness,
  intakeReads,
  managedListDeep,
  newsroomOpen,
  dashboardOpen,
  newsroomRows,
  newsroomTyping,
  newsroomBuild,
  memory,
];
