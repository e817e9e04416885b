/** Moving an item to another day: dragged, by keys (Space lifts, arrows move, Space drops), or asked for. The time is always asked. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { addDays } from './days.ts';
import type { CalendarItem } from './items.ts';
import { useDayNames } from './times.ts';
import { useCalendarWords } from './words.ts';

export interface Moving {
  isAllowed: boolean;
  /** The key of the lifted item, and the day on which it would be dropped. */
  lifted: string | undefined;
  target: string | undefined;
  /** For screen readers. */
  said: string;
  /** The item and day of the dialog. */
  asked: { item: CalendarItem; day: string } | undefined;
  drag(event: ReactPointerEvent, item: CalendarItem): void;
  /** A drag that ends on the item itself is no click. */
  onClick(event: MouseEvent): void;
  onKey(event: KeyboardEvent, item: CalendarItem): void;
  ask(item: CalendarItem): void;
  cancel(): void;
  close(): void;
}

/** A press that moves less is a click. */
const LEAST_MOVE = 5;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Published articles keep their time; an issue is moved in its form. */
export function isMovable({ kind }: CalendarItem): boolean {
  return kind === 'scheduled' || kind === 'late' || kind === 'event';
}

export function useMoving(items: readonly CalendarItem[]): Moving {
  const words = useCalendarWords();
  const names = useDayNames();
  const isAllowed = mayOn(usePerson(), 'content', 'write', useSite().id);
  const [lift, setLift] = useState<{ item: CalendarItem; day: string | undefined }>();
  const [asked, setAsked] = useState<Moving['asked']>();
  const [said, setSaid] = useState('');
  const stop = useRef<() => void>(undefined);
  const wasDragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);
  const latest = asked && items.find(({ key }) => key === asked.item.key);
  const ask = (item: CalendarItem, day = item.day) => setAsked({ item, day });
  const cancel = () => {
    if (!lift) return;
    setLift(undefined);
    setSaid(words.cancelled);
  };
  return {
    isAllowed,
    lifted: lift?.item.key,
    target: lift?.day,
    said,
    asked: asked && { ...asked, item: latest ?? asked.item },
    ask: (item) => ask(item),
    cancel,
    close: () => setAsked(undefined),
    onClick: (event) => {
      if (wasDragged.current) event.preventDefault();
      wasDragged.current = false;
    },
    drag(event, item) {
      wasDragged.current = false;
      if (event.button !== 0 || event.pointerType !== 'mouse') return;
      stop.current?.();
      stop.current = follow(event, (day, isDropped) => {
        wasDragged.current = true;
        setLift(isDropped || day === null ? undefined : { item, day });
        if (isDropped && day && day !== item.day) ask(item, day);
      });
    },
    onKey(event, item) {
      const step = STEPS[event.key];
      if (event.key === ' ') {
        event.preventDefault();
        if (!lift) {
          setLift({ item, day: item.day });
          return setSaid(words.lifted(item.title));
        }
        setLift(undefined);
        if (lift.day) ask(item, lift.day);
      } else if (lift && step !== undefined) {
        event.preventDefault();
        const day = addDays(lift.day ?? item.day, step);
        setLift({ item, day });
        setSaid(names.full(day));
      } else if (event.key === 'Escape' && lift) {
        event.preventDefault();
        cancel();
      }
    },
  };
}

/** Reports the day under the pointer until it is released; no day when Esc ends it. */
function follow(from: ReactPointerEvent, report: (day: string | null, isDropped: boolean) => void): () => void {
  const ending = new AbortController();
  let isMoving = false;
  const on = <K extends keyof WindowEventMap>(name: K, run: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(name, run, { signal: ending.signal, capture: true });
  const dayAt = ({ clientX, clientY }: PointerEvent) =>
    document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-day]')?.dataset.day ?? null;
  on('pointermove', (event) => {
    if (!isMoving && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < LEAST_MOVE) return;
    isMoving = true;
    document.getSelection()?.removeAllRanges();
    report(dayAt(event) ?? '', false);
  });
  on('pointerup', (event) => {
    ending.abort();
    if (isMoving) report(dayAt(event), true);
  });
  on('pointercancel', () => {
    ending.abort();
    if (isMoving) report(null, false);
  });
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    ending.abort();
    if (isMoving) report(null, false);
  });
  return () => ending.abort();
}
