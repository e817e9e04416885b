import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The width of a page of A4 within its margins, in pixels of CSS. */
const PAPER = 672;

/** The width of an element, now and when it changes; charts have letters of one size at every width. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    // Before the browser lays out the pages of a print.
    const toPaper = () => flushSync(() => setWidth(Math.min(PAPER, current.clientWidth)));
    const toScreen = () => setWidth(current.clientWidth);
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, [element]);
  return width;
}
