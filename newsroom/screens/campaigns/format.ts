/** Numbers and days as the language writes them. */
import { timesIn } from '../../i18n/times.ts';
import { noonOf } from '../calendar/days.ts';
import type { Days, Unit } from './period.ts';

/** More digits are in the value of the element, in CSV and in the API. */
const DIGITS = 2;

export interface Formats {
  number(value: number): string;
  percent(share: number): string;
  /** `+12.5 %`; null if there is nothing to compare with. */
  change(now: number, before: number): string | null;
  days(days: Days): string;
  /** A bucket of a series. */
  bucket(start: string, end: string, unit: Unit): string;
  /** The same, for an axis. */
  tick(start: string, unit: Unit): string;
  moment(iso: string): string;
  /** 1 is Monday. */
  weekday(number: number): string;
  hour(number: number): string;
}

export function formatsFor(language: string, timeZone: string, own = timeZone): Formats {
  const locale = language === 'en' ? 'en-GB' : language;
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: DIGITS });
  const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const changes = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const day = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  const hour = dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const month = dates({ month: 'long', year: 'numeric' });
  const shortDay = dates({ day: 'numeric', month: 'short' });
  const shortMonth = dates({ month: 'short', year: '2-digit' });
  const noon = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const span = noon({ day: 'numeric', month: 'short', year: 'numeric' });
  const weekday = noon({ weekday: 'short' });
  const last = (end: string) => new Date(Date.parse(end) - 1);
  return {
    number: (value) => numbers.format(value),
    percent: (share) => shares.format(share),
    change: (now, before) => (before === 0 ? null : changes.format((now - before) / before)),
    days: ({ from, to }) => span.formatRange(noonOf(from), noonOf(to)),
    bucket(start, end, unit) {
      if (unit === 'hour') return hour.format(new Date(start));
      if (unit === 'day') return day.format(new Date(start));
      if (unit === 'week') return day.formatRange(new Date(start), last(end));
      return month.format(new Date(start));
    },
    tick: (start, unit) => (unit === 'month' ? shortMonth : unit === 'hour' ? hour : shortDay).format(new Date(start)),
    moment: timesIn(language, timeZone, () => new Date(), own).moment,
    weekday: (number) => weekday.format(new Date(Date.UTC(2024, 0, number))), // the first of January 2024 is a Monday
    hour: (number) => String(number).padStart(2, '0'),
  };
}
