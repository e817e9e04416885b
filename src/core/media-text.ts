/** Addresses of our own media within HTML: stored without the address of the service, served with it. */
import { type FocalPoint, servedAddress, storedPath } from './media-address.ts';

const TAG = /<(?:img|a|source|video|audio|track)(?: [a-z-]+(?:="[^"]*")?)*\s*\/?>/g;
const ADDRESS_ATTRIBUTE = / (src|href|poster|srcset)="([^"]*)"/g;
const EMPTY_TAG = /^<(?:img|source|track) /;
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

/**
 * The text with a parameter in the addresses of some files and of their thumbnails, and with another base. Only addresses that
 * begin after a quote or in a list: within the address of another server the parameter would be sent to that server.
 */
export function withParameter(
  text: string,
  paths: ReadonlySet<string>,
  { from, to, parameter }: { from: string; to: string; parameter: string },
): string {
  if (paths.size === 0) return text;
  const base = from.replace(/[^\w/:]/g, '\\$&');
  return text.replace(new RegExp(`(?<=^|["\\s,])${base}(${OWN_IN_TEXT.source})`, 'g'), (all, address: string) =>
    pathsIn(address).some((path) => paths.has(path)) ? `${to}${address}?${parameter}` : all,
  );
}

/** HTML without the pictures and sounds whose files are gone; links lose their address. */
export function withoutFiles(html: string, isGone: (path: string) => boolean): string {
  if (!pathsIn(html).some(isGone)) return html;
  return html.replace(TAG, (tag) => {
    let isBare = false;
    const rest = tag.replace(ADDRESS_ATTRIBUTE, (attribute, name: string, value: string) => {
      if (!pathsIn(value).some(isGone)) return attribute;
      // Without its own file a picture shows nothing; without further sizes it does.
      isBare ||= name !== 'srcset' || tag.startsWith('<source');
      return '';
    });
    return isBare && EMPTY_TAG.test(tag) ? '' : rest;
  });
}

/** Our own HTML is written by one serializer: attributes in double quotes, `<` in texts escaped. */
function withAddresses(html: string, rewrite: (address: string) => string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ADDRESS_ATTRIBUTE, (_all, name: string, value: string) => {
      const rewritten = name === 'srcset' ? value.replace(/[^\s,]\S*/g, rewrite) : rewrite(value);
      return ` ${name}="${rewritten}"`;
    }),
  );
}
