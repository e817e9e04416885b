/** Formats days and times by language. */
import { useMemo } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { useSite } from '../../shell/context.ts';
import { type CalendarPlace, daysOf, noonOf } from './days.ts';

export interface DayNames {
  /** `November 2026`, `16–22 November 2026` */
  period(place: CalendarPlace): string;
  /** `Mon` */
  weekday(day: string): string;
  /** `Tuesday 17 November` */
  full(day: string): string;
  /** `14:05`, in the site's zone. */
  time(iso: string): string;
}

export function useDayNames(): DayNames {
  const language = useLanguage();
  const { time_zone } = useSite();
  return useMemo(() => dayNames(language === 'en' ? 'en-GB' : language, time_zone), [language, time_zone]);
}

function dayNames(locale: string, timeZone: string): DayNames {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const ofDay = (options: Intl.DateTimeFormatOptions) => format({ timeZone: 'UTC', ...options });
  const month = ofDay({ month: 'long', year: 'numeric' });
  const range = ofDay({ day: 'numeric', month: 'long', year: 'numeric' });
  const weekday = ofDay({ weekday: 'short' });
  const full = ofDay({ weekday: 'long', day: 'numeric', month: 'long' });
  const time = format({ timeZone, hour: '2-digit', minute: '2-digit' });
  return {
    period(place) {
      if (place.view !== 'week') return capital(month.format(noonOf(place.date)));
      const days = daysOf(place);
      return range.formatRange(noonOf(days[0] ?? place.date), noonOf(days.at(-1) ?? place.date));
    },
    weekday: (day) => weekday.format(noonOf(day)),
    full: (day) => capital(full.format(noonOf(day))),
    time: (iso) => time.format(new Date(iso)),
  };
}

/** Finnish writes months and days with small letters; a heading begins with a capital. */
function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
