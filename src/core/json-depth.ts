/** How deeply JSON is nested, read from its bytes: what is too deep never reaches a parser or a recursive function. */

/** The levels of a body, or of a line of one. */
export const MOST_LEVELS = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Brackets inside strings do not count. Bytes that are not JSON get some answer; the parser refuses them afterwards. */
export function isDeeperThan(most: number, json: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = stringEnd(json, at);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      if (depth > most) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

/** The place of the quote that ends the string, or the end of the text. */
function stringEnd(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return json.length;
}
