/** Addresses of our own media within HTML: stored without the address of the service, served with it. */
import { type FocalPoint, servedAddress, storedPath } from './media-address.ts';

const TAG = /<(?:img|a|source|video|audio|track)(?: [a-z-]+(?:="[^"]*")?)*\s*\/?>/g;
const ADDRESS_ATTRIBUTE = / (src|href|poster|srcset)="([^"]*)"/g;
const OWN = /^\/(?:files|thumbs)\/sites\//;

/** As working copies have it. */
export function storedHtml(html: string, base: string): string {
  if (base === '' || !html.includes(base)) return html;
  return withAddresses(html, (address) =>
    OWN.test(address.slice(base.length)) && address.startsWith(base) ? address.slice(base.length) : address,
  );
}

/** As it is served. */
export function servedHtml(html: string, base: string): string {
  if (base === '' || !html.includes('/sites/')) return html;
  return withAddresses(html, (address) => (OWN.test(address) ? base + address : address));
}

/** Of a field that has an address: as working copies have it. */
export function storedMedia(address: string, base: string): string {
  return storedPath(address, [base]) ?? address;
}

/** Of a field that has an address: as it is served. */
export function servedMedia<Address extends string | null>(
  address: Address,
  base: string,
  focal?: FocalPoint,
): Address {
  if (address === null || !OWN.test(address)) return address;
  return servedAddress(address, base, focal) as Address; // a text for a text
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
