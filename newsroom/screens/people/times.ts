import { type Times, useTimes } from '../../i18n/times.ts';

/** What belongs to no site is shown in the time zone of the reader. */
export function useOwnTimes(): Times {
  return useTimes(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
