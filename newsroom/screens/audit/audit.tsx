/** Who changed what, when and from where; for owners. */

import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useApi } from '../../api/api.ts';
import { AUDIT } from '../../shell/addresses.ts';
import { OwnZoneNote } from '../../shell/own-zone-note.tsx';
import { Failure, Notice } from '../../shell/states.tsx';
import { Skeleton } from '../people/list-parts.tsx';
import { EntryRow } from './entry.tsx';
import { Filters } from './filters.tsx';
import {
  type AuditSearch,
  type ChangeSearch,
  cleared,
  csvAddress,
  parametersOf,
  parseSearch,
  searchText,
} from './search.ts';
import { useAuditWords } from './words.ts';

const PAGE = 50;

export function Audit() {
  const words = useAuditWords();
  const [search, change] = useAuditSearch();
  return (
    <div className="sheet">
      <div className="sheet-head">
        <h1>{words.title}</h1>
        <a className="button" download href={csvAddress(search)}>
          {words.csv}
        </a>
      </div>
      <OwnZoneNote />
      <Filters change={change} search={search} />
      <Entries change={change} search={search} />
    </div>
  );
}

function useAuditSearch(): [AuditSearch, ChangeSearch] {
  const query = useSearch();
  const [, navigate] = useLocation();
  const search = useMemo(() => parseSearch(query), [query]);
  return [search, (fields) => navigate(AUDIT + searchText({ ...search, ...fields }))];
}

function Entries({ search, change }: { search: AuditSearch; change: ChangeSearch }) {
  const words = useAuditWords();
  const query = useEntries(search);
  if (query.isPending) return <Skeleton />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  const entries = query.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <Nothing change={change} search={search} />;
  return (
    <>
      <ul aria-label={words.title} className="ruled-list audit-list">
        {entries.map((entry) => (
          <EntryRow entry={entry} key={entry.id} />
        ))}
      </ul>
      {query.isFetchNextPageError && <Failure error={query.error} onRetry={query.fetchNextPage} />}
      {!query.isFetchNextPageError && query.hasNextPage && (
        <p className="show-more">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} variant="default">
            {words.showMore}
          </Button>
        </p>
      )}
      {!query.hasNextPage && <p className="note show-more">{words.end}</p>}
    </>
  );
}

function useEntries(search: AuditSearch) {
  const { manage } = useApi();
  return useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: async ({ pageParam, signal }) =>
      manage.audit.list({ ...parametersOf(search), count: PAGE, cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: ({ more, cursor }) => (more && cursor !== null ? cursor : undefined),
  });
}

function Nothing({ search, change }: { search: AuditSearch; change: ChangeSearch }) {
  const words = useAuditWords();
  if (searchText(search) === '') return <Notice hint={words.emptyHint} title={words.empty} />;
  return (
    <Notice hint={words.noMatchHint} title={words.noMatch}>
      <Button onClick={() => change(cleared(search))} variant="default">
        {words.clear}
      </Button>
    </Notice>
  );
}
