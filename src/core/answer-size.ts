/** How large the answer of a list may become: a string ends at 512 MiB, and a few such answers at once take all memory. */
import { type RequestError, tooLarge } from './errors.ts';

/** A page that can be continued ends with the item that reaches this size. Bytes. */
export const PAGE_BYTES = 16 * 1024 * 1024;
/** A list that cannot be continued is refused above this size. Bytes. */
export const LIST_BYTES = 64 * 1024 * 1024;

/** The first items, up to the one that reaches the size of a page: at least one. */
export function fitting<Item extends { bytes: number }>(items: Item[]): Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += item.bytes;
    return bytes >= PAGE_BYTES;
  });
  return end < 0 ? items : items.slice(0, end + 1);
}

/** `advice` says what to send instead. */
export function listTooLarge(advice: string): RequestError {
  return tooLarge(`This list is too large to be sent as one answer: ${advice}.`);
}
