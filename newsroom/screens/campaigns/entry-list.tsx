/** Posts of a campaign, page by page: those of a period, of a point of a chart, or of one person. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Analytics } from '../../api/api.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { Choice } from '../articles/filters.tsx';
import { DataTable } from './data-table.tsx';
import type { Formats } from './format.ts';
import { useReader } from './reader.tsx';
import { type Options, optionsOf } from './search.ts';
import { useEntryColumns } from './top.tsx';
import { useCampaignWords } from './words.ts';

const PAGE = 50;

type Asked = Omit<Parameters<Analytics['listEntries']>[0], 'campaign_id'>;

export function useEntries(asked: Asked) {
  const { analytics, campaignId } = useReader();
  return useInfiniteQuery({
    queryKey: ['campaign', campaignId, 'entries', asked],
    queryFn: async ({ pageParam, signal }) =>
      await analytics.listEntries({ ...asked, ...pageParam, campaign_id: campaignId, count: PAGE }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ pagination: { older } }) => (older === null ? undefined : cursorIn(older)),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** The place of the next page, from its link. */
function cursorIn(link: string): { page?: number; after?: string } {
  const given = new URL(link).searchParams;
  const [page, after] = [given.get('page'), given.get('after')];
  return { ...(page && { page: Number(page) }), ...(after && { after }) };
}

type List = ReturnType<typeof useEntries>;

export const totalOf = ({ data }: List): number | null => data?.pages[0]?.meta.total_count ?? null;

interface EntryListProps {
  list: List;
  formats: Formats;
  title: string;
  /** Shown without posts. */
  empty: ReactNode;
  /** Columns that say the same of every post. */
  without?: readonly string[];
}

export function EntryList({ list, formats, title, empty, without = [] }: EntryListProps) {
  const words = useCampaignWords();
  const rows = list.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const columns = useEntryColumns(formats, rows).filter(({ key }) => !without.includes(key));
  return (
    <>
      {list.isPending && <Waiting />}
      {list.error && <Failure error={list.error} onRetry={list.refetch} />}
      {list.data && rows.length === 0 && empty}
      {rows.length > 0 && <DataTable formats={formats} table={{ title, columns, rows, keyOf: ({ id }) => id }} />}
      {list.hasNextPage && (
        <p className="show-more">
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} variant="default">
            {words.entries.more}
          </Button>
        </p>
      )}
    </>
  );
}

export function EntrySort({ value, onChange }: { value: Options<'posts'>[number]; onChange(value: string): void }) {
  const words = useCampaignWords();
  return (
    <Choice isOn={false} label={words.sortBy} onChange={onChange} value={value}>
      {optionsOf('posts').map((name) => (
        <option key={name} value={name}>
          {words.postSorts[name]}
        </option>
      ))}
    </Choice>
  );
}
