/** Stores the scroll position of a list in the history entry, so that Back returns to the same row. */
import { type RefObject, useEffect, useLayoutEffect } from 'react';

const REST_MS = 100;

export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { scrollTop } = (history.state ?? {}) as { scrollTop?: number };
    if (scroller.current && typeof scrollTop === 'number') scroller.current.scrollTop = scrollTop;
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: number | undefined;
    let href = '';
    const keep = () => {
      window.clearTimeout(timer);
      timer = undefined;
      // Other filters are another entry.
      if (location.href === href) history.replaceState({ ...history.state, scrollTop: element.scrollTop }, '');
    };
    const onScroll = () => {
      href = location.href;
      timer ??= window.setTimeout(keep, REST_MS);
    };
    // Before a link leads away.
    const onClick = () => timer !== undefined && keep();
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('click', onClick, { capture: true });
    return () => {
      window.clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('click', onClick, { capture: true });
    };
  }, [scroller]);
}
