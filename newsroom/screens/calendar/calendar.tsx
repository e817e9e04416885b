/** A calendar of articles, events and issues, in the site's time zone. */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { articleAddress, calendarAddress } from '../../shell/addresses.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { useKeys } from '../../shell/keys.ts';
import { Failure, Waiting } from '../../shell/states.tsx';
import { DayList } from './day-list.tsx';
import { type CalendarPlace, daysOf, parsePlace, placeText, turned, VIEWS } from './days.ts';
import { Grid } from './grid.tsx';
import { byDay, dayIn, type Kind } from './items.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useCalendar, useLate } from './queries.ts';
import { useDayNames } from './times.ts';
import { type Moving, useMoving } from './use-moving.ts';
import { useCalendarWords } from './words.ts';

const MINUTE = 60_000;
const KINDS: readonly Kind[] = ['scheduled', 'published', 'late', 'event', 'issue'];

export function Calendar() {
  const words = useCalendarWords();
  const now = useNow();
  const zone = useSite().time_zone;
  const today = dayIn(new Date(now).toISOString(), zone);
  const [place, go] = usePlace(today);
  const days = useMemo(() => daysOf(place), [place]);
  const { items, isPending, isCut, error, retry } = useCalendar(days, now);
  const shown = useMemo(() => byDay(items, days), [items, days]);
  const moving = useMoving(items);
  usePlaceKeys(place, today, go);
  return (
    <div className="calendar">
      <Head go={go} place={place} today={today} />
      <Late />
      {isCut && <p className="note">{words.cut}</p>}
      {error && <Failure error={error} onRetry={retry} />}
      {!error && isPending && place.view === 'list' && <Waiting />}
      {(error ? items.length > 0 : !isPending || place.view !== 'list') && (
        <Days days={days} moving={moving} place={place} shown={shown} today={today} />
      )}
      <p className="for-readers" role="status">
        {moving.said}
      </p>
      <p className="for-readers" id="calendar-move-hint">
        {words.moveHint}
      </p>
      {moving.asked && <MoveDialog {...moving.asked} onClose={moving.close} />}
    </div>
  );
}

interface DaysProps {
  place: CalendarPlace;
  days: string[];
  shown: ReturnType<typeof byDay>;
  today: string;
  moving: Moving;
}

function Days({ place, ...props }: DaysProps) {
  return place.view === 'list' ? <DayList {...props} /> : <Grid {...props} place={place} />;
}

/** The view and the date are in the address. A phone has room for a list alone. */
function usePlace(today: string): [CalendarPlace, (place: CalendarPlace) => void] {
  const site = useSite();
  const query = useSearch();
  const [, navigate] = useLocation();
  const isPhone = useMediaQuery('(max-width: 48rem)', undefined, { getInitialValueInEffect: false });
  const place = useMemo((): CalendarPlace => {
    const given = parsePlace(query, today);
    return isPhone ? { ...given, view: 'list' } : given;
  }, [query, today, isPhone]);
  return [place, (next) => navigate(calendarAddress(site.id) + placeText(next, today))];
}

function usePlaceKeys(place: CalendarPlace, today: string, go: (place: CalendarPlace) => void): void {
  const { shortcuts } = usePerson();
  useKeys(
    {
      j: () => go(turned(place, 1)),
      k: () => go(turned(place, -1)),
      t: () => go({ ...place, date: today }),
    },
    shortcuts,
  );
}

function Head({ place, today, go }: { place: CalendarPlace; today: string; go: (place: CalendarPlace) => void }) {
  const words = useCalendarWords();
  const site = useSite();
  const names = useDayNames();
  return (
    <header className="calendar-head">
      <h1>{words.title}</h1>
      <div className="calendar-turn">
        <button aria-label={words.previous} className="button" onClick={() => go(turned(place, -1))} type="button">
          ‹
        </button>
        <button aria-label={words.next} className="button" onClick={() => go(turned(place, 1))} type="button">
          ›
        </button>
        <button className="button" onClick={() => go({ ...place, date: today })} type="button">
          {words.today}
        </button>
      </div>
      <h2 aria-live="polite" className="calendar-period">
        {names.period(place)}
      </h2>
      <nav aria-label={words.views.label} className="calendar-views">
        {VIEWS.map((view) => (
          <Link
            aria-current={view === place.view ? 'page' : undefined}
            className="tab"
            href={calendarAddress(site.id) + placeText({ ...place, view }, today)}
            key={view}
          >
            {words.views[view]}
          </Link>
        ))}
      </nav>
      <p className="note calendar-zone">{words.zone(site.time_zone)}</p>
      {place.view !== 'list' && <Legend />}
    </header>
  );
}

function Legend() {
  const words = useCalendarWords();
  return (
    <ul aria-label={words.legend} className="calendar-legend">
      {KINDS.map((kind) => (
        <li className="day-item" data-kind={kind} key={kind}>
          {words.kinds[kind]}
        </li>
      ))}
    </ul>
  );
}

/** Schedules that were refused when they came due. */
function Late() {
  const words = useCalendarWords();
  const site = useSite();
  const late = useLate();
  const said = useSaid();
  if (late.length === 0) return null;
  return (
    <section aria-label={words.late} className="calendar-late">
      <h2>{words.late}</h2>
      <ul>
        {late.map(({ uid, title, publish_problem }) => (
          <li key={uid}>
            <Link href={articleAddress(site.id, uid)}>{title}</Link> <span>{said.problem(publish_problem ?? '')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The current minute: due articles become late while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
