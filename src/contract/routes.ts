/**
 * The interface, one row per route: method and path, parameters or body, answer, right. Its handler has the same name in
 * features/<noun>/handlers.ts, and so has its description with an example in contract/reference.
 */

import { Type } from 'typebox';
import * as analytics from './analytics.ts';
import { Article, ManagedArticle } from './article.ts';
import * as decisions from './article-decision.ts';
import * as audit from './audit.ts';
import * as links from './campaign-links.ts';
import { CountMeta, count, fields, Meta, none, nullable, offset, Pagination, page, text } from './common.ts';
import { ArticleCategory, Author, Event, FeaturedItemContainer, Issue, Like, NewVote, Page, Section, Site } from './content.ts';
import { Demo } from './demo.ts';
import * as guest from './guest.ts';
import * as identities from './identities.ts';
import * as insights from './insights.ts';
import * as intake from './intake.ts';
import * as live from './live.ts';
import * as manage from './manage.ts';
import * as media from './media.ts';
import * as networks from './network-account.ts';
import { Operations } from './operations.ts';
import * as opml from './opml.ts';
import { articleFilters, articleListCursor, articleWalk, autosave, containerArticles, cursor, eventFilters, fromTrash, identifier, ofSite, pinsOf, published, search, state, strict, visibility } from './parameters.ts';
import * as passkeys from './passkeys.ts';
import * as pending from './pending.ts';
import * as people from './people.ts';
import * as previews from './previews.ts';
import { accept, asking, bare, body, del, get, inApi, LARGE_BODY, many, needs, nothing, one, PASSKEY_BODY, patch, post, put, redirect, SIGN_IN_BODY, SMALL_BODY, wrapped } from './row.ts';
import { NewSavedView, SavedView, viewsOf } from './saved-views.ts';
import * as sources from './source.ts';
import * as items from './source-item.ts';
import * as sourcePreviews from './source-preview.ts';
import * as hook from './webhook.ts';

export const contentApi = inApi(
  'content',
  needs('published', {
    readSite: get('/v1/sites/:site_id', fields, body({ site: one(Site) })),
    listArticles: get('/v1/sites/:site_id/articles', articleWalk, body({ meta: Meta, pagination: Pagination, articles: many(Article) })),
    readArticle: get('/v1/sites/:site_id/articles/:article_id', fields, body({ article: one(Article), categories: Type.Array(ArticleCategory), sections: Type.Array(Section) })),
    listSections: get('/v1/sites/:site_id/sections', fields, body({ meta: Meta, sections: many(Section) })),
    readSection: get('/v1/sites/:site_id/sections/:section_id', fields, body({ section: one(Section) })),
    listSectionArticles: get('/v1/sites/:site_id/sections/:section_id/articles', articleWalk, body({ meta: Meta, pagination: Pagination, articles: many(Article) })),
    listAuthors: get('/v1/sites/:site_id/authors', fields, body({ meta: Meta, authors: many(Author) })),
    readAuthor: get('/v1/sites/:site_id/authors/:author_id', fields, body({ author: one(Author) })),
    listAuthorArticles: get('/v1/sites/:site_id/authors/:author_id/articles', articleWalk, body({ meta: Meta, pagination: Pagination, articles: many(Article) })),
    listArticleCategories: get('/v1/sites/:site_id/article-categories', fields, body({ meta: Meta, categories: many(ArticleCategory) })),
    readArticleCategory: get('/v1/sites/:site_id/article-categories/:article_category_id', fields, body({ category: one(ArticleCategory) })),
    listCategoryArticles: get('/v1/sites/:site_id/article-categories/:article_category_id/articles', articleWalk, body({ meta: Meta, pagination: Pagination, articles: many(Article), categories: Type.Array(ArticleCategory), sections: Type.Array(Section) })),
    searchArticles: get('/v1/sites/:site_id/search/articles', { ...count, ...fields, ...search, sideloading: articleWalk.sideloading }, body({ meta: CountMeta, articles: many(Article) })),
    listFeaturedItemContainers: get('/v1/sites/:site_id/featured-item-containers', { ...fields, ...identifier }, body({ meta: CountMeta, featured_item_containers: many(FeaturedItemContainer) })),
    listContainerArticles: get('/v1/sites/:site_id/featured-item-containers/:featured_item_container_id/articles', containerArticles, body({ meta: Meta, articles: many(Article), categories: Type.Array(ArticleCategory), sections: Type.Array(Section) })),
    listPages: get('/v1/sites/:site_id/pages', fields, body({ meta: Meta, pages: many(Page) })),
    readPage: get('/v1/sites/:site_id/pages/:page_id', fields, body({ page: one(Page) })),
    listIssues: get('/v1/sites/:site_id/issues', fields, body({ meta: Meta, issues: many(Issue) })),
    readIssue: get('/v1/sites/:site_id/issues/:issue_id', fields, body({ issue: one(Issue) })),
    listIssueArticles: get('/v1/sites/:site_id/issues/:issue_id/articles', articleWalk, body({ meta: Meta, pagination: Pagination, articles: many(Article), categories: Type.Array(ArticleCategory), sections: Type.Array(Section) })),
    listLikes: get('/v1/sites/:site_id/likes', fields, body({ meta: Meta, likes: many(Like) }), { isUnversioned: true }),
    voteOnArticle: { ...post('/v1/sites/:site_id/likes/:article_id', bare(NewVote), body({ like: Like }), { isPersonal: true, bodyLimit: SMALL_BODY }), status: 200 },
    listEvents: get('/v1/sites/:site_id/events', { ...fields, ...count, ...offset, ...eventFilters }, body({ meta: CountMeta, events: many(Event) })),
    readEvent: get('/v1/sites/:site_id/events/:event_id', fields, body({ event: one(Event) })),
  }),
);

/** Who has a link to a campaign may read these of it. */
const byLink = { isForLinks: true };

export const analyticsApi = inApi(
  'analytics',
  needs('analytics', {
    listCampaigns: get('/v1/campaigns', none, body({ campaigns: Type.Array(analytics.Campaign) })),
    readCampaign: get('/v1/campaigns/:campaign_id', none, body({ campaign: analytics.Campaign }), byLink),
    readCampaignReport: get('/v1/campaigns/:campaign_id/campaign_report', analytics.range, body({ campaign_report: analytics.CampaignReport }), byLink),
    readTimeseries: get('/v1/campaigns/:campaign_id/timeseries', insights.seriesQuery, body({ timeseries: insights.Timeseries }), byLink),
    readHeatmap: get('/v1/campaigns/:campaign_id/heatmap', insights.heatmapQuery, body({ heatmap: insights.Heatmap }), byLink),
    listNetworks: get('/v1/campaigns/:campaign_id/networks', insights.networksQuery, body({ networks: Type.Array(insights.NetworkFigures) }), byLink),
    listHashtags: get('/v1/campaigns/:campaign_id/hashtags', insights.hashtagQuery, body({ meta: Meta, hashtags: Type.Array(insights.Hashtag) }), byLink),
    readDistribution: get('/v1/campaigns/:campaign_id/distribution', insights.distributionQuery, body({ distribution: insights.Distribution }), byLink),
    exportCampaign: get('/v1/campaigns/:campaign_id/export', insights.exportQuery, analytics.Entry, { files: ['text/csv', 'application/x-ndjson'] }),
    listDefinitions: get('/v1/campaigns/:campaign_id/definitions', none, body({ definitions: Type.Array(insights.Definition) }), byLink),
    listEntries: get('/v1/campaigns/:campaign_id/entries', analytics.entryWalk, body({ meta: Meta, pagination: analytics.AnalyticsPagination, entries: Type.Array(analytics.Entry) }), byLink),
    listUsers: get('/v1/campaigns/:campaign_id/users', analytics.userWalk, body({ meta: Meta, pagination: analytics.AnalyticsPagination, users: Type.Array(analytics.AnalyticsUser) }), byLink),
    readUser: get('/v1/campaigns/:campaign_id/users/:analytics_user_id', none, analytics.AnalyticsUser),
    findUser: redirect('/v1/campaigns/:campaign_id/users/:user_type/:user_id', analytics.AnalyticsUser),
  }),
);

const large = { bodyLimit: LARGE_BODY };
/** Sets the session cookie. */
const signsIn = { showsSecret: true, bodyLimit: SIGN_IN_BODY };
export const manageApi = inApi('manage', {
  sites: {
    ...needs('site', {
      list: get('/v1/manage/sites', page, body({ sites: Type.Array(manage.ManagedSite), meta: Meta })),
      read: get('/v1/manage/sites/:site_id', none, manage.withRendering({ site: manage.ManagedSite })),
      change: patch('/v1/manage/sites/:site_id', wrapped('site', manage.change(manage.ManagedSite)), manage.withRendering({ site: manage.ManagedSite })),
    }),
    ...needs('sites', {
      create: post('/v1/manage/sites', wrapped('site', manage.NewSite), body({ site: manage.ManagedSite })),
      remove: del('/v1/manage/sites/:site_id', { isConfirmed: true }),
    }),
  },
  demo: needs('sites', {
    read: get('/v1/manage/demo', none, body({ demo: nullable(Demo) })),
    remove: accept('/v1/manage/demo/removal', nothing, body({ demo: Demo }), { isConfirmed: true }),
  }),
  operations: needs('sites', {
    read: get('/v1/manage/operations', none, body({ operations: Operations }), { isForAllSites: true }),
  }),
  sections: needs('content', {
    list: get('/v1/manage/sites/:site_id/sections', { ...page, ...state }, body({ sections: Type.Array(Section), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/sections', wrapped('section', manage.NewSection), body({ section: Section })),
    read: get('/v1/manage/sites/:site_id/sections/:id', none, manage.withRendering({ section: Section })),
    change: patch('/v1/manage/sites/:site_id/sections/:id', wrapped('section', manage.change(Section)), manage.withRendering({ section: Section })),
    remove: del('/v1/manage/sites/:site_id/sections/:id'),
  }),
  articles: {
    ...needs('articles', {
      list: get(
        '/v1/manage/sites/:site_id/articles',
        { ...page, ...fields, ...articleFilters, ...articleListCursor },
        body({ articles: many(ManagedArticle), meta: manage.ArticleListMeta, cursor: nullable(text('The cursor of the next answer; null when the list is empty.')), more: Type.Boolean({ description: 'Whether more items follow the cursor.' }) }),
      ),
      create: post('/v1/manage/sites/:site_id/articles', wrapped('article', manage.NewArticle), body({ article: ManagedArticle }), large),
      batch: { ...post('/v1/manage/sites/:site_id/articles/batch', bare(manage.ArticleBatch), body({ results: Type.Array(manage.OperationResult) })), status: 200 },
      read: get('/v1/manage/sites/:site_id/articles/:uid', { ...fields, ...fromTrash }, body({ article: one(ManagedArticle), deletion: Type.Optional(manage.ArticleDeletion) })),
      change: asking(patch('/v1/manage/sites/:site_id/articles/:uid', wrapped('article', manage.change(ManagedArticle)), body({ article: ManagedArticle }), large), autosave),
      remove: del('/v1/manage/sites/:site_id/articles/:uid'),
      restore: put('/v1/manage/sites/:site_id/articles/:uid/restoration', { ...wrapped('restoration', manage.ArticleRestoration), isOptional: true }, body({ article: ManagedArticle })),
    }),
    ...needs('content', {
      publish: put('/v1/manage/sites/:site_id/articles/:uid/publication', { ...wrapped('publication', manage.NewPublication), isOptional: true }, body({ article: ManagedArticle })),
      unpublish: del('/v1/manage/sites/:site_id/articles/:uid/publication'),
      discard: put('/v1/manage/sites/:site_id/articles/:uid/publication/restoration', nothing, body({ article: ManagedArticle })),
      pin: put('/v1/manage/sites/:site_id/articles/:uid/pins', wrapped('pins', manage.Pins), body({ article: ManagedArticle })),
      recheck: accept('/v1/manage/sites/:site_id/articles/:uid/recheck', nothing, body({ article: ManagedArticle })),
    }),
  },
  pins: {
    ...needs('articles', {
      list: get('/v1/manage/sites/:site_id/pins', pinsOf, body({ pins: Type.Array(manage.PinnedArticle) })),
    }),
    ...needs('content', {
      set: asking(put('/v1/manage/sites/:site_id/pins', bare(manage.PinList), body({ pins: Type.Array(manage.PinnedArticle) })), pinsOf),
    }),
  },
  tags: needs('articles', {
    list: get('/v1/manage/sites/:site_id/tags', { ...count, q: Type.Optional(text('The beginning of the tags, in any case.', { maxLength: 200 })) }, body({ tags: Type.Array(manage.TagSuggestion) })),
  }),
  counts: needs('articles', {
    read: get('/v1/manage/sites/:site_id/counts', none, body({ counts: manage.ArticleCounts })),
  }),
  revisions: needs('articles', {
    list: get('/v1/manage/sites/:site_id/articles/:uid/revisions', page, body({ revisions: Type.Array(manage.Revision), meta: Meta })),
    read: get('/v1/manage/sites/:site_id/articles/:uid/revisions/:number', none, body({ revision: manage.RevisionWithArticle })),
    restore: put('/v1/manage/sites/:site_id/articles/:uid/revisions/:number/restoration', { ...wrapped('restoration', manage.NewRestoration), isOptional: true }, body({ article: ManagedArticle })),
  }),
  previews: {
    ...needs('articles', {
      create: post('/v1/manage/sites/:site_id/articles/:uid/preview', nothing, body({ preview: previews.CreatedPreview }), { showsSecret: true }),
      list: get('/v1/manage/sites/:site_id/articles/:uid/previews', none, body({ previews: Type.Array(previews.Preview) })),
      revoke: del('/v1/manage/sites/:site_id/articles/:uid/previews/:id'),
    }),
    ...needs('open', {
      read: get('/v1/previews/:token', none, body({ preview: previews.PreviewState, article: previews.PreviewedArticle, categories: Type.Array(ArticleCategory), sections: Type.Array(Section) }), { isShared: true }),
    }),
  },
  presence: needs('articles', {
    set: put('/v1/manage/sites/:site_id/presence', wrapped('presence', live.NewPresence), body({ presences: Type.Array(live.Presence) })),
  }),
  live: needs('articles', {
    read: get('/v1/manage/sites/:site_id/live', live.liveQuery, live.LiveEvent, { isLive: true, files: ['text/event-stream'] }),
  }),
  likes: needs('content', {
    set: put('/v1/manage/sites/:site_id/likes/:article_id', wrapped('like', manage.NewLike), body({ like: Like })),
  }),
  changes: needs('articles', {
    list: get('/v1/manage/sites/:site_id/changes', { ...count, ...cursor }, body({ changes: Type.Array(manage.Change), cursor: text('The cursor of the next answer.'), more: Type.Boolean() })),
  }),
  authors: needs('content', {
    list: get('/v1/manage/sites/:site_id/authors', page, body({ authors: Type.Array(Author), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/authors', wrapped('author', manage.NewAuthor), body({ author: Author })),
    read: get('/v1/manage/sites/:site_id/authors/:id', none, manage.withRendering({ author: Author })),
    change: patch('/v1/manage/sites/:site_id/authors/:id', wrapped('author', manage.change(Author)), manage.withRendering({ author: Author })),
    remove: del('/v1/manage/sites/:site_id/authors/:id'),
  }),
  articleCategories: needs('content', {
    list: get('/v1/manage/sites/:site_id/article-categories', page, body({ categories: Type.Array(ArticleCategory), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/article-categories', wrapped('category', manage.NewArticleCategory), body({ category: ArticleCategory })),
    read: get('/v1/manage/sites/:site_id/article-categories/:id', none, body({ category: ArticleCategory })),
    change: patch('/v1/manage/sites/:site_id/article-categories/:id', wrapped('category', manage.change(ArticleCategory)), body({ category: ArticleCategory })),
    remove: del('/v1/manage/sites/:site_id/article-categories/:id'),
  }),
  featuredItemContainers: needs('content', {
    list: get('/v1/manage/sites/:site_id/featured-item-containers', { ...page, ...identifier }, body({ featured_item_containers: Type.Array(FeaturedItemContainer), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/featured-item-containers', wrapped('featured_item_container', manage.NewFeaturedItemContainer), body({ featured_item_container: FeaturedItemContainer })),
    read: get('/v1/manage/sites/:site_id/featured-item-containers/:id', none, body({ featured_item_container: FeaturedItemContainer })),
    change: patch('/v1/manage/sites/:site_id/featured-item-containers/:id', wrapped('featured_item_container', manage.change(FeaturedItemContainer)), body({ featured_item_container: FeaturedItemContainer })),
    remove: del('/v1/manage/sites/:site_id/featured-item-containers/:id'),
  }),
  featuredItemContainerArticles: {
    ...needs('articles', {
      list: get('/v1/manage/sites/:site_id/featured-item-containers/:id/articles', fields, body({ articles: many(ManagedArticle), meta: Meta })),
    }),
    ...needs('content', {
      set: put('/v1/manage/sites/:site_id/featured-item-containers/:id/articles', bare(manage.ArticleIds), manage.ArticleIds),
    }),
  },
  pages: needs('content', {
    list: get('/v1/manage/sites/:site_id/pages', { ...page, ...visibility }, body({ pages: Type.Array(Page), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/pages', wrapped('page', manage.NewPage), body({ page: Page }), large),
    read: get('/v1/manage/sites/:site_id/pages/:id', none, body({ page: Page })),
    change: patch('/v1/manage/sites/:site_id/pages/:id', wrapped('page', manage.change(Page)), body({ page: Page }), large),
    remove: del('/v1/manage/sites/:site_id/pages/:id'),
  }),
  issues: needs('content', {
    list: get('/v1/manage/sites/:site_id/issues', { ...page, ...published }, body({ issues: Type.Array(Issue), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/issues', wrapped('issue', manage.NewIssue), body({ issue: Issue })),
    read: get('/v1/manage/sites/:site_id/issues/:id', none, body({ issue: Issue })),
    change: patch('/v1/manage/sites/:site_id/issues/:id', wrapped('issue', manage.change(Issue)), body({ issue: Issue })),
    remove: del('/v1/manage/sites/:site_id/issues/:id'),
  }),
  issueArticles: {
    ...needs('articles', {
      list: get('/v1/manage/sites/:site_id/issues/:id/articles', fields, body({ articles: many(ManagedArticle), meta: Meta })),
    }),
    ...needs('content', {
      set: put('/v1/manage/sites/:site_id/issues/:id/articles', bare(manage.ArticleIds), manage.ArticleIds),
    }),
  },
  events: needs('content', {
    list: get('/v1/manage/sites/:site_id/events', page, body({ events: Type.Array(Event), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/events', wrapped('event', manage.NewEvent), body({ event: Event })),
    read: get('/v1/manage/sites/:site_id/events/:id', none, body({ event: Event })),
    change: patch('/v1/manage/sites/:site_id/events/:id', wrapped('event', manage.change(Event)), body({ event: Event })),
    remove: del('/v1/manage/sites/:site_id/events/:id'),
  }),
  media: needs('media', {
    list: get(
      '/v1/manage/sites/:site_id/media',
      { ...page, ...media.mediaCursor, ...media.mediaFilters },
      body({ media_items: Type.Array(media.MediaItem), meta: Meta, cursor: nullable(text('The cursor of the next answer; null when the list is empty.')), more: Type.Boolean({ description: 'Whether more items follow the cursor.' }) }),
    ),
    create: post('/v1/manage/sites/:site_id/media', wrapped('media_item', media.NewMediaItem), body({ media_item: media.MediaItem }), { isUpload: true }),
    read: get('/v1/manage/sites/:site_id/media/:id', none, body({ media_item: media.MediaItem })),
    change: patch('/v1/manage/sites/:site_id/media/:id', wrapped('media_item', media.MediaItemChange), body({ media_item: media.MediaItem })),
    replaceFile: put('/v1/manage/sites/:site_id/media/:id/file', wrapped('media_item', media.MediaFile), body({ media_item: media.MediaItem }), { isUpload: true }),
    remove: { ...del('/v1/manage/sites/:site_id/media/:id'), query: media.force },
    uses: get('/v1/manage/sites/:site_id/media/:id/uses', page, body({ uses: Type.Array(media.MediaUse), meta: Meta })),
  }),
  webhooks: needs('webhooks', {
    list: get('/v1/manage/sites/:site_id/webhooks', page, body({ webhooks: Type.Array(hook.Webhook), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/webhooks', wrapped('webhook', hook.NewWebhook), body({ webhook: hook.CreatedWebhook }), { showsSecret: true }),
    read: get('/v1/manage/sites/:site_id/webhooks/:id', none, body({ webhook: hook.Webhook })),
    change: patch('/v1/manage/sites/:site_id/webhooks/:id', wrapped('webhook', hook.WebhookChange), body({ webhook: hook.Webhook })),
    remove: del('/v1/manage/sites/:site_id/webhooks/:id'),
    stageSecret: asking(post('/v1/manage/sites/:site_id/webhooks/:id/secret', { ...bare(hook.NewSecret), isOptional: true }, hook.ShownSecret, { showsSecret: true }), hook.promote),
    promoteSecret: put('/v1/manage/sites/:site_id/webhooks/:id/secret/promotion', nothing, body({ webhook: hook.Webhook })),
    retireSecret: del('/v1/manage/sites/:site_id/webhooks/:id/secret/previous'),
    deliveries: get('/v1/manage/sites/:site_id/webhooks/:id/deliveries', { ...page, ...hook.deliveryFilters }, body({ deliveries: Type.Array(hook.Delivery), meta: Meta })),
    delivery: get('/v1/manage/sites/:site_id/webhooks/:id/deliveries/:delivery_id', none, body({ delivery: hook.DeliveryWithLog })),
    payload: get('/v1/manage/sites/:site_id/webhooks/:id/deliveries/:delivery_id/payload', none, body({ payload: hook.Payload })),
    test: accept('/v1/manage/sites/:site_id/webhooks/:id/test', { ...bare(hook.NewTest), isOptional: true }, body({ delivery: hook.Delivery })),
    redeliver: accept('/v1/manage/sites/:site_id/webhooks/:id/deliveries/:delivery_id/redelivery', nothing, body({ delivery: hook.Delivery })),
    replay: accept('/v1/manage/sites/:site_id/webhooks/:id/replay', bare(hook.NewReplay), body({ replay: hook.Replay })),
  }),
  sources: needs('sources', {
    list: get('/v1/manage/sites/:site_id/sources', page, body({ sources: Type.Array(sources.Source), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/sources', wrapped('source', sources.NewSource), body({ source: sources.Source })),
    read: get('/v1/manage/sites/:site_id/sources/:id', none, body({ source: sources.Source })),
    change: patch('/v1/manage/sites/:site_id/sources/:id', wrapped('source', sources.SourceChange), body({ source: sources.Source })),
    remove: del('/v1/manage/sites/:site_id/sources/:id'),
    poll: accept('/v1/manage/sites/:site_id/sources/:id/poll', nothing, body({ source: sources.Source })),
    renewAddress: post('/v1/manage/sites/:site_id/sources/:id/address', nothing, body({ source: sources.Source })),
    exportOpml: get('/v1/manage/sites/:site_id/sources/opml', none, body({ opml: opml.Opml })),
    importOpml: { ...post('/v1/manage/sites/:site_id/sources/opml', wrapped('opml', opml.NewOpml), body({ results: Type.Array(opml.OpmlResult), remaining: opml.unadded }), { bodyLimit: LARGE_BODY }), status: 200 },
    preview: { ...post('/v1/manage/sites/:site_id/sources/preview', bare(sourcePreviews.NewPreview), body({ preview: sourcePreviews.SourcePreview }), { bodyLimit: LARGE_BODY }), status: 200 },
  }),
  networkAccounts: {
    ...needs('networks', {
      networks: get('/v1/manage/sites/:site_id/network-accounts/networks', none, body({ networks: Type.Array(networks.ConnectableNetwork) })),
      authorize: post('/v1/manage/sites/:site_id/network-accounts/authorizations', wrapped('authorization', networks.NewNetworkAuthorization), body({ authorization: identities.Authorization }), { showsSecret: true, asksOthers: true, isForPeople: true }),
      choices: get('/v1/manage/sites/:site_id/network-accounts/authorizations/:token', none, body({ authorization: networks.NetworkChoices }), { isForPeople: true }),
      choose: put('/v1/manage/sites/:site_id/network-accounts/authorizations/:token', wrapped('choice', networks.ChosenNetworkAccount), body({ network_account: networks.NetworkAccount }), { isForPeople: true }),
      list: get('/v1/manage/sites/:site_id/network-accounts', page, body({ network_accounts: Type.Array(networks.NetworkAccount), meta: Meta })),
      create: post('/v1/manage/sites/:site_id/network-accounts', wrapped('network_account', networks.NewNetworkAccount), body({ network_account: networks.NetworkAccount })),
      read: get('/v1/manage/sites/:site_id/network-accounts/:id', none, body({ network_account: networks.NetworkAccount })),
      change: patch('/v1/manage/sites/:site_id/network-accounts/:id', wrapped('network_account', networks.NetworkAccountChange), body({ network_account: networks.NetworkAccount })),
      remove: del('/v1/manage/sites/:site_id/network-accounts/:id'),
      disconnect: del('/v1/manage/sites/:site_id/network-accounts/:id/token'),
    }),
    ...needs('open', {
      callback: asking(redirect('/v1/manage/network-accounts/callback', body({}), { asksOthers: true }), identities.callbackQuery),
    }),
  },
  sourceItems: needs('sources', {
    list: get('/v1/manage/sites/:site_id/source-items', { ...count, ...items.itemFilters }, body({ source_items: Type.Array(items.SourceItem), meta: CountMeta })),
    read: get('/v1/manage/sites/:site_id/source-items/:id', none, body({ source_item: items.SourceItem })),
    approve: put('/v1/manage/sites/:site_id/source-items/:id/approval', { ...wrapped('approval', intake.NewApproval), isOptional: true }, body({ source_item: items.SourceItem })),
    withdrawApproval: del('/v1/manage/sites/:site_id/source-items/:id/approval'),
    reject: put('/v1/manage/sites/:site_id/source-items/:id/rejection', { ...wrapped('rejection', intake.NewRejection), isOptional: true }, body({ source_item: items.SourceItem })),
    withdrawRejection: del('/v1/manage/sites/:site_id/source-items/:id/rejection'),
    decide: { ...post('/v1/manage/sites/:site_id/source-items/decisions', bare(intake.NewDecisions), body({ results: Type.Array(intake.DecisionResult), remaining: intake.undecided })), status: 200 },
    readUpstream: get('/v1/manage/sites/:site_id/source-items/:id/upstream', none, body({ upstream_change: intake.UpstreamChange })),
    applyUpstream: put('/v1/manage/sites/:site_id/source-items/:id/upstream/application', { ...wrapped('application', intake.NewApplication), isOptional: true }, body({ source_item: items.SourceItem })),
    dismissUpstream: put('/v1/manage/sites/:site_id/source-items/:id/upstream/dismissal', { ...wrapped('dismissal', intake.NewDismissal), isOptional: true }, body({ source_item: items.SourceItem })),
    claim: put('/v1/manage/sites/:site_id/source-items/:id/claim', nothing, body({ claim: intake.Claim })),
    releaseClaim: del('/v1/manage/sites/:site_id/source-items/:id/claim'),
  }),
  pendingArticles: needs('sources', {
    list: get('/v1/manage/sites/:site_id/pending-articles', { ...count, ...pending.pendingFilters }, body({ pending_articles: Type.Array(pending.PendingArticle), meta: Meta, more: Type.Boolean({ description: 'Whether there are others after the last one.' }) })),
    read: get('/v1/manage/sites/:site_id/pending-articles/:uid', none, body({ pending_article: pending.PendingArticleWithSender })),
    claim: put('/v1/manage/sites/:site_id/pending-articles/:uid/claim', nothing, body({ claim: intake.Claim })),
    releaseClaim: del('/v1/manage/sites/:site_id/pending-articles/:uid/claim'),
    decide: put('/v1/manage/sites/:site_id/pending-articles/:uid/decision', wrapped('decision', decisions.NewArticleDecision), body({ decision: decisions.ArticleDecision })),
    withdrawDecision: del('/v1/manage/sites/:site_id/pending-articles/:uid/decision'),
  }),
  articleDecisions: needs('articles', {
    list: get('/v1/manage/sites/:site_id/article-decisions', { ...count, ...decisions.decisionFilters }, body({ article_decisions: Type.Array(decisions.ArticleDecision), more: Type.Boolean({ description: 'Whether there are others after the last one.' }) })),
  }),
  guestArticles: needs('guest', {
    offer: { ...post('/v1/guest/articles', wrapped('article', guest.NewGuestArticle), guest.OfferAnswer, { ...large, line: guest.NewGuestArticle }), status: 200 },
    put: put('/v1/guest/articles/:external_id', wrapped('article', guest.GuestArticleText), body({ article: guest.GuestArticle }), large),
    read: get('/v1/guest/articles/:external_id', none, body({ article: guest.GuestArticle })),
    withdraw: del('/v1/guest/articles/:external_id'),
  }),
  guestMedia: needs('guest', {
    create: post('/v1/guest/media', wrapped('media_item', guest.NewGuestMedia), body({ media_item: guest.GuestMedia }), { isUpload: true, isPicture: true }),
  }),
  intakeRules: needs('sources', {
    list: get('/v1/manage/sites/:site_id/intake-rules', page, body({ intake_rules: Type.Array(intake.IntakeRule), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/intake-rules', wrapped('intake_rule', intake.NewIntakeRule), body({ intake_rule: intake.IntakeRule })),
    read: get('/v1/manage/sites/:site_id/intake-rules/:id', none, body({ intake_rule: intake.IntakeRule })),
    change: patch('/v1/manage/sites/:site_id/intake-rules/:id', wrapped('intake_rule', intake.IntakeRuleChange), body({ intake_rule: intake.IntakeRule })),
    remove: del('/v1/manage/sites/:site_id/intake-rules/:id'),
    tryOut: { ...post('/v1/manage/sites/:site_id/intake-rules/trial', { ...bare(intake.NewTrial), isOptional: true }, body({ trial: intake.RuleTrial })), status: 200 },
  }),
  blocked: needs('sources', {
    list: get('/v1/manage/sites/:site_id/blocked', { ...page, ...intake.blockedFilters }, body({ blocked: Type.Array(intake.Blocked), meta: Meta })),
    create: post('/v1/manage/sites/:site_id/blocked', wrapped('blocked', intake.NewBlocked), body({ blocked: intake.Blocked })),
    remove: del('/v1/manage/sites/:site_id/blocked/:id'),
  }),
  erasures: needs('sources', {
    list: get('/v1/manage/sites/:site_id/erasures', page, body({ erasures: Type.Array(intake.Erasure), meta: Meta })),
    read: get('/v1/manage/sites/:site_id/erasures/:id', none, body({ erasure: intake.Erasure })),
    order: accept('/v1/manage/sites/:site_id/erasures', wrapped('erasure', intake.NewErasure), body({ erasure: intake.Erasure }), { isConfirmed: true }),
  }),
  intakeHold: needs('sources', {
    read: get('/v1/manage/sites/:site_id/intake/hold', none, body({ hold: intake.Hold })),
    set: put('/v1/manage/sites/:site_id/intake/hold', { ...wrapped('hold', intake.NewHold), isOptional: true }, body({ hold: intake.Hold })),
    release: del('/v1/manage/sites/:site_id/intake/hold'),
    readAll: get('/v1/manage/intake/hold', none, body({ hold: intake.InstallationHold })),
    setAll: put('/v1/manage/intake/hold', nothing, body({ hold: intake.InstallationHold }), { isForAllSites: true }),
    releaseAll: del('/v1/manage/intake/hold', { isForAllSites: true }),
  }),
  campaigns: needs('campaigns', {
    list: get('/v1/manage/campaigns', { ...page, ...ofSite }, body({ campaigns: Type.Array(analytics.Campaign), meta: Meta })),
    create: post('/v1/manage/campaigns', wrapped('campaign', analytics.NewCampaign), body({ campaign: analytics.Campaign })),
    read: get('/v1/manage/campaigns/:campaign_id', none, body({ campaign: analytics.Campaign })),
    change: patch('/v1/manage/campaigns/:campaign_id', wrapped('campaign', analytics.CampaignChange), body({ campaign: analytics.Campaign })),
    remove: del('/v1/manage/campaigns/:campaign_id'),
  }),
  campaignLinks: needs('campaigns', {
    create: post('/v1/manage/campaigns/:campaign_id/links', wrapped('campaign_link', links.NewCampaignLink), body({ campaign_link: links.CreatedCampaignLink }), { showsSecret: true }),
    list: get('/v1/manage/campaigns/:campaign_id/links', none, body({ campaign_links: Type.Array(links.CampaignLink) })),
    revoke: del('/v1/manage/campaigns/:campaign_id/links/:id'),
  }),
  results: needs('campaigns', {
    ofArticle: get('/v1/manage/sites/:site_id/articles/:uid/results', count, body({ results: Type.Array(links.ArticleResult), totals: links.ArticleTotals })),
    articles: get('/v1/manage/campaigns/:campaign_id/articles', links.linkedArticles, body({ articles: Type.Array(links.LinkedArticle) })),
  }),
  campaignEntries: needs('campaigns', {
    write: {
      ...asking(post('/v1/manage/campaigns/:campaign_id/entries', bare(analytics.NewEntries), analytics.IngestResult, { ...large, line: analytics.NewEntry }), strict),
      status: 200,
    },
    remove: del('/v1/manage/campaigns/:campaign_id/entries/:entry_id'),
    removeMany: {
      ...asking(
        post('/v1/manage/campaigns/:campaign_id/entry-deletions', bare(analytics.EntryNames), analytics.DeletionResult, {
          ...large,
          line: analytics.EntryName,
        }),
        strict,
      ),
      status: 200,
    },
  }),
  audit: needs('audit', {
    list: get('/v1/manage/audit', audit.auditFilters, body({ entries: Type.Array(audit.AuditEntry), cursor: nullable(text('The cursor of the next answer; null when nothing matches.')), more: Type.Boolean({ description: 'Whether more items follow the cursor.' }) }), { alsoCsv: true }),
  }),
  activity: needs('articles', {
    list: get('/v1/manage/sites/:site_id/activity', audit.activityQuery, body({ entries: Type.Array(audit.ActivityEntry), cursor: text('The cursor of the next answer.'), more: Type.Boolean({ description: 'Whether more entries already follow the cursor.' }) })),
  }),
  apiKeys: needs('keys', {
    list: get('/v1/manage/api-keys', page, body({ api_keys: Type.Array(manage.ApiKey), meta: Meta })),
    create: post('/v1/manage/api-keys', wrapped('api_key', manage.NewApiKey), body({ api_key: manage.CreatedApiKey }), { showsSecret: true, isConfirmed: true }),
    read: get('/v1/manage/api-keys/:id', none, body({ api_key: manage.ApiKey })),
    remove: del('/v1/manage/api-keys/:id', { isConfirmed: true }),
  }),
  setup: needs('open', {
    read: get('/v1/manage/setup', none, body({ setup: people.Setup })),
    create: post('/v1/manage/setup', wrapped('setup', people.NewSetup), body({ person: people.Me }), signsIn),
  }),
  sessions: {
    ...needs('open', {
      ways: get('/v1/manage/sign-in', none, body({ sign_in: people.SignInWays })),
      create: post('/v1/manage/sessions', wrapped('session', people.NewSession), body({ person: people.Me }), signsIn),
      passkeyOptions: post('/v1/manage/sessions/passkey-options', { ...wrapped('passkey_request', people.PasskeyRequest), isOptional: true }, body({ passkey_options: passkeys.PasskeyRequestOptions }), signsIn),
      signInWithPasskey: post('/v1/manage/sessions/passkey', wrapped('credential', passkeys.PasskeyCredential), body({ person: people.Me }), signsIn),
    }),
    ...needs('self', {
      list: get('/v1/manage/sessions', none, body({ sessions: Type.Array(people.Session) })),
      confirm: put('/v1/manage/sessions/current/confirmation', wrapped('confirmation', people.Confirmation), body({ session: people.Session })),
      confirmOptions: post('/v1/manage/sessions/current/confirmation/passkey-options', nothing, body({ passkey_options: passkeys.PasskeyRequestOptions }), { showsSecret: true }),
      signOut: del('/v1/manage/sessions/current'),
      remove: del('/v1/manage/sessions/:id'),
      removeAll: del('/v1/manage/sessions'),
    }),
  },
  me: needs('self', {
    read: get('/v1/manage/me', none, body({ person: people.Me })),
    change: patch('/v1/manage/me', wrapped('person', people.MyChange), body({ person: people.Me })),
    setPassword: put('/v1/manage/me/password', wrapped('password_change', people.PasswordChange), body({ person: people.Me })),
  }),
  savedViews: needs('self', {
    list: get('/v1/manage/me/saved-views', viewsOf, body({ saved_views: Type.Array(SavedView) })),
    save: post('/v1/manage/me/saved-views', wrapped('saved_view', NewSavedView), body({ saved_view: SavedView })),
    remove: del('/v1/manage/me/saved-views/:id'),
  }),
  identities: {
    ...needs('open', {
      signIn: post('/v1/manage/oidc/sign-ins', { ...wrapped('authorization', identities.NewAuthorization), isOptional: true }, body({ authorization: identities.Authorization }), signsIn),
      callback: asking(redirect('/v1/manage/oidc/callback', body({})), identities.callbackQuery),
    }),
    ...needs('self', {
      list: get('/v1/manage/me/identities', none, body({ identities: Type.Array(identities.Identity) })),
      link: post('/v1/manage/me/identities', { ...wrapped('authorization', identities.NewAuthorization), isOptional: true }, body({ authorization: identities.Authorization }), { showsSecret: true, isConfirmed: true }),
      confirm: post('/v1/manage/sessions/current/confirmation/oidc', { ...wrapped('authorization', identities.NewAuthorization), isOptional: true }, body({ authorization: identities.Authorization }), { showsSecret: true }),
      remove: del('/v1/manage/me/identities/:id', { isConfirmed: true }),
    }),
  },
  passkeys: needs('self', {
    list: get('/v1/manage/me/passkeys', none, body({ passkeys: Type.Array(passkeys.Passkey) })),
    options: post('/v1/manage/me/passkeys/options', nothing, body({ passkey_options: passkeys.PasskeyCreationOptions }), { showsSecret: true, isConfirmed: true }),
    add: post('/v1/manage/me/passkeys', wrapped('passkey', passkeys.NewPasskey), body({ passkey: passkeys.Passkey }), { showsSecret: true, isConfirmed: true, bodyLimit: PASSKEY_BODY }),
    rename: patch('/v1/manage/me/passkeys/:id', wrapped('passkey', passkeys.PasskeyChange), body({ passkey: passkeys.Passkey })),
    remove: del('/v1/manage/me/passkeys/:id', { isConfirmed: true }),
  }),
  people: needs('people', {
    list: get('/v1/manage/people', page, body({ people: Type.Array(people.Person), meta: Meta })),
    read: get('/v1/manage/people/:id', none, body({ person: people.Person })),
    change: patch('/v1/manage/people/:id', wrapped('person', people.PersonChange), body({ person: people.Person }), { isConfirmed: true }),
    remove: del('/v1/manage/people/:id', { isConfirmed: true }),
    resetPassword: post('/v1/manage/people/:id/password-reset', nothing, body({ password_reset: people.PasswordReset }), { showsSecret: true, isConfirmed: true }),
  }),
  invitations: {
    ...needs('people', {
      list: get('/v1/manage/invitations', page, body({ invitations: Type.Array(people.Invitation), meta: Meta })),
      create: post('/v1/manage/invitations', wrapped('invitation', people.NewInvitation), body({ invitation: people.CreatedInvitation }), { showsSecret: true, isConfirmed: true }),
      remove: del('/v1/manage/invitations/:id'),
    }),
    ...needs('open', {
      read: get('/v1/manage/invitations/:token/acceptance', none, body({ invitation: people.OpenInvitation })),
      accept: post('/v1/manage/invitations/:token/acceptance', wrapped('acceptance', people.Acceptance), body({ person: people.Me }), signsIn),
    }),
  },
  passwordResets: needs('open', {
    read: get('/v1/manage/password-resets/:token', none, body({ password_reset: people.OpenPasswordReset })),
    accept: post('/v1/manage/password-resets/:token', { ...wrapped('password_reset', people.NewPassword), isOptional: true }, body({ person: people.Me }), signsIn),
  }),
});
