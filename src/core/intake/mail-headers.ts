/** Whether the headers of a message are so plain that all programs read them alike. */
import { isUtf8 } from './charset.ts';

/** Mail servers refuse longer ones. */
const LONGEST_HEADERS = 256 * 1024;
const END = /(?:^|\n)\r?\n/;
/** A name as RFC 5322 has it, or the next line of a header. */
const LINE = /^(?:[!-9;-~]+:|[ \t])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;

/**
 * The library that checks signatures takes more characters for spaces than the one that reads headers: to it, `Subject\v:` is a subject. So
 * nothing is proven for headers with odd names, control characters, or bytes that are not UTF-8.
 */
export function areHeadersPlain(raw: Uint8Array): boolean {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, LONGEST_HEADERS));
  const end = start.toString('latin1').search(END);
  if (end < 0 && raw.byteLength > LONGEST_HEADERS) return false;
  const headers = end < 0 ? start : start.subarray(0, end + 1);
  const [first = '', ...others] = headers.toString('latin1').split(/\r?\n/);
  const isPlain = (line: string) => LINE.test(line) && !CONTROL.test(line);
  return (
    isUtf8(headers) && !/^[ \t]/.test(first) && isPlain(first) && others.every((line) => line === '' || isPlain(line))
  );
}
