/** What a container's `type_restriction` lets in. Pure. */
import { ARTICLE_TYPES } from '../../contract/article.ts';

/** The one kind of content that containers hold here. */
const KIND = 'article';

/** In words, why an article of this type may not enter; null when it may. `Article` is the kind, not the type: it lets all in. */
export function refusal(restriction: string, type: string): string | null {
  const allowed = restriction.trim().toLowerCase();
  if (allowed === '' || allowed === KIND || allowed === type) return null;
  const isType = ARTICLE_TYPES.some((known) => known === allowed);
  return isType ? `may hold articles of the type ${allowed} only` : `may hold content of the kind ${restriction} only`;
}

/** Those of the articles that may not be in, edited or served, each with the reason. */
export function misfits(restriction: string, members: { id: number; types: string[] }[]) {
  return members.flatMap(({ id, types }) => {
    const reason = types.map((type) => refusal(restriction, type)).find((found) => found !== null);
    return reason ? { id, reason } : [];
  });
}
