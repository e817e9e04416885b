/** The headers of a raw message: whether they are so plain that all programs read them alike, and whom they name. */
import { isUtf8 } from './charset.ts';

/** Mail servers refuse longer ones. */
const LONGEST_HEADERS = 256 * 1024;
const END = /(?:^|\n)\r?\n/;
/** A name as RFC 5322 has it, or the next line of a header. */
const LINE = /^(?:[!-9;-~]+:|[ \t])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;
/** Those that say who sent the message, or to whom answers go. */
const SENDERS = /^(?:from|sender|reply-to|return-path|resent-from|resent-sender)[ \t]*:/i;
const BETWEEN_ADDRESSES = /[\s<>()[\],:;"]+/;
const ADDRESS = /^[^@]+@[^@]+$/;

/**
 * The library that checks signatures takes more characters for spaces than the one that reads headers: to it, `Subject\v:` is a subject. So
 * nothing is proven for headers with odd names, control characters, or bytes that are not UTF-8.
 */
export function areHeadersPlain(raw: Uint8Array): boolean {
  const { headers, isWhole } = headersOf(raw);
  if (!isWhole) return false;
  const [first = '', ...others] = headers.toString('latin1').split(/\r?\n/);
  const isPlain = (line: string) => LINE.test(line) && !CONTROL.test(line);
  return (
    isUtf8(headers) && !/^[ \t]/.test(first) && isPlain(first) && others.every((line) => line === '' || isPlain(line))
  );
}

/** Every address in the headers that name senders, also of a message that cannot be read: its bytes are stored too. */
export function senderAddresses(raw: Uint8Array): string[] {
  const lines = headersOf(raw)
    .headers.toString()
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/);
  const words = lines.filter((line) => SENDERS.test(line)).flatMap((line) => line.split(BETWEEN_ADDRESSES));
  return [...new Set(words.filter((word) => ADDRESS.test(word)).map((word) => word.toLowerCase()))];
}

/** `isWhole`: they end within the bytes that are read. */
function headersOf(raw: Uint8Array): { headers: Buffer; isWhole: boolean } {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, LONGEST_HEADERS));
  const end = start.toString('latin1').search(END);
  const isWhole = end >= 0 || raw.byteLength <= LONGEST_HEADERS;
  return { headers: end < 0 ? start : start.subarray(0, end + 1), isWhole };
}
