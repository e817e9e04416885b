/** The words of the calendar. They are loaded with it. */
import { useLanguage } from '../../i18n/language.tsx';
import { type CalendarWords, calendarEn } from './words-en.ts';
import { calendarFi } from './words-fi.ts';

const WORDS = { en: calendarEn, fi: calendarFi } satisfies Record<string, CalendarWords>;

export function useCalendarWords(): CalendarWords {
  return WORDS[useLanguage()];
}
