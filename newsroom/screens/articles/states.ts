import type { ManagedArticle } from '../../../src/sdk/client.ts';

export type ArticleState = ManagedArticle['state'];
export const ARTICLE_STATES: readonly ArticleState[] = ['draft', 'pending', 'scheduled', 'published', 'unpublished'];

/** Whether readers see an earlier text than the one that is saved. */
export function hasUnpublishedChanges({
  state,
  version,
  published_version,
}: Pick<ManagedArticle, 'state' | 'version' | 'published_version'>): boolean {
  return state === 'published' && published_version !== null && published_version < version;
}

export type ArticleType = ManagedArticle['type'];
export const ARTICLE_TYPES: readonly ArticleType[] = [
  'article',
  'video',
  'image',
  'facebook_post',
  'tweet',
  'instagram',
  'link',
  'pinterest',
];
