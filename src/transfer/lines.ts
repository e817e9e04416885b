/** Bytes cut into lines. Not with readline, which also splits at U+2028, which JSON may contain. */
import { isUtf8 } from 'node:buffer';

/** An article with all its HTML is far below this; longer lines are skipped without storing them. */
export const LONGEST_LINE = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface RawLine {
  number: number;
  bytes: Buffer;
  isTooLong: boolean;
}

export async function* linesOf(source: AsyncIterable<Buffer>, longest = LONGEST_LINE): AsyncGenerator<RawLine> {
  let [number, parts, length] = [0, [] as Buffer[], 0];
  const line = () => {
    const made = { number: ++number, bytes: Buffer.concat(parts), isTooLong: length > longest };
    [parts, length] = [[], 0];
    return made;
  };
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= longest) parts.push(part);
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at));
      yield line();
      from = at + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (length > 0) yield line();
}

/** The text of a line, or null when its bytes are none. */
export function textOf({ bytes }: RawLine): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}
