/** The rows: only visible ones are in the page, however many there are. */

import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useWords } from '../../i18n/language.tsx';
import { newArticleAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { useKeys } from '../../shell/keys.ts';
import { isAuthorOnly } from '../../shell/rights.ts';
import { useScrollMemory } from '../../shell/scroll-memory.ts';
import { Failure, Notice, Waiting } from '../../shell/states.tsx';
import { scrollToRow, useRowRange } from '../../shell/window-of-rows.ts';
import { cleared } from './filters.tsx';
import { ArticleRowView, useRowNames } from './row.tsx';
import type { ArticleRow } from './rows.ts';
import { type ArticleSearch, type ChangeSearch, hasFilters, type Sort, withoutFilters } from './search.ts';
import type { Selection } from './selection.ts';
import { useListWords } from './words.ts';

const ROW_HEIGHT = 64;
const PHONE_ROW_HEIGHT = 106;
const HEAD_HEIGHT = 36;
/** The next page is read when fewer rows than this are left. */
const AHEAD = 25;
const SKELETONS = 8;

interface RowListProps {
  query: Pick<
    ReturnType<typeof useInfiniteQuery<unknown, Error>>,
    'error' | 'isPending' | 'isFetching' | 'hasNextPage' | 'fetchNextPage' | 'refetch' | 'data' | 'isFetchNextPageError'
  >;
  rows: ArticleRow[];
  total: number;
  search: ArticleSearch;
  change: ChangeSearch;
  selection: Selection;
  searchField: RefObject<HTMLInputElement | null>;
}

export function RowList(props: RowListProps) {
  const { query, rows, search, change } = props;
  if (query.isPending) return <Skeletons />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  if (rows.length === 0) return <Nothing change={change} search={search} />;
  return <Rows {...props} />;
}

function Rows({ query, rows, total, search, selection, searchField }: RowListProps) {
  const words = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 48rem)', undefined, { getInitialValueInEffect: false });
  const [rowHeight, headHeight] = isPhone ? [PHONE_ROW_HEIGHT, 0] : [ROW_HEIGHT, HEAD_HEIGHT];
  useScrollMemory(scroller);
  const { first, end } = useRowRange(scroller, rowHeight, rows.length);
  const { hasNextPage, isFetching, fetchNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (end >= rows.length - AHEAD && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [end, rows.length, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const order = useMemo(() => rows.map(({ uid }) => uid), [rows]);
  const toIndex = (index: number) => {
    if (scroller.current) scrollToRow(scroller.current, index, rowHeight, headHeight);
  };
  const [active, setActive] = useRowKeys({ order, selection, scroller, searchField, toIndex });
  const names = useRowNames(search);
  return (
    <div aria-label={words.list.title} aria-rowcount={total + 1} className="rows" ref={scroller} role="table">
      <HeadRow order={order} selection={selection} sort={search.sort} />
      <div className="rows-inner" role="rowgroup" style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, end).map((row, at) => (
          <ArticleRowView
            index={first + at}
            isActive={first + at === active}
            isSelected={selection.uids.has(row.uid)}
            key={row.uid}
            names={names}
            onFocus={() => setActive(first + at)}
            onToggle={(isRange) => selection.toggle(row.uid, order, isRange)}
            row={row}
            rowHeight={rowHeight}
          />
        ))}
      </div>
      {isFetchNextPageError && <Failure error={query.error} onRetry={fetchNextPage} />}
    </div>
  );
}

interface HeadRowProps {
  order: readonly string[];
  selection: Selection;
  sort: Sort | undefined;
}

function HeadRow({ order, selection, sort }: HeadRowProps) {
  const words = useWords();
  const isAll = order.length > 0 && order.every((uid) => selection.uids.has(uid));
  return (
    <div className="rows-headgroup" role="rowgroup">
      <div aria-rowindex={1} className="row row-head" role="row">
        <span className="row-check" role="columnheader">
          <input
            aria-label={words.list.selectAll}
            checked={isAll}
            onChange={() => selection.replace(isAll ? [] : order)}
            type="checkbox"
          />
        </span>
        <span className="row-main" role="columnheader">
          {words.list.columns.title}
        </span>
        <span className="row-state" role="columnheader">
          {words.list.columns.state}
        </span>
        <span className="row-time" role="columnheader">
          {words.list.sorts[sort === 'published' || sort === 'created' ? sort : 'updated']}
        </span>
      </div>
    </div>
  );
}

interface RowKeys {
  order: readonly string[];
  selection: Selection;
  scroller: RefObject<HTMLDivElement | null>;
  searchField: RefObject<HTMLInputElement | null>;
  toIndex: (index: number) => void;
}

/** `j` and `k` move the focus, so that Enter opens by itself and a screen reader follows. */
function useRowKeys({ order, selection, scroller, searchField, toIndex }: RowKeys) {
  const { shortcuts } = usePerson();
  const [active, setActive] = useState(-1);
  const move = (step: number) => {
    const next = Math.min(Math.max(active + step, 0), order.length - 1);
    setActive(next);
    toIndex(next);
    // The row may not be rendered yet.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus());
  };
  const select = (isRange: boolean) => {
    const uid = order[active];
    if (uid !== undefined) selection.toggle(uid, order, isRange);
  };
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      x: () => select(false),
      'Shift+x': () => select(true),
      '/': () => searchField.current?.focus(),
      escape: () => selection.replace([]),
    },
    shortcuts,
  );
  return [active, setActive] as const;
}

function Nothing({ search, change }: { search: ArticleSearch; change: ChangeSearch }) {
  const { nothing } = useListWords();
  const words = useWords();
  const site = useSite();
  const person = usePerson();
  if (hasFilters(search))
    return (
      <Notice hint={words.list.noMatchHint} title={words.list.noMatch}>
        <Button onClick={() => change({ ...cleared(search), ...withoutFilters(search) })} variant="default">
          {words.list.clearFilters}
        </Button>
      </Notice>
    );
  const isTrash = search.state === 'trash';
  const hint = isAuthorOnly(person, site.id) ? nothing.emptyOwnHint : nothing.emptyHint;
  return (
    <Notice hint={isTrash ? nothing.emptyTrashHint : hint} title={isTrash ? nothing.emptyTrash : nothing.empty}>
      {!isTrash && (
        <Link className="button primary" href={newArticleAddress(site.id)}>
          {words.list.write}
        </Link>
      )}
    </Notice>
  );
}

function Skeletons() {
  return (
    <Waiting>
      <span className="skeletons">
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <span className="skeleton" key={at} />
        ))}
      </span>
    </Waiting>
  );
}
