/** The items of the library: the newest first, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { type MediaSearch, parametersOf } from './search.ts';

const PAGE = 60;

export interface MediaItems {
  items: MediaItem[];
  total: number;
  query: Pick<
    ReturnType<typeof useInfiniteQuery<unknown, Error>>,
    'error' | 'isPending' | 'isFetching' | 'hasNextPage' | 'fetchNextPage' | 'refetch' | 'data' | 'isFetchNextPageError'
  >;
}

export function useMediaItems({ item: _open, ...search }: MediaSearch): MediaItems {
  const { manage } = useApi();
  const site = useSite();
  const me = `person:${usePerson().id}`;
  const query = useInfiniteQuery({
    queryKey: ['media', site.id, 'list', search],
    queryFn: async ({ pageParam, signal }) =>
      manage.media.list(site.id, { ...parametersOf(search, me), cursor: pageParam, count: PAGE, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ more, cursor }) => (more && cursor ? cursor : undefined),
  });
  const items = useMemo(() => query.data?.pages.flatMap(({ media_items }) => media_items) ?? [], [query.data]);
  return { query, items, total: query.data?.pages[0]?.meta.total_count ?? items.length };
}
