/** `#HarbourDay` in a text: letters, digits and underscores with at least one letter, not in the middle of a word. */

const HASHTAG = /(?<![\p{L}\p{M}\p{N}_&/])[#＃]((?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+)/gu;
/** Longer ones are no words, and more of them no text. */
const LONGEST = 100;
const MOST = 50;
/** All of an entry together: they are kept once more with those of its day. */
const MOST_BYTES = 1_800;

/** Each once, in small letters, in the order in which they first appear, as many as there is room for. */
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
