/** Web addresses as they are accepted and served: absolute, http or https, and safe in a quoted attribute. */

const ABSOLUTE = /^https?:\/\//i;
const PLAIN = /^https?:\/\/[^\s\p{Cc}<>"\\`]+$/iu;

export function isWebAddress(text: string): boolean {
  return PLAIN.test(text) && URL.canParse(text);
}

/** `//host/…` becomes https, and invalid characters are escaped: `https://host/a b` → `https://host/a%20b`. */
export function plainAddress(text: string): string {
  const address = text.startsWith('//') ? `https:${text}` : text;
  const isOdd = ABSOLUTE.test(address) && !PLAIN.test(address) && URL.canParse(address);
  return isOdd ? new URL(address).href : address;
}
