/**
 * Formats times by language: in the time zone of the site if they belong to one, else in that of the reader. A time of day that the reader's
 * clock shows otherwise is followed by its zone, in every list.
 */
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

export interface Times {
  /** `17 Nov 2026, 14:05`; with the zone, `17 Nov 2026, 14:05 EET`, unless the reader's clock shows the same. */
  moment(iso: string): string;
  /** The same without the zone, where it is named beside it. */
  wall(iso: string): string;
  /** `3 Jun 2027, 21:00–23:00`, or `3–5 Oct 2027` for whole days, which are no times of a clock. */
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
  const zoneAt = (at: Date) => zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const named = (shown: string, at: Date) =>
    moment.format(at) === ownMoment.format(at) ? shown : `${shown} ${zoneAt(at)}`;
  return {
    moment: (iso) => named(moment.format(new Date(iso)), new Date(iso)),
    wall: (iso) => moment.format(new Date(iso)),
    range(start, end, isDays) {
      const [from, to] = [new Date(start), new Date(end)];
      return isDays ? dayOfYear.formatRange(from, to) : named(moment.formatRange(from, to), to);
    },
    short(iso) {
      const [at, today] = [new Date(iso), now()];
      if (dayOfYear.format(at) === dayOfYear.format(today)) return named(time.format(at), at);
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

/** Times that belong to no site are shown in the time zone of the reader. */
export function useOwnTimes(): Times {
  return useTimes(ownZone());
}

/** The time zone of the reader. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
