/** Addresses of our own media within HTML: stored without the address of the service, served with it. */
import { type FocalPoint, servedAddress, storedPath } from './media-address.ts';

/** Texts are stored as they were written: attributes in either quotes or in none, in any case, never with `<` in a value. */
const TAG = /<(?:img|a|source|video|audio|track)(?=[\s/])(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/gi;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*("[^"<]*"|'[^'<]*'|[^\s"'<>`]+))?/g;
const ADDRESS_NAME = /^(?:src|href|poster|srcset)$/i;
const EMPTY_TAG = /^<(?:img|source|track)[\s/]/i;
const OWN = /^\/(?:files|thumbs)\/sites\//;
/** `/files/sites/1/name.jpg` or `/thumbs/sites/1/name~30x70_s600x400.jpg`, anywhere in a text. */
const OWN_IN_TEXT =
  /(\/(?:files|thumbs)\/)(sites\/[1-9]\d{0,14})\/([a-z0-9._-]*-[0-9a-f]{12})((?:~\d+x\d+)?(?:_s\d+x\d+[a-z0-9_]*)?)\.([a-z0-9]{2,5})/g;

/** The form that drafts store. */
export function storedHtml(html: string, base: string): string {
  if (base === '' || !html.includes(base)) return html;
  return withAddresses(html, (address) =>
    OWN.test(address.slice(base.length)) && address.startsWith(base) ? address.slice(base.length) : address,
  );
}

/** The form that is served. */
export function servedHtml(html: string, base: string): string {
  if (base === '' || !html.includes('/sites/')) return html;
  return withAddresses(html, (address) => (OWN.test(address) ? base + address : address));
}

/** For a field with an address: the form that drafts store. */
export function storedMedia(address: string, base: string): string {
  return storedPath(address, [base]) ?? address;
}

/** For a field with an address: the form that is served. */
export function servedMedia<Address extends string | null>(
  address: Address,
  base: string,
  focal?: FocalPoint,
): Address {
  if (address === null || !OWN.test(address)) return address;
  return servedAddress(address, base, focal) as Address; // a text for a text
}

/** The paths of the files that a text refers to. */
export function pathsIn(text: string): string[] {
  if (!text.includes('/sites/')) return [];
  return [...new Set([...text.matchAll(OWN_IN_TEXT)].map(([, , dir, name, , ext]) => `/files/${dir}/${name}.${ext}`))];
}

/** The text with the paths of files replaced, also in the addresses of their thumbnails. */
export function withMovedPaths(text: string, moves: ReadonlyMap<string, string>): string {
  if (moves.size === 0) return text;
  return text.replace(OWN_IN_TEXT, (all, start: string, dir, name, middle: string, ext) => {
    const moved = moves.get(`/files/${dir}/${name}.${ext}`);
    if (!moved) return all;
    const dot = moved.lastIndexOf('.');
    return `${start}${moved.slice('/files/'.length, dot)}${middle}${moved.slice(dot)}`;
  });
}

/** An address, or HTML with its addresses: those of some files and of their thumbnails get a parameter and another base. */
export function withParameter(
  text: string,
  paths: ReadonlySet<string>,
  { from, to, parameter }: { from: string; to: string; parameter: string },
): string {
  if (paths.size === 0 || !text.includes('/sites/')) return text;
  const rewrite = (address: string) => {
    const path = address.slice(from.length).replace(/[?#].*$/s, '');
    const isOne = address.startsWith(from) && OWN.test(path) && pathsIn(path).some((one) => paths.has(one));
    return isOne ? `${to}${path}?${parameter}` : address;
  };
  return text.includes('<') ? withAddresses(text, rewrite) : rewrite(text);
}

/** HTML without the pictures and sounds whose files are gone; links lose their address. */
export function withoutFiles(html: string, isGone: (path: string) => boolean): string {
  if (!pathsIn(html).some(isGone)) return html;
  return html.replace(TAG, (tag) => {
    let isBare = false;
    const rest = withAttributes(tag, (name, value) => {
      if (!pathsIn(value).some(isGone)) return value;
      // Without its own file a picture shows nothing; without further sizes it does.
      isBare ||= name !== 'srcset' || /^<source/i.test(tag);
      return null;
    });
    return isBare && EMPTY_TAG.test(tag) ? '' : rest;
  });
}

function withAddresses(html: string, rewrite: (address: string) => string): string {
  return html.replace(TAG, (tag) =>
    withAttributes(tag, (name, value) => (name === 'srcset' ? value.replace(/[^\s,]\S*/g, rewrite) : rewrite(value))),
  );
}

/** The tag with its addresses rewritten, in the quotes that they have; null removes one. */
function withAttributes(tag: string, rewrite: (name: string, value: string) => string | null): string {
  return tag.replace(ATTRIBUTE, (all, name: string, written: string | undefined) => {
    if (written === undefined || !ADDRESS_NAME.test(name)) return all;
    const quote = /^["']/.exec(written)?.[0] ?? '';
    const value = rewrite(name.toLowerCase(), quote === '' ? written : written.slice(1, -1));
    return value === null ? '' : all.slice(0, -written.length) + quote + value + quote;
  });
}
