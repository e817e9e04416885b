/** What waits for a decision, page by page, and one of it with its text. Live events invalidate both. */
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PendingArticle, Source } from '../../../src/sdk/client.ts';
import { type Api, useApi } from '../../api/api.ts';
import { useSite } from '../../shell/context.ts';
import type { InboxSearch } from './search.ts';

const PAGE = 50;
/** Claims of others are no live events. */
const ASK_MS = 20_000;
/** The next article is loaded before it is opened; an older answer is read again. */
const FRESH_MS = 60_000;
const MOST_SOURCES = 100;

export function useQueue({ kind, source, q, sort }: InboxSearch) {
  const { manage } = useApi();
  const site = useSite();
  const filter = { kind, source_id: source, q, sort };
  const query = useInfiniteQuery({
    queryKey: ['articles', site.id, 'inbox', 'queue', filter],
    queryFn: async ({ pageParam: after, signal }) =>
      manage.pendingArticles.list(site.id, { ...filter, after, count: PAGE, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ more, pending_articles }) => (more ? pending_articles.at(-1)?.uid : undefined),
    refetchInterval: ASK_MS,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.pending_articles) ?? [], [query.data]);
  return { query, rows, total: query.data?.pages[0]?.meta.total_count ?? rows.length };
}

export function itemQuery({ manage }: Pick<Api, 'manage'>, siteId: number, uid: string) {
  return queryOptions({
    queryKey: ['articles', siteId, 'inbox', 'item', uid],
    queryFn: async ({ signal }) => {
      const [{ pending_article }, { article }] = await Promise.all([
        manage.pendingArticles.read(siteId, uid, { signal }),
        manage.articles.read(siteId, uid, { signal }),
      ]);
      return { ...pending_article, article };
    },
    staleTime: FRESH_MS,
  });
}

export type OpenItem = Awaited<ReturnType<NonNullable<ReturnType<typeof itemQuery>['queryFn']>>>;

export function useSources(): Source[] {
  const { manage } = useApi();
  const site = useSite();
  const { data } = useQuery({
    queryKey: ['sources', site.id, 'all'],
    queryFn: async () => {
      const sources: Source[] = [];
      for await (const source of manage.sources.list(site.id, { count: MOST_SOURCES })) sources.push(source);
      return sources;
    },
    staleTime: 60_000,
  });
  return data ?? [];
}

/** Where to go from an article: the next one that nobody looks at, else one before it. */
export function nextFree(
  rows: readonly Pick<PendingArticle, 'uid' | 'claimed_by'>[],
  uid: string | undefined,
  isBusy: (row: Pick<PendingArticle, 'uid' | 'claimed_by'>) => boolean,
): string | undefined {
  const at = rows.findIndex((row) => row.uid === uid);
  const order = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))];
  return order.find((row) => row.uid !== uid && !isBusy(row))?.uid;
}
