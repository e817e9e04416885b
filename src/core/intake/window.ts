/** The hours in which a source may publish by itself. */
import { localized } from '../time.ts';

export interface PublishWindow {
  /** ISO days of the week: 1 is Monday. */
  days: number[];
  /** `08:00`; the first minute that is open. */
  from: string;
  /** The first minute that is closed; before `from` it is on the next day. */
  to: string;
  /** Null: that of the site. */
  time_zone?: string | null;
}

/** Why an item is held. */
export const CLOSED = 'It came outside the hours in which its source publishes.';

/** `22:00` to `06:00` on Fridays is open on Saturday at 05:59. */
export function isOpen({ days, from, to, time_zone }: PublishWindow, siteZone: string, now: Date): boolean {
  const clock = localized(now, time_zone ?? siteZone);
  const time = clock.slice(11, 16);
  const day = new Date(`${clock.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
  const dayBefore = day === 1 ? 7 : day - 1;
  if (from < to) return days.includes(day) && time >= from && time < to;
  return (days.includes(day) && time >= from) || (days.includes(dayBefore) && time < to);
}
