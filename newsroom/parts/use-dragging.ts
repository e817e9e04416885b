/** Dragging an item of a list, or into it, with a mouse, a pen or a finger. The list itself changes when the item is dropped. */
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { indexAt } from './move.ts';

export interface Dragging {
  /** The `data-key` of the item. */
  key: string;
  /** Its index among the other items if it is dropped now; null if it cannot be dropped here. */
  to: number | null;
  /** How far it is from where it was lifted. */
  dx: number;
  dy: number;
  /** Where the pointer is in the window. */
  x: number;
  y: number;
}

export interface Drag {
  /** The element whose children have a `data-key`. */
  list: RefObject<HTMLOListElement | null>;
  dragging: Dragging | undefined;
  /** For `onPointerDown` of a handle, which needs `touch-action: none`. */
  start(event: ReactPointerEvent, key: string): void;
}

interface DragOptions {
  onDrop(key: string, to: number): void;
  /** Whether the list accepts the item; by default always. */
  accepts?: (key: string) => boolean;
}

/** A press that moves less is a click. */
const LEAST_MOVE = 4;
/** Beside the list, an item can still be dropped this far away. */
const MARGIN = 48;
const SCROLL_STEP = 10;

export function useDragging(options: DragOptions): Drag {
  const latest = useRef(options);
  latest.current = options;
  const list = useRef<HTMLOListElement>(null);
  const stop = useRef<() => void>(undefined);
  const [dragging, setDragging] = useState<Dragging>();
  const start = useCallback((event: ReactPointerEvent, key: string) => {
    if (event.button !== 0) return;
    // Prevents text selection; the handle still gets the focus.
    event.preventDefault();
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
    stop.current?.();
    stop.current = follow(event, scrollerOf(list.current ?? event.currentTarget), (at) => {
      if (!at) return setDragging(undefined);
      const { onDrop, accepts = () => true } = latest.current;
      const to = accepts(key) ? placeAt(list.current, key, at) : null;
      if (!at.isDropped) return setDragging({ key, to, dx: at.dx, dy: at.dy, x: at.x, y: at.y });
      setDragging(undefined);
      if (to !== null) onDrop(key, to);
    });
  }, []);
  useEffect(() => () => stop.current?.(), []);
  return { list, dragging, start };
}

interface PointerMove {
  x: number;
  y: number;
  dx: number;
  dy: number;
  isDropped: boolean;
}

/** Follows the pointer until it is released; reports null when Esc or the system cancels the drag. */
function follow(from: ReactPointerEvent, scrolled: Element, report: (place: PointerMove | null) => void): () => void {
  const { clientX, clientY, pointerId } = from;
  const endListening = new AbortController();
  const last = { x: clientX, y: clientY };
  let isMoving = false;
  let frame = 0;
  const startTop = scrolled.scrollTop;
  const place = (isDropped: boolean): PointerMove => {
    const dy = last.y - clientY + scrolled.scrollTop - startTop;
    return { ...last, dx: last.x - clientX, dy, isDropped };
  };
  const end = (isDropped: boolean) => {
    endListening.abort();
    cancelAnimationFrame(frame);
    if (isMoving) report(isDropped ? place(true) : null);
  };
  const scroll = () => {
    frame = requestAnimationFrame(scroll);
    const before = scrolled.scrollTop;
    scrolled.scrollTop += scrollBy(last.y, scrolled);
    if (scrolled.scrollTop !== before) report(place(false));
  };
  const on = <K extends keyof WindowEventMap>(name: K, run: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(name, run, { signal: endListening.signal, capture: true });
  on('pointermove', (event) => {
    if (event.pointerId !== pointerId) return;
    [last.x, last.y] = [event.clientX, event.clientY];
    if (!isMoving && Math.hypot(last.x - clientX, last.y - clientY) < LEAST_MOVE) return;
    if (!isMoving) frame = requestAnimationFrame(scroll);
    isMoving = true;
    report(place(false));
  });
  on('pointerup', (event) => event.pointerId === pointerId && end(true));
  on('pointercancel', (event) => event.pointerId === pointerId && end(false));
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end(false);
  });
  return () => end(false);
}

function placeAt(list: HTMLElement | null, key: string, { x, y }: PointerMove): number | null {
  if (!list) return null;
  const { left, right, top, bottom } = list.getBoundingClientRect();
  if (x < left - MARGIN || x > right + MARGIN || y < top - MARGIN || y > bottom + MARGIN) return null;
  const others = [...list.querySelectorAll<HTMLElement>(':scope > [data-key]')].filter(
    ({ dataset }) => dataset.key !== key,
  );
  return indexAt(
    y,
    others.map((item) => item.getBoundingClientRect()),
  );
}

/** Near its edges the page scrolls. */
function scrollBy(y: number, scroller: Element): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < Math.max(top, 0) + MARGIN) return -SCROLL_STEP;
  return y > Math.min(bottom, window.innerHeight) - MARGIN ? SCROLL_STEP : 0;
}

function scrollerOf(element: Element): Element {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at;
  return document.documentElement;
}
