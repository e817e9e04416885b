/** Rows that are wider than the screen say at which end they go on: style sheets show `data-before` and `data-after`. */
import { type RefObject, useEffect, useRef } from 'react';

/** Parts of pixels, where the browser or the screen is scaled. */
const ROUNDING = 2;
/** As wide as the style sheet makes it. */
const ARROW = 36;
const CURRENT = '[aria-current], [aria-selected="true"]';

export function useScrollEnds<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const shown = useRef<Element | null>(null);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      // Negative where text is written from right to left.
      const before = Math.abs(scrollLeft);
      element.toggleAttribute('data-before', before > ROUNDING);
      element.toggleAttribute('data-after', scrollWidth - clientWidth - before > ROUNDING);
    };
    // Counts arrive later and make tabs wider.
    const sizes = new ResizeObserver(() => {
      if (shown.current?.isConnected) reveal(element, shown.current);
      mark();
    });
    for (const one of [element, ...element.children]) sizes.observe(one);
    element.addEventListener('scroll', mark, { passive: true });
    mark();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  useEffect(() => {
    const current = row.current?.querySelector(CURRENT) ?? null;
    if (current === shown.current) return;
    shown.current = current;
    if (row.current && current) reveal(row.current, current);
  });
  return row;
}

/** `scrollIntoView` would scroll the page too. */
function reveal(row: Element, current: Element): void {
  const [place, part] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  const [before, after] = [part.left - place.left - ARROW, part.right - place.right + ARROW];
  if (before < 0) row.scrollLeft += before;
  else if (after > 0) row.scrollLeft += after;
}
