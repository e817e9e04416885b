/** The handler of each row of the contract. A row without a handler does not compile. */
import type { analyticsApi, contentApi, manageApi } from '../contract/routes.ts';
import { contentArticleCategories, manageArticleCategories } from '../features/article-categories/handlers.ts';
import {
  containerMembers,
  issueMembers,
  manageCounts,
  managePins,
  manageTags,
} from '../features/articles/desk-handlers.ts';
import { contentArticles, manageArticles, manageChanges, manageRevisions } from '../features/articles/handlers.ts';
import { manageActivity, manageAudit } from '../features/audit/handlers.ts';
import { contentAuthors, manageAuthors } from '../features/authors/handlers.ts';
import { manageBlocked } from '../features/blocked/handlers.ts';
import { manageCampaignLinks, manageResults } from '../features/campaign-links/handlers.ts';
import { analyticsReports } from '../features/campaign-reports/handlers.ts';
import { analyticsUsers } from '../features/campaign-users/handlers.ts';
import { analyticsCampaigns, manageCampaigns } from '../features/campaigns/handlers.ts';
import { type DemoTools, manageDemo } from '../features/demo/handlers.ts';
import { analyticsDistributions } from '../features/distributions/handlers.ts';
import { analyticsEntries, manageCampaignEntries } from '../features/entries/handlers.ts';
import { manageErasures } from '../features/erasures/handlers.ts';
import { contentEvents, manageEvents } from '../features/events/handlers.ts';
import { analyticsExports } from '../features/exports/handlers.ts';
import {
  contentFeaturedItemContainers,
  manageFeaturedItemContainerArticles,
  manageFeaturedItemContainers,
} from '../features/featured-item-containers/handlers.ts';
import type { Handlers } from '../features/handler.ts';
import { analyticsHashtags } from '../features/hashtags/handlers.ts';
import { analyticsHeatmaps } from '../features/heatmaps/handlers.ts';
import { type IdentityTools, manageIdentities } from '../features/identities/handlers.ts';
import { manageIntakeRules } from '../features/intake-rules/handlers.ts';
import { manageInvitations } from '../features/invitations/handlers.ts';
import { contentIssues, manageIssueArticles, manageIssues } from '../features/issues/handlers.ts';
import { manageApiKeys } from '../features/keys/handlers.ts';
import { contentLikes, manageLikes } from '../features/likes/handlers.ts';
import { manageLive } from '../features/live/handlers.ts';
import { manageMedia } from '../features/media/handlers.ts';
import type { MediaTools } from '../features/media/tools.ts';
import { manageNetworkAccounts } from '../features/network-accounts/handlers.ts';
import type { Servers } from '../features/network-accounts/servers.ts';
import { manageOperations, type ProcessFacts } from '../features/operations/handlers.ts';
import { contentPages, managePages } from '../features/pages/handlers.ts';
import { managePasskeys } from '../features/passkeys/handlers.ts';
import { manageArticleDecisions, managePendingArticles } from '../features/pending-articles/handlers.ts';
import { managePasswordResets, managePeople } from '../features/people/handlers.ts';
import { managePresence } from '../features/presence/handlers.ts';
import { managePreviews } from '../features/previews/handlers.ts';
import { manageSavedViews } from '../features/saved-views/handlers.ts';
import { contentSearch } from '../features/search/handlers.ts';
import { contentSections, manageSections } from '../features/sections/handlers.ts';
import { manageMe, manageSessions } from '../features/sessions/handlers.ts';
import { manageSetup } from '../features/setup/handlers.ts';
import { contentSites, manageSites } from '../features/sites/handlers.ts';
import { manageSourceItems, manageSources } from '../features/sources/handlers.ts';
import { analyticsTimeseries } from '../features/timeseries/handlers.ts';
import type { WebhookTools } from '../features/webhooks/commands.ts';
import { manageWebhooks } from '../features/webhooks/handlers.ts';
import type { FormHandlers } from './forms.ts';

export const contentHandlers: Handlers<typeof contentApi> = {
  ...contentArticles,
  ...contentSearch,
  ...contentSites,
  ...contentSections,
  ...contentAuthors,
  ...contentArticleCategories,
  ...contentFeaturedItemContainers,
  ...contentPages,
  ...contentIssues,
  ...contentLikes,
  ...contentEvents,
};

export const analyticsHandlers: Handlers<typeof analyticsApi> = {
  ...analyticsCampaigns,
  ...analyticsReports,
  ...analyticsTimeseries,
  ...analyticsHeatmaps,
  ...analyticsHashtags,
  ...analyticsDistributions,
  ...analyticsExports,
  ...analyticsEntries,
  ...analyticsUsers,
};

/** Handlers of src/intake, which the composition root passes in. */
type SourceHandlers = Handlers<typeof manageApi.sources>;

export interface IntakeRoutes {
  sourceItems: Omit<Handlers<typeof manageApi.sourceItems>, keyof typeof manageSourceItems>;
  pendingArticles: Omit<Handlers<typeof manageApi.pendingArticles>, keyof typeof managePendingArticles>;
  intakeHold: Handlers<typeof manageApi.intakeHold>;
  guestArticles: Handlers<typeof manageApi.guestArticles>;
  guestMedia: Handlers<typeof manageApi.guestMedia>;
  forms: FormHandlers;
  networkAccounts(
    signIn: Pick<IdentityTools, 'passwords' | 'publicUrl'>,
  ): Omit<Handlers<typeof manageApi.networkAccounts>, keyof ReturnType<typeof manageNetworkAccounts>>;
  /** Of media trackers and mailboxes; `ofFeed` reads feeds. */
  preview(ofFeed: SourceHandlers['preview']): SourceHandlers['preview'];
  /** Which servers network accounts may name. */
  servers: Servers;
  /** The domain of the addresses of e-mail sources; null if there is none. */
  mailDomain: string | null;
}

export const manageHandlers = (
  webhooks: WebhookTools,
  signIn: IdentityTools,
  media: MediaTools,
  demo: DemoTools | null,
  intake: IntakeRoutes,
  facts: ProcessFacts,
): Handlers<typeof manageApi> => ({
  sites: manageSites,
  demo: manageDemo(demo),
  operations: manageOperations(facts),
  sections: manageSections,
  articles: manageArticles,
  pins: managePins,
  tags: manageTags,
  counts: manageCounts,
  revisions: manageRevisions,
  previews: managePreviews,
  presence: managePresence,
  live: manageLive,
  likes: manageLikes,
  changes: manageChanges,
  authors: manageAuthors,
  articleCategories: manageArticleCategories,
  featuredItemContainers: manageFeaturedItemContainers,
  featuredItemContainerArticles: { ...manageFeaturedItemContainerArticles, ...containerMembers },
  pages: managePages,
  issues: manageIssues,
  issueArticles: { ...manageIssueArticles, ...issueMembers },
  events: manageEvents,
  media: manageMedia(media, webhooks),
  webhooks: manageWebhooks(webhooks),
  sources: withPreviews(manageSources(webhooks, intake.mailDomain), intake),
  networkAccounts: { ...manageNetworkAccounts(webhooks.secrets, intake.servers), ...intake.networkAccounts(signIn) },
  sourceItems: { ...manageSourceItems, ...intake.sourceItems },
  pendingArticles: { ...managePendingArticles, ...intake.pendingArticles },
  articleDecisions: manageArticleDecisions,
  intakeRules: manageIntakeRules,
  blocked: manageBlocked,
  erasures: manageErasures,
  intakeHold: intake.intakeHold,
  guestArticles: intake.guestArticles,
  guestMedia: intake.guestMedia,
  campaigns: manageCampaigns,
  campaignEntries: manageCampaignEntries,
  campaignLinks: manageCampaignLinks,
  results: manageResults,
  audit: manageAudit,
  activity: manageActivity,
  apiKeys: manageApiKeys,
  setup: manageSetup(signIn),
  sessions: manageSessions(signIn),
  me: manageMe(signIn),
  savedViews: manageSavedViews,
  identities: manageIdentities(signIn),
  passkeys: managePasskeys(signIn),
  people: managePeople(signIn),
  invitations: manageInvitations(signIn),
  passwordResets: managePasswordResets(signIn),
});

const withPreviews = (sources: SourceHandlers, { preview }: IntakeRoutes): SourceHandlers => ({
  ...sources,
  preview: preview(sources.preview),
});
