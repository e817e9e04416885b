/**
 * Limits of depth and of the number of values in JSON, checked on the bytes in one pass before parsing. A megabyte of brackets or
 * of short members takes far longer to parse and validate than a megabyte of text.
 */

export const MOST_LEVELS = 100;
/** Members of one list or object: twice the longest list of the interface. */
export const MOST_MEMBERS = 2_000;
/** Values in the whole text: a batch of 1,000 entries has some 40,000. */
export const MOST_VALUES = 100_000;

const TOO_DEEP = `is nested more than ${MOST_LEVELS} levels deep`;
const TOO_WIDE = `has a list or an object with more than ${MOST_MEMBERS.toLocaleString('en')} members`;
const TOO_MANY = `has more than ${MOST_VALUES.toLocaleString('en')} values`;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The problem as a sentence, or null. The result for invalid JSON does not matter: the parser rejects it. */
export function jsonExcess(json: Uint8Array): string | null {
  const commas = new Uint32Array(MOST_LEVELS + 1);
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = stringEnd(json, at);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      if (depth > MOST_LEVELS) return TOO_DEEP;
      commas[depth] = 0;
      values += 1;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth = Math.max(0, depth - 1);
    else if (byte === COMMA) {
      const count = (commas[depth] ?? 0) + 1;
      if (count >= MOST_MEMBERS) return TOO_WIDE;
      commas[depth] = count;
      values += 1;
    }
    if (values > MOST_VALUES) return TOO_MANY;
  }
  return null;
}

/** The position of the closing quote, or the end of the text. */
function stringEnd(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return json.length;
}
