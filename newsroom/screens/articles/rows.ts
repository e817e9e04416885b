/** The rows of the list: thin, page by page, as of the moment when the first page was read. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ManagedArticle } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useLiveConnection } from '../../live/live-provider.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { type ArticleSearch, parametersOf } from './search.ts';

const FIELDS = [
  'uid',
  'title',
  'state',
  'source',
  'version',
  'published_version',
  'type',
  'section_id',
  'category_id',
  'author_ids',
  'author_credit',
  'tags',
  'cover_url',
  'publish_at',
  'publish_problem',
  'scheduled_version',
  'published_at',
  'created_at',
  'created_by',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof ManagedArticle)[];
export type ArticleRow = Pick<ManagedArticle, (typeof FIELDS)[number]>;

const PAGE = 50;
/** How often the list polls for changes by others, while no live events arrive. */
const ASK_MS = 15_000;

/** Whether the articles that people wrote are hard to find among those of feeds and networks. */
export function isMostlyOfSources(rows: readonly Pick<ArticleRow, 'source'>[]): boolean {
  const newest = rows.slice(0, PAGE);
  return newest.filter(({ source }) => source !== 'newsroom').length > newest.length / 2;
}

interface NextPage {
  cursor: string;
  as_of: string;
}

export function useArticleRows(search: ArticleSearch) {
  const { manage } = useApi();
  const site = useSite();
  const me = `person:${usePerson().id}`;
  const query = useInfiniteQuery({
    queryKey: ['articles', site.id, 'list', search],
    queryFn: async ({ pageParam, signal }) =>
      manage.articles.list(site.id, { ...parametersOf(search, me), ...pageParam, count: PAGE, fields: FIELDS, signal }),
    initialPageParam: {} as Partial<NextPage>,
    getNextPageParam: ({ more, cursor, meta }, pages): NextPage | undefined =>
      more && cursor ? { cursor, as_of: pages[0]?.meta.as_of ?? meta.as_of } : undefined,
    // The list does not change while someone reads it; `useChangedCount` shows when it is outdated.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ articles }) => articles) ?? [], [query.data]);
  const first = query.data?.pages[0]?.meta;
  return { query, rows, total: first?.total_count ?? rows.length, asOf: first?.as_of };
}

/** How many articles of the list others have changed since it was read. */
export function useChangedCount(search: ArticleSearch, asOf: string | undefined): number {
  const { manage } = useApi();
  const site = useSite();
  const me = `person:${usePerson().id}`;
  const { data } = useQuery({
    queryKey: ['articles', site.id, 'changed', search, asOf],
    queryFn: async ({ signal }) =>
      manage.articles.list(site.id, { ...parametersOf(search, me), as_of: asOf, count: 1, fields: ['uid'], signal }),
    enabled: asOf !== undefined,
    refetchInterval: useAskEvery(),
    staleTime: ASK_MS,
  });
  return data?.meta.changed_count ?? 0;
}

export function useCounts() {
  const { manage } = useApi();
  const site = useSite();
  const { data } = useQuery({
    queryKey: ['articles', site.id, 'counts'],
    queryFn: async () => (await manage.counts.read(site.id)).counts,
    refetchInterval: useAskEvery(),
  });
  return data;
}

function useAskEvery(): number | false {
  return useLiveConnection() === 'none' ? ASK_MS : false;
}
