/**
 * Formats times by language: in the time zone of the site if they belong to one, else in that of the browser. A time in another zone than
 * the browser's is followed by its zone.
 */
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

export interface Times {
  /** `17 Nov 2026, 14:05` */
  moment(iso: string): string;
  /** The same with the zone, `17 Nov 2026, 14:05 EET`, unless the reader's clock shows the same. */
  exact(iso: string): string;
  /** `3 Jun 2027, 21:00–23:00`, or `3–5 Oct 2027` for whole days. */
  range(start: string, end: string, isDays: boolean): string;
  /** The time for today, the day for this year, else the day with its year. */
  short(iso: string): string;
}

export function timesIn(language: string, timeZone: string, now: () => Date, own = timeZone): Times {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options });
  const moment = format({ dateStyle: 'medium', timeStyle: 'short' });
  const ownMoment = format({ dateStyle: 'medium', timeStyle: 'short', timeZone: own });
  const zone = format({ timeZoneName: 'short' });
  const time = format({ timeStyle: 'short' });
  const day = format({ day: 'numeric', month: 'short' });
  const dayOfYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
  return {
    moment: (iso) => moment.format(new Date(iso)),
    exact(iso) {
      const at = new Date(iso);
      const shown = moment.format(at);
      if (shown === ownMoment.format(at)) return shown;
      const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
      return `${shown} ${name ?? timeZone}`;
    },
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
  return useMemo(() => timesIn(language, timeZone, () => new Date(), ownZone()), [language, timeZone]);
}

/** The time zone of the reader. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
