/** Compares tags without regard to case, surrounding spaces and Unicode composition. */

/**
 * The normalized names in a list of tags: `Sea, ÄLV` → `sea`, `älv`. A tag with a comma is found by its parts, because the
 * parameter `tags` is separated by commas.
 */
export function tagNames(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim().normalize('NFC').toLowerCase() || []);
}
