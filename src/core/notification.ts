/**
 * JSON for a notification. The interface has receivers lower-case the whole body before they check its signature, and
 * languages differ in how they do that beyond ASCII (final Σ, İ). So every such letter whose lower case is another one is
 * written as an escape: `Ä` → `\u00c4`, with digits that no lower-casing changes.
 */
export function notificationJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\p{ASCII}]/gu, (letter) =>
    letter.toLowerCase() === letter ? letter : escaped(letter),
  );
}

function escaped(letter: string): string {
  return Array.from({ length: letter.length }, (_, index) => `\\u${hex(letter.charCodeAt(index))}`).join('');
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}
