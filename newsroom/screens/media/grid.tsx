/** The pictures: only those in sight are in the page, however many there are. Arrow keys move between them. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { scrollToRow, useRowRange } from '../../shell/window-of-rows.ts';
import type { MediaItems } from './items.ts';

const NARROWEST = 168;
const GAP = 16;
/** Below each picture: its title and a line of facts. */
const TEXT = 52;
/** Two columns on phones. */
const PHONE = 560;
/** The next page is read when so few rows are left. */
const AHEAD = 4;
const SKELETONS = 12;

interface GridProps extends MediaItems {
  label: string;
  empty: ReactNode;
  tile(item: MediaItem): ReactNode;
}

export function MediaGrid(props: GridProps) {
  const { query, items, empty } = props;
  if (query.isPending) return <Skeletons />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} />;
  if (items.length === 0) return empty;
  return <Tiles {...props} />;
}

function Tiles({ query, items, total, label, tile }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, rowHeight } = useColumns(scroller);
  const rows = Math.ceil(items.length / columns);
  const { first, end } = useRowRange(scroller, rowHeight, rows);
  const { hasNextPage, isFetching, fetchNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (end >= rows - AHEAD && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [end, rows, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  useArrowKeys(scroller, columns, rowHeight);
  const from = first * columns;
  return (
    <div className="media-scroll" ref={scroller}>
      <ul aria-label={label} className="media-tiles" style={{ height: rows * rowHeight }}>
        {items.slice(from, end * columns).map((item, at) => (
          <li
            aria-posinset={from + at + 1}
            aria-setsize={total}
            className="media-tile"
            data-index={from + at}
            key={item.id}
            style={{
              width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
              left: `calc((100% + ${GAP}px) / ${columns} * ${(from + at) % columns})`,
              top: Math.floor((from + at) / columns) * rowHeight,
            }}
          >
            {tile(item)}
          </li>
        ))}
      </ul>
      {isFetchNextPageError && <Failure error={query.error} onRetry={fetchNextPage} />}
    </div>
  );
}

/** All rows have the same height, so that nothing has to be measured but the width. */
export function columnsIn(width: number): { columns: number; rowHeight: number } {
  const fitting = Math.floor((width + GAP) / (NARROWEST + GAP));
  const columns = width < PHONE ? 2 : Math.max(2, fitting);
  const tile = (width - (columns - 1) * GAP) / columns;
  return { columns, rowHeight: Math.round((tile * 2) / 3) + TEXT + GAP };
}

function useColumns(scroller: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(() => Math.min(window.innerWidth, 1_000));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [scroller]);
  return columnsIn(width);
}

function useArrowKeys(scroller: RefObject<HTMLElement | null>, columns: number, rowHeight: number): void {
  useEffect(() => {
    const element = scroller.current;
    const onKey = (event: KeyboardEvent) => {
      const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
      const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
      const step = steps[event.key];
      if (!element || !tile || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const next = Number(tile.dataset.index) + step;
      scrollToRow(element, Math.floor(next / columns), rowHeight, 0);
      // The row may have to be made first.
      requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-index="${next}"] .media-open`)?.focus());
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [scroller, columns, rowHeight]);
}

function Skeletons() {
  return (
    <Waiting>
      <span className="media-skeletons">
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <span className="media-skeleton" key={at} />
        ))}
      </span>
    </Waiting>
  );
}
