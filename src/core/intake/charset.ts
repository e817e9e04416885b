/** The text of a document from another server: by its byte order mark, its headers, its declaration, else UTF-8 or windows-1252. */

import { withLetters } from './windows-1252.ts';

const DECLARED = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;
const LONGEST_DECLARATION = 400;
/** XML has no other control characters, and PostgreSQL stores no NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

export function decodedText(bytes: Uint8Array, contentType = ''): string {
  return storable(new TextDecoder(encodingOf(bytes, contentType)).decode(bytes));
}

/** Character references of a document may stand for such characters too. */
export function storable(text: string): string {
  return withLetters(text.replace(CONTROL, '')).toWellFormed();
}

function encodingOf(bytes: Uint8Array, contentType: string): string {
  const marked = byMark(bytes);
  if (marked) return marked;
  const named = [/charset\s*=\s*"?([A-Za-z0-9._:-]+)/i.exec(contentType)?.[1], declaredIn(bytes)];
  const known = named.find((name) => name !== undefined && isKnown(name));
  // A server that says windows-1252 by default while the text is valid UTF-8 is wrong more often than the text.
  if (known && !/^utf-?8$/i.test(known) && !(isLatin(known) && isUtf8(bytes))) return known;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function byMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // `<` as the first of two bytes.
  if (a === 0x3c && b === 0) return 'utf-16le';
  return a === 0 && b === 0x3c ? 'utf-16be' : null;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, LONGEST_DECLARATION));
  return DECLARED.exec(head)?.[1];
}

const isLatin = (name: string) => /^(iso-?8859-?1|latin-?1|us-ascii|ascii|windows-1252)$/i.test(name);

function isKnown(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== 'replacement';
  } catch {
    return false;
  }
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
