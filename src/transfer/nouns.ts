/** Everything that is exported and imported, in dependency order. */
import * as manage from '../contract/manage.ts';
import { articleCategories } from '../features/article-categories/resource.ts';
import { authors } from '../features/authors/resource.ts';
import { events } from '../features/events/resource.ts';
import { containerMembership, featuredItemContainers } from '../features/featured-item-containers/resource.ts';
import { issueMembership, issues } from '../features/issues/resource.ts';
import { pages } from '../features/pages/resource.ts';
import { sections } from '../features/sections/resource.ts';
import { articleDecisions } from './article-decisions.ts';
import { articles } from './articles.ts';
import { blocked, installationHolds, intakeHolds } from './blocks.ts';
import { bylines } from './bylines.ts';
import { campaignEntries, campaignUsers } from './campaign-entries.ts';
import { campaigns } from './campaigns.ts';
import { deletedFiles } from './deleted-files.ts';
import { erasedKeys, erasureSecrets } from './erased-keys.ts';
import { erasures } from './erasures.ts';
import { intakeRules } from './intake-rules.ts';
import { apiKeys } from './keys.ts';
import { likes } from './likes.ts';
import { mediaItems, remoteImages } from './media.ts';
import { networkAccounts } from './network-accounts.ts';
import type { AnyNoun } from './noun.ts';
import { people } from './people.ts';
import { publications } from './publications.ts';
import { resourceNoun } from './resources.ts';
import { revisions } from './revisions.ts';
import { sites } from './sites.ts';
import { sourceItems } from './source-items.ts';
import { sources } from './sources.ts';
import { webhooks } from './webhooks.ts';

export const nouns: AnyNoun[] = [
  sites,
  people,
  apiKeys,
  installationHolds,
  erasureSecrets,
  erasedKeys,
  mediaItems,
  remoteImages,
  deletedFiles,
  resourceNoun(articleCategories, manage.NewArticleCategory),
  resourceNoun(sections, manage.NewSection),
  resourceNoun(authors, manage.NewAuthor),
  resourceNoun(pages, manage.NewPage),
  resourceNoun(events, manage.NewEvent),
  articles,
  revisions,
  publications,
  articleDecisions,
  resourceNoun(issues, manage.NewIssue, { times: ['created_at', 'updated_at'], membership: issueMembership }),
  resourceNoun(featuredItemContainers, manage.NewFeaturedItemContainer, { membership: containerMembership }),
  likes,
  campaigns,
  campaignEntries,
  campaignUsers,
  webhooks,
  intakeHolds,
  blocked,
  networkAccounts,
  sources,
  intakeRules,
  sourceItems,
  erasures,
  bylines,
];
