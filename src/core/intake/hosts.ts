/** Hosts as browsers find them in addresses: `https:\\host`, full-width letters, `%73` and ideographic dots included. */

const WRITTEN = /\bhttps?:[^\s"'<>]+/gi;

/** By itself and on its page: `https:/host` is relative to a page of https, and absolute on one of http. */
export function hostsOf(address: string, base: string): string[] {
  const urls = [parsed(address), parsed(address, base)].filter((url) => url !== null);
  return urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ hostname }) => withoutDot(hostname));
}

/** The spelling of browsers: lower case, and Punycode for letters beyond ASCII. */
export const hostName = (name: string) => withoutDot(parsed(`http://${name}`)?.hostname ?? name);

/** Addresses in plain text. */
export const writtenAddresses = (text: string): string[] => text.match(WRITTEN) ?? [];

const parsed = (address: string, base?: string) => (URL.canParse(address, base) ? new URL(address, base) : null);
const withoutDot = (host: string) => host.replace(/\.$/, '');
