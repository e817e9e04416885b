/** `#HarbourDay` in a text: letters, digits and underscores with at least one letter, not in the middle of a word. */

const HASHTAG = /(?<![\p{L}\p{M}\p{N}_&/])[#＃]((?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+)/gu;
/** Longer or more hashtags are spam. */
const LONGEST = 100;
const MOST = 50;
/** Characters of all hashtags of an entry: the day stores them once more. */
const MOST_BYTES = 1_800;

/** Distinct, in lower case, in order of first use, up to the limits. */
export function hashtagsOf(text: string): string[] {
  if (!/[#＃]/.test(text)) return [];
  const found = [...text.matchAll(HASHTAG)].map(([, tag = '']) => tag.normalize('NFC').toLowerCase());
  const tags = [...new Set(found.filter((tag) => tag.length <= LONGEST))].slice(0, MOST);
  let bytes = 0;
  return tags.filter((tag) => {
    bytes += Buffer.byteLength(tag);
    return bytes <= MOST_BYTES;
  });
}
