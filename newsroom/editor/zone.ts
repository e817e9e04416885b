/** Wall clocks of the site's time zone, as schedules are written, and the hours that a clock change repeats or leaves out. */
import { offsetMinutes } from '../../src/core/time.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** The instants that a clock of the zone shows `wall` (`2026-10-25T03:30`) at: none, one, or two. */
export function instantsAt(wall: string, timeZone: string): Date[] {
  // Date.parse accepts many other forms.
  const asIfUtc = WALL.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN;
  if (Number.isNaN(asIfUtc)) return [];
  const around = [asIfUtc - DAY, asIfUtc + DAY].map((time) => offsetMinutes(new Date(time), timeZone));
  const found = [...new Set(around)]
    .map((offset) => ({ offset, instant: new Date(asIfUtc - offset * MINUTE) }))
    .filter(({ offset, instant }) => offsetMinutes(instant, timeZone) === offset);
  return found.map(({ instant }) => instant).sort((one, other) => one.getTime() - other.getTime());
}

/** The wall time in the zone, in the format of a datetime-local field. */
export function wallAt(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMinutes(instant, timeZone) * MINUTE).toISOString().slice(0, 16);
}

/** `UTC+3`, to tell two hours of the same name apart. */
export function offsetName(instant: Date, timeZone: string): string {
  const offset = offsetMinutes(instant, timeZone);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}
