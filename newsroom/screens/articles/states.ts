import type { ManagedArticle } from '../../../src/sdk/client.ts';

export const ARTICLE_STATES = [
  'draft',
  'pending',
  'scheduled',
  'published',
  'unpublished',
] as const satisfies readonly ManagedArticle['state'][];
