import { type Times, useTimes } from '../../i18n/times.ts';

/** Times that belong to no site are shown in the time zone of the browser. */
export function useOwnTimes(): Times {
  return useTimes(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
