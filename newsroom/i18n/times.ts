/** Times as the language writes them, in the time zone of the site. */
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

export interface Times {
  /** `17 Nov 2026, 14:05` */
  moment(iso: string): string;
  /** `3 Jun 2027, 21:00–23:00`, or `3–5 Oct 2027` for whole days. */
  range(start: string, end: string, isDays: boolean): string;
  /** The time for today, the day for this year, else the day with its year. */
  short(iso: string): string;
}

export function timesIn(language: string, timeZone: string, now: () => Date): Times {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options });
  const moment = format({ dateStyle: 'medium', timeStyle: 'short' });
  const time = format({ timeStyle: 'short' });
  const day = format({ day: 'numeric', month: 'short' });
  const dayOfYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
  return {
    moment: (iso) => moment.format(new Date(iso)),
    range: (start, end, isDays) => (isDays ? dayOfYear : moment).formatRange(new Date(start), new Date(end)),
    short(iso) {
      const [at, today] = [new Date(iso), now()];
      if (dayOfYear.format(at) === dayOfYear.format(today)) return time.format(at);
      const isThisYear = at.getUTCFullYear() === today.getUTCFullYear();
      return (isThisYear ? day : dayOfYear).format(at);
    },
  };
}

/** English of Britain: days before months, and 24 hours. */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

export function useTimes(timeZone: string): Times {
  const language = useLanguage();
  return useMemo(() => timesIn(language, timeZone, () => new Date()), [language, timeZone]);
}
