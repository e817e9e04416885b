/**
 * JSON for a notification. The interface has receivers lower-case the whole body before they check its signature, and
 * languages differ in how they do that beyond ASCII (final Σ, İ). So every such letter whose lower case is another one is
 * written as an escape: `Ä` → `\u00c4`, with digits that no lower-casing changes. So is every character that the Unicode of
 * this Node.js does not know: a receiver with a newer one may know its lower case.
 */
export function notificationJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\p{ASCII}]/gu, (letter) =>
    letter.toLowerCase() === letter && !UNASSIGNED.test(letter) ? letter : escaped(letter),
  );
}

const UNASSIGNED = /\p{Unassigned}/u;

function escaped(letter: string): string {
  return Array.from({ length: letter.length }, (_, index) => `\\u${hex(letter.charCodeAt(index))}`).join('');
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}
