/** Compares tags without regard to case, surrounding spaces and Unicode composition. */

/**
 * The names that a text of tags is found under: `Sea, ÄLV` → `sea`, `älv`. A tag of an article that holds a comma is found by its
 * parts, since nobody could ask for it as a whole.
 */
export function tagNames(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim().normalize('NFC').toLowerCase() || []);
}
