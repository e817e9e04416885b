/** A month as a list of days: all that a phone has room for. */
import { useEffect, useRef } from 'react';
import { Notice } from '../../shell/states.tsx';
import { ItemView } from './item-view.tsx';
import type { CalendarItem } from './items.ts';
import { useDayNames } from './times.ts';
import type { Moving } from './use-moving.ts';
import { useCalendarWords } from './words.ts';

interface DayListProps {
  days: string[];
  shown: Map<string, CalendarItem[]>;
  today: string;
  moving: Moving;
}

export function DayList({ days, shown, today, moving }: DayListProps) {
  const words = useCalendarWords();
  const names = useDayNames();
  const filled = days.filter((day) => (shown.get(day) ?? []).length > 0);
  const first = filled.find((day) => day >= today);
  const place = useRef<HTMLDivElement>(null);
  // What is over is above, for those who scroll up.
  useEffect(() => {
    if (first !== undefined && first !== filled[0])
      place.current?.querySelector(`#day-${CSS.escape(first)}`)?.scrollIntoView();
  }, [first, filled[0]]);
  if (filled.length === 0) return <Notice hint={words.emptyHint} title={words.empty} />;
  return (
    <div className="day-list" ref={place}>
      {filled.map((day) => (
        <section aria-labelledby={`day-${day}`} data-today={day === today} key={day}>
          <h3 id={`day-${day}`}>
            <time dateTime={day}>{names.full(day)}</time>
            {day === today && <span className="day-today">{words.today}</span>}
          </h3>
          <ul className="day-items">
            {(shown.get(day) ?? []).map((item) => (
              <ItemView isWide item={item} key={item.key} moving={moving} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
