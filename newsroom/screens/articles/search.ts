/** The filters, search text and order in the address of the list. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ARTICLE_STATES, ARTICLE_TYPES, type ArticleState, type ArticleType } from './states.ts';

export const SORTS = ['updated', 'published', 'created', 'title'] as const;
export type Sort = (typeof SORTS)[number];

export interface ArticleSearch {
  state?: ArticleState | 'trash' | undefined;
  /** Only published articles with changes that readers do not see. */
  changes?: '1' | undefined;
  q?: string | undefined;
  section?: number | undefined;
  category?: number | undefined;
  author?: number | undefined;
  type?: ArticleType | undefined;
  tag?: string | undefined;
  mine?: '1' | undefined;
  /** What people wrote, without articles of feeds, networks and other sources. */
  source?: 'newsroom' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: Sort | undefined;
}

/** The filters that can be cleared; a state is a tab, and an order hides nothing. */
export const FILTERS = [
  ...(['q', 'section', 'category', 'author', 'type', 'tag', 'mine'] as const),
  ...(['source', 'changes', 'from', 'to'] as const),
] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST = 200;

/** Unknown parameters are dropped. */
export function parseSearch(query: string): ArticleSearch {
  const given = new URLSearchParams(query);
  const text = (name: string) => given.get(name)?.slice(0, LONGEST) || undefined;
  const id = (name: string) => (/^[1-9]\d{0,15}$/.test(given.get(name) ?? '') ? Number(given.get(name)) : undefined);
  const day = (name: string) => (DAY.test(given.get(name) ?? '') ? text(name) : undefined);
  const oneOf = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === given.get(name));
  return withoutGaps({
    state: oneOf('state', [...ARTICLE_STATES, 'trash']),
    q: text('q'),
    section: id('section'),
    category: id('category'),
    author: id('author'),
    type: oneOf('type', ARTICLE_TYPES),
    tag: text('tag'),
    mine: oneOf('mine', ['1']),
    source: oneOf('source', ['newsroom']),
    changes: oneOf('changes', ['1']),
    from: day('from'),
    to: day('to'),
    sort: oneOf('sort', SORTS),
  });
}

/** Empty, or with its question mark. */
export function searchText(search: ArticleSearch): string {
  const given = Object.entries(withoutGaps(search)).map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function withoutGaps(search: ArticleSearch): ArticleSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

export function hasFilters(search: ArticleSearch): boolean {
  return FILTERS.some((name) => search[name] !== undefined);
}

/** Those behind the button of a phone; the search text has a field of its own. */
export function filterCount(search: ArticleSearch): number {
  return FILTERS.filter((name) => name !== 'q' && search[name] !== undefined).length;
}

export function withoutFilters(search: ArticleSearch): ArticleSearch {
  return withoutGaps({ state: search.state, sort: search.sort });
}

/** The parameters of the API. `to` is a day that the list includes; the API ends before it. */
export function parametersOf(
  { state, q, section, category, author, type, tag, mine, source, changes, from, to, sort }: ArticleSearch,
  me: string,
) {
  return {
    ...{ q, type, tag, source, sort, from },
    ...{ section_id: section, category_id: category, author_id: author },
    created_by: mine ? me : undefined,
    unpublished_changes: changes ? true : undefined,
    to: to && dayAfter(to),
    ...(state === 'trash' ? { deleted: true } : { state }),
  };
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

export type ChangeSearch = (change: Partial<ArticleSearch>, options?: { replace?: boolean }) => void;

export function useArticleSearch(): [ArticleSearch, ChangeSearch] {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const search = useMemo(() => parseSearch(query), [query]);
  const change: ChangeSearch = useCallback(
    (fields, options) => navigate(path + searchText({ ...search, ...fields }), options),
    [navigate, path, search],
  );
  return [search, change];
}
