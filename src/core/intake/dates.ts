/** Dates as feeds write them. A date without a zone is UTC, so that a feed reads the same on every machine. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours from UTC of the zones that RFC 822 names. */
const ZONES: Record<string, number> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  bst: 1,
  eet: 2,
  eest: 3,
};
const CLOCK = '(?:[T\\s]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?)?\\s*([a-z]+|[+-]\\d{1,2}:?\\d{2})?';
const ISO = new RegExp(`^(\\d{4})-(\\d{1,2})(?:-(\\d{1,2}))?${CLOCK}$`, 'i');
const RFC_822 = new RegExp(
  `^(?:[a-z]+,?\\s*)?(\\d{1,2})[\\s-]+([a-z]{3})[a-z]*\\.?[\\s-]+(\\d{4}|\\d{2})${CLOCK}$`,
  'i',
);
const EARLIEST = Date.UTC(1990, 0, 1);
const HOUR = 3_600_000;

/** Null for anything else. The future is `now`: such a date would keep an item above all others. */
export function feedDate(text: string | undefined, now: Date): Date | null {
  const time = parsedTime(text?.trim() ?? '');
  if (time === null || Number.isNaN(time) || time < EARLIEST) return null;
  return new Date(Math.min(time, now.getTime()));
}

function parsedTime(text: string): number | null {
  const iso = ISO.exec(text);
  if (iso) return timeOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3] ?? 1), iso.slice(4));
  const named = RFC_822.exec(text);
  if (!named) return null;
  const month = MONTHS.indexOf((named[2] ?? '').toLowerCase());
  const [, , , digits = ''] = named;
  const year = Number(digits) + (digits.length === 2 ? 2000 : 0);
  return month < 0 ? null : timeOf(year, month, Number(named[1]), named.slice(4));
}

function timeOf(year: number, month: number, day: number, clock: (string | undefined)[]): number | null {
  const [hour = '0', minute = '0', second = '0', zone = 'z'] = clock;
  const isValid = month <= 11 && month >= 0 && day >= 1 && day <= 31 && Number(hour) <= 24 && Number(minute) <= 59;
  if (!isValid) return null;
  return Date.UTC(year, month, day, Number(hour), Number(minute), Math.min(59, Number(second))) - offsetOf(zone) * HOUR;
}

function offsetOf(zone: string): number {
  const numeric = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone);
  if (!numeric) return ZONES[zone.toLowerCase()] ?? 0;
  return (numeric[1] === '-' ? -1 : 1) * (Number(numeric[2]) + Number(numeric[3]) / 60);
}
