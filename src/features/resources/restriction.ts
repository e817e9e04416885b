/** What a container's `type_restriction` accepts. Pure. */
import { ARTICLE_TYPES } from '../../contract/article.ts';

/** The only kind of content in containers here. */
const KIND = 'article';

/** Why an article of this type is refused; null when it is accepted. `Article` is the kind, not a type: it accepts all. */
export function refusal(restriction: string, type: string): string | null {
  const allowed = restriction.trim().toLowerCase();
  if (allowed === '' || allowed === KIND || allowed === type) return null;
  const isType = ARTICLE_TYPES.some((known) => known === allowed);
  return isType ? `accepts only articles of the type ${allowed}` : `accepts only content of the kind ${restriction}`;
}

/** The articles that are refused, as edited or as served, each with the reason. */
export function misfits(restriction: string, members: { id: number; types: string[] }[]) {
  return members.flatMap(({ id, types }) => {
    const reason = types.map((type) => refusal(restriction, type)).find((found) => found !== null);
    return reason ? { id, reason } : [];
  });
}
