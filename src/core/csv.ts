/** Comma-separated values as in RFC 4180, safe to open in a spreadsheet. */

const NEEDS_QUOTES = /[",\r\n]/;
/** A spreadsheet would run text with this beginning as a formula. */
const LOOKS_LIKE_FORMULA = /^[\s\0]*[=+\-@\t\r＝＋－＠]/;

export function csvLine(values: unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** Lists and objects are written as JSON; missing values are empty cells. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = LOOKS_LIKE_FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
