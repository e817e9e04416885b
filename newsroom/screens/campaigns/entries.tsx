/** The posts of a campaign, or those of a point of a chart. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import type { Analytics } from '../../api/api.ts';
import { Icon } from '../../icons.tsx';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';
import { Choice } from '../articles/filters.tsx';
import { DataTable } from './data-table.tsx';
import { useFormats } from './format.ts';
import { useCampaign } from './queries.ts';
import { useReader } from './reader.ts';
import { optionsOf, parseSearch } from './search.ts';
import { useEntryColumns } from './top.tsx';
import { useCampaignWords } from './words.ts';

const PAGE = 50;

export function Entries() {
  const words = useCampaignWords();
  const { address, timeZone } = useReader();
  const { data: campaign } = useCampaign();
  const [, navigate] = useLocation();
  const text = useSearch();
  const given = new URLSearchParams(text);
  const { network, posts: sort = 'published_at', tz: zone = timeZone } = parseSearch(text);
  const [start, end] = [instantIn(given, 'start'), instantIn(given, 'end')];
  const formats = useFormats(zone);
  const query = useEntries({ start_date: start, end_date: end, item_type: network, sort });
  const set = (name: string, value: string) => {
    if (value) given.set(name, value);
    else given.delete(name);
    navigate(`${address}/entries?${given}`, { replace: true });
  };
  const rows = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const columns = useEntryColumns(formats, rows);
  const total = query.data?.pages[0]?.meta.total_count ?? null;
  const isWhole = start === undefined && end === undefined;
  return (
    <div className="sheet">
      <Link className="back-link" href={address}>
        <Icon name="back" />
        {campaign?.name ?? words.list.title}
      </Link>
      <div className="sheet-head">
        <h1>{words.entries.title}</h1>
        <Choice
          isOn={network !== undefined}
          label={words.network}
          onChange={(value) => set('network', value)}
          value={network ?? ''}
        >
          <option value="">{words.allNetworks}</option>
          {optionsOf('network').map((name) => (
            <option key={name} value={name}>
              {words.networks[name]}
            </option>
          ))}
        </Choice>
        <Choice isOn={false} label={words.sortBy} onChange={(value) => set('posts', value)} value={sort}>
          {optionsOf('posts').map((name) => (
            <option key={name} value={name}>
              {words.postSorts[name]}
            </option>
          ))}
        </Choice>
      </div>
      <p className="note">
        {isWhole ? words.periods.all : [start && formats.moment(start), end && formats.moment(end)].join(' – ')}
        {total !== null && ` · ${words.entries.total(total)}`}
        {network === undefined && ` · ${words.entries.withoutLinkedin}`}
      </p>
      {query.isPending && <Waiting />}
      {query.error && <Failure error={query.error} onRetry={query.refetch} />}
      {query.data && rows.length === 0 && <Notice hint={words.entries.emptyHint} title={words.entries.empty} />}
      {rows.length > 0 && (
        <DataTable formats={formats} table={{ title: words.entries.title, columns, rows, keyOf: ({ id }) => id }} />
      )}
      {query.hasNextPage && (
        <p className="show-more">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} variant="default">
            {words.entries.more}
          </Button>
        </p>
      )}
    </div>
  );
}

function instantIn(given: URLSearchParams, name: string): string | undefined {
  const text = given.get(name) ?? '';
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? text : undefined;
}

type Asked = Omit<Parameters<Analytics['listEntries']>[0], 'campaign_id'>;

function useEntries(asked: Asked) {
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
