import type { ManagedArticle } from '../../../src/sdk/client.ts';

export type ArticleState = ManagedArticle['state'];
export const ARTICLE_STATES: readonly ArticleState[] = ['draft', 'pending', 'scheduled', 'published', 'unpublished'];
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
