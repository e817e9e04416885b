/** Hosts as browsers find them in addresses: `https:\\host`, full-width letters, `%73` and ideographic dots included. */

/** Pages that show an article: a host that no address names, with https and without. */
const PAGES = ['https://page.invalid/', 'http://page.invalid/'];
const OWN_HOST = 'page.invalid';
const WRITTEN = /\bhttps?:[^\s"'<>]+/gi;

/**
 * By itself, on its page, and on a page that shows the article: `//host` and `/\host` need one, and `https:/host` is relative to a page of
 * https and absolute on one of http. An address within the page has no host; one of mail has those of its recipients.
 */
export function hostsOf(address: string, base: string): string[] {
  const urls = [parsed(address), ...[base, ...PAGES].map((page) => parsed(address, page))];
  const hosts = urls.flatMap((url) => (url?.protocol === 'mailto:' ? mailHosts(url) : (url?.hostname ?? '')));
  return [...new Set(hosts.map(withoutDot))].filter((host) => host !== '' && host !== OWN_HOST);
}

/** `mailto:ida@host,bo@other?cc=cy@third` */
function mailHosts({ pathname, searchParams }: URL): string[] {
  const fields = [...searchParams].filter(([name]) => /^(?:to|cc|bcc)$/i.test(name)).map(([, value]) => value);
  const recipients = [decoded(pathname), ...fields].join().split(/[,;]/);
  return recipients.flatMap((one) =>
    one.includes('@') ? hostName(one.replace(/^.*@/s, '').replace(/[>\s]+$/, '')) : [],
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The spelling of browsers: lower case, and Punycode for letters beyond ASCII. */
export const hostName = (name: string) => withoutDot(parsed(`http://${name}`)?.hostname ?? name);

/** Addresses in plain text. */
export const writtenAddresses = (text: string): string[] => text.match(WRITTEN) ?? [];

const parsed = (address: string, base?: string) => (URL.canParse(address, base) ? new URL(address, base) : null);
const withoutDot = (host: string) => host.replace(/\.$/, '');
