/**
 * Letters of windows-1252 that Node 20 decodes as control characters (TextDecoder, bytes 80 to 9F): curly quotes, dashes, the euro.
 * No text means the control characters.
 */
const C1 = /[\u0080-\u009f]/g;
const FIRST = 0x80;
const LETTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

export const withLetters = (text: string) =>
  text.replace(C1, (control) => (LETTERS[control.charCodeAt(0) - FIRST] ?? '').trim());
