/** Integers in as few bytes as they need, seven bits per byte. */

const CONTINUES = 0x80;
const LOW_BITS = 0x7f;

export interface Cursor {
  at: number;
}

export function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= CONTINUES) {
    bytes.push((rest % CONTINUES) + CONTINUES);
    rest = Math.floor(rest / CONTINUES);
  }
  bytes.push(rest);
}

export function readVarint(bytes: Uint8Array, cursor: Cursor): number {
  let byte = bytes[cursor.at++] ?? 0;
  if (byte < CONTINUES) return byte;
  let value = byte & LOW_BITS;
  for (let unit = CONTINUES; byte >= CONTINUES; unit *= CONTINUES) {
    byte = bytes[cursor.at++] ?? 0;
    value += (byte & LOW_BITS) * unit;
  }
  return value;
}
