/** Instants, wall clocks and days. A day belongs to a time zone; an instant does not. */

import { invalidBody } from './errors.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Before this, Intl uses the Julian calendar and zones did not exist: the offsets of this year apply. */
const FIRST_ZONED = Date.UTC(1800, 0, 1);

/** The instants that can be written with a year of four digits in UTC. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Offsets reach 15:56: before standard time Manila and Alaska kept the date of the other side. */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-](?:0\d|1[0-5]):?[0-5]\d))?$/i;

/** `2026-03-29T09:00:00Z`; milliseconds are written only if they are not 0. */
export function utc(instant: Date): string {
  return writable(instant).toISOString().replace('.000Z', 'Z');
}

/**
 * `2026-03-29T12:00:00+03:00`: the wall clock of a zone with its offset. Where that clock would show the year 0 or 10000,
 * which clients cannot read, it is the clock of UTC.
 */
export function localized(given: Date, timeZone: string): string {
  const instant = writable(given);
  const zoned = offsetMinutes(instant, timeZone);
  const offset = isWritable(instant.getTime() + zoned * MINUTE) ? zoned : 0;
  const wall = new Date(instant.getTime() + offset * MINUTE).toISOString().slice(0, -1).replace('.000', '');
  const size = Math.abs(offset);
  return `${wall}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

const isWritable = (time: number) => time >= FIRST_INSTANT && time <= LAST_INSTANT;

/** Older versions accepted a few hours more at both ends; such values are written as the nearest valid instant. */
function writable(instant: Date): Date {
  const time = instant.getTime();
  return isWritable(time) ? instant : new Date(time < FIRST_INSTANT ? FIRST_INSTANT : LAST_INSTANT);
}

/**
 * An ISO 8601 date-time with its offset, or null. A bare date is midnight UTC, or midnight in `timeZone` if given. Instants
 * outside the years 1 to 9999 in UTC are null too: they could not be written.
 */
export function parseInstant(text: string, timeZone = 'UTC'): Date | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const date = `${year}-${month}-${day}`;
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const offset = zone === undefined || /z/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const instant =
    zone === undefined
      ? startOfDay(date, timeZone)
      : new Date(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`);
  return isWritable(instant.getTime()) ? instant : null;
}

/** The same for a field of a body whose form the schema has checked: a bare date may be outside the years in its zone. */
export function instantOfField(text: string, timeZone: string, field: string): Date {
  const instant = parseInstant(text, timeZone);
  if (instant) return instant;
  throw invalidBody([{ path: `/${field}`, message: 'must be within the years 1 to 9999, in UTC' }]);
}

/** Times that the service sets are whole seconds, for clients that do not expect fractions. */
export function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

export function isTimeZone(name: string): boolean {
  // Intl also accepts offsets such as "+02:00", which are no zones and which PostgreSQL reads with the opposite sign.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The half-open range of instants that a day (`2026-03-29`) or a month (`2026-03`) covers in a zone, or null. */
export function calendarRange(dayOrMonth: string, timeZone: string): { from: Date; to: Date } | null {
  const isMonth = /^\d{4}-\d{2}$/.test(dayOrMonth);
  const first = isMonth ? `${dayOrMonth}-01` : dayOrMonth;
  if (!isDate(first)) return null;
  const from = Date.parse(`${first}T00:00:00Z`);
  const to = isMonth ? firstOfNextMonth(from) : from + DAY;
  return { from: instantAt(from, timeZone), to: instantAt(to, timeZone) };
}

/** The first instant of a day (`2026-03-29`) in a zone. */
export function startOfDay(date: string, timeZone: string): Date {
  return instantAt(Date.parse(`${date}T00:00:00Z`), timeZone);
}

/** The local time of a zone, as the milliseconds of a UTC clock that shows the same. */
export function wallTime(instant: Date, timeZone: string): number {
  return instant.getTime() + offsetMinutes(instant, timeZone) * MINUTE;
}

/**
 * The instant at which the clocks of a zone show the time that a UTC clock shows at `asIfUtc`. It may be missing (clocks that spring
 * forward at midnight, as in Beirut) or come twice (Havana); then it is the instant of the change, or the first.
 */
export function instantAt(asIfUtc: number, timeZone: string): Date {
  const before = asIfUtc - offsetMinutes(new Date(asIfUtc - DAY), timeZone) * MINUTE;
  const after = asIfUtc - offsetMinutes(new Date(asIfUtc + DAY), timeZone) * MINUTE;
  const found = [before, after].filter((at) => at + offsetMinutes(new Date(at), timeZone) * MINUTE === asIfUtc);
  return new Date(found.length > 0 ? Math.min(...found) : before);
}

/** Whole minutes east of Greenwich; the seconds of local mean times before standard time are rounded away. */
export function offsetMinutes(instant: Date, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const at = new Date(Math.max(instant.getTime(), FIRST_ZONED));
  const parts = Object.fromEntries(
    wallClock(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / MINUTE);
}

const wallClocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase(); // Intl takes any case; the map must not grow with spellings
  const known = wallClocks.get(name);
  if (known) return known;
  const digits = '2-digit';
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  });
  wallClocks.set(name, made);
  return made;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year > 0 && month > 0 && day > 0 && day <= (daysIn(year)[month - 1] ?? 0);
}

const COMMON_YEAR = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP_YEAR = COMMON_YEAR.with(1, 29);

function daysIn(year: number): number[] {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? LEAP_YEAR : COMMON_YEAR;
}

function firstOfNextMonth(midnight: number): number {
  const at = new Date(midnight);
  return at.setUTCMonth(at.getUTCMonth() + 1);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
