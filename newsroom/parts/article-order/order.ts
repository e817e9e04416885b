/** Which articles a list accepts. Pure. */
import type { ManagedArticle } from '../../../src/sdk/client.ts';

export const FIELDS = ['id', 'uid', 'title', 'state', 'type', 'section_id', 'cover_url'] as const;
export type ListedArticle = Pick<ManagedArticle, (typeof FIELDS)[number]>;

/** Why an article cannot be put into the list. */
export type Refusal = 'type' | 'never published' | null;

/** A number is drawn when an article is published for the first time; lists name articles by it. */
export function refusalOf({ id, type }: Pick<ListedArticle, 'id' | 'type'>, restriction: string): Refusal {
  if (!acceptsType(restriction, type)) return 'type';
  return id === null ? 'never published' : null;
}

/** `Article` is the kind of content, not a type: it accepts every article. */
export function acceptsType(restriction: string, type: string): boolean {
  const allowed = restriction.trim().toLowerCase();
  return allowed === '' || allowed === 'article' || allowed === type;
}

/** The only type that a restriction allows; null if it allows all types, or no articles. */
export function onlyType<T extends string>(restriction: string, types: readonly T[]): T | null {
  const allowed = restriction.trim().toLowerCase();
  return allowed === 'article' ? null : (types.find((type) => type === allowed) ?? null);
}

export function idsOf(articles: readonly ListedArticle[]): number[] {
  return articles.flatMap(({ id }) => id ?? []);
}
