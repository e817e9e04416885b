/** What the address of the list says: filters, words and order. */
import { ARTICLE_STATES } from './states.ts';

export const SORTS = ['updated', 'published', 'created', 'title'] as const;
export type Sort = (typeof SORTS)[number];
export type ArticleState = (typeof ARTICLE_STATES)[number];

export interface ArticleSearch {
  state?: ArticleState | 'trash' | undefined;
  q?: string | undefined;
  section?: number | undefined;
  category?: number | undefined;
  author?: number | undefined;
  type?: string | undefined;
  tag?: string | undefined;
  mine?: '1' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: Sort | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Anything else in the address is dropped. */
export function articleSearch(given: Record<string, unknown>): ArticleSearch {
  const text = (name: string) => (typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined);
  const id = (name: string) =>
    Number.isInteger(Number(given[name])) && Number(given[name]) > 0 ? Number(given[name]) : undefined;
  const day = (name: string) => (DAY.test(text(name) ?? '') ? text(name) : undefined);
  const oneOf = <T extends string>(name: string, values: readonly T[]) => values.find((value) => value === given[name]);
  const search: ArticleSearch = {
    state: oneOf('state', [...ARTICLE_STATES, 'trash']),
    q: text('q')?.slice(0, 200),
    section: id('section'),
    category: id('category'),
    author: id('author'),
    type: text('type'),
    tag: text('tag')?.slice(0, 200),
    mine: oneOf('mine', ['1']),
    from: day('from'),
    to: day('to'),
    sort: oneOf('sort', SORTS),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
