/** A month or a week as a table of days. */
import { Link } from 'wouter';
import { calendarAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { type CalendarPlace, placeText, weeksOf } from './days.ts';
import { ItemView } from './item-view.tsx';
import type { CalendarItem } from './items.ts';
import { useDayNames } from './times.ts';
import type { Moving } from './use-moving.ts';
import { useCalendarWords } from './words.ts';

/** A day in the month view shows at most this many; the week shows the rest. */
const MOST_SHOWN = 4;

interface GridProps {
  place: CalendarPlace;
  days: string[];
  shown: Map<string, CalendarItem[]>;
  today: string;
  moving: Moving;
}

export function Grid({ place, days, shown, today, moving }: GridProps) {
  const names = useDayNames();
  const weeks = weeksOf(days);
  return (
    <table aria-label={names.period(place)} className="days" data-view={place.view}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {names.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day day={day} items={shown.get(day) ?? []} key={day} moving={moving} place={place} today={today} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: string;
  items: CalendarItem[];
  place: CalendarPlace;
  today: string;
  moving: Moving;
}

function Day({ day, items, place, today, moving }: DayProps) {
  const words = useCalendarWords();
  const site = useSite();
  const names = useDayNames();
  const isMonth = place.view === 'month';
  const most = isMonth && items.length > MOST_SHOWN ? MOST_SHOWN - 1 : items.length;
  const week = calendarAddress(site.id) + placeText({ view: 'week', date: day }, today);
  return (
    <td
      data-day={day}
      data-drop={moving.target === day}
      data-outside={isMonth && !day.startsWith(place.date.slice(0, 7))}
      data-today={day === today}
    >
      <Link aria-label={names.full(day)} className="day-number" href={week}>
        {Number(day.slice(8))}
      </Link>
      {items.length > 0 && (
        <ul className="day-items">
          {items.slice(0, most).map((item) => (
            <ItemView item={item} key={item.key} moving={moving} />
          ))}
        </ul>
      )}
      {items.length > most && (
        <Link className="day-more" href={week}>
          {words.more(items.length - most)}
        </Link>
      )}
    </td>
  );
}
