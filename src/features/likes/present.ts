import type { Static } from 'typebox';
import type { Like } from '../../contract/content.ts';

export type LikeRow = Pick<Static<typeof Like>, 'article_id' | 'upvotes' | 'downvotes'>;

export function like({ article_id, upvotes, downvotes }: LikeRow): Static<typeof Like> {
  return { article_id, upvotes, downvotes, score: upvotes - downvotes };
}
