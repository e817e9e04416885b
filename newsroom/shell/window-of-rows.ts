/**
 * Which rows of a long list are in sight. All rows have the same height, so that nothing has to be measured; a library for rows of any
 * height takes 10 kB.
 */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

export interface RowRange {
  /** The first row to show. */
  first: number;
  /** The one after the last. */
  end: number;
}

/** Rows beyond the edges that are rendered in advance. */
const OVERSCAN = 8;

export function rangeInSight(top: number, height: number, rowHeight: number, count: number): RowRange {
  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN);
  return { first: Math.min(first, end), end };
}

export function useRowRange(scroller: RefObject<HTMLElement | null>, rowHeight: number, count: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(count, OVERSCAN * 2) });
  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const next = rangeInSight(element.scrollTop, element.clientHeight, rowHeight, count);
    setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` reads the rest when it is called
  useLayoutEffect(measure, [rowHeight, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [rowHeight, count]);
  return range;
}

/** Scrolls as little as it takes to have the whole row in sight, below a head that stays in place. */
export function scrollToRow(element: HTMLElement, index: number, rowHeight: number, headHeight: number): void {
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight + headHeight];
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}
