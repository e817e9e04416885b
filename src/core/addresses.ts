/** Which network addresses a receiver may have: public ones only, so that no request reaches internal machines (SSRF). */

export interface Receiver {
  /** The address to connect to: trimmed, with a host that URL has normalized (`0x7f.1` → `127.0.0.1`). */
  url: URL;
  /** The host as the network knows it: a name without its final dot, or an address without brackets. */
  host: string;
}

/** Names of the machine itself or of its cloud metadata, refused without resolving them. */
const INNER_NAMES = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa', 'intranet', 'lan', 'corp'];
const LONGEST_NAME = 253;

/** IANA's special-purpose registry, multicast and reserved space, and the one metadata address in public space. */
const INNER_V4 = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** The parts of the global unicast space 2000::/3 that are not for hosts: Teredo and other protocols, documentation, 6to4. */
const OUTER_V6 = ranges(['2000::/3']);
const INNER_V6 = ranges(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '3ffe::/16']);
/** IPv4 addresses inside IPv6: mapped and translated (NAT64). The inner address is checked. */
const CARRIES_V4 = ranges(['::ffff:0:0/96', '64:ff9b::/96']);
const MAPPED_V4 = ranges(['::ffff:0:0/96']);

/** Part of every message about a private address. */
export const ALLOW_PRIVATE_HINT = 'outside production, WEBHOOK_ALLOW_PRIVATE=1 allows private addresses';

/** The receiver of a registered address, or why it is invalid. Does not resolve names. */
export function receiverOf(registered: string, allowPrivate: boolean): Receiver | string {
  const text = registered.trim();
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain spaces, control characters or backslashes';
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return 'must be an http or https address such as https://example.com/path';
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '' || host.length > LONGEST_NAME) return 'must name a host';
  if (!allowPrivate && isInner(host)) return `must be reachable from the internet; ${ALLOW_PRIVATE_HINT}`;
  return { url, host };
}

function isInner(host: string): boolean {
  if (bytesOf(host)) return !isPublicAddress(host);
  const name = host.toLowerCase();
  // A name without a dot is a machine of the local network.
  return !name.includes('.') || INNER_NAMES.some((inner) => name === inner || name.endsWith(`.${inner}`));
}

/** Whether a numeric address is public; false for anything else. */
export function isPublicAddress(address: string): boolean {
  const bytes = bytesOf(address);
  if (!bytes) return false;
  if (bytes.length === 4) return !isWithin(bytes, INNER_V4);
  if (isWithin(bytes, CARRIES_V4)) return !isWithin(bytes.slice(12), INNER_V4);
  return isWithin(bytes, OUTER_V6) && !isWithin(bytes, INNER_V6);
}

/** The key of a client for limits: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientNetwork(address: string): string {
  const bytes = address.includes(':') ? bytesOfV6(address) : null;
  if (!bytes) return address;
  if (isWithin(bytes, MAPPED_V4)) return bytes.slice(12).join('.');
  return Buffer.from(bytes.slice(0, 8)).toString('hex');
}

/** The bytes of a numeric address in its usual spelling, or null. A public address has no zone (`fe80::1%eth0`). */
export function bytesOf(address: string): number[] | null {
  return address.includes(':') ? bytesOfV6(address) : bytesOfV4(address);
}

function bytesOfV4(text: string): number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function bytesOfV6(text: string): number[] | null {
  const halves = withoutDots(text)?.split('::') ?? [];
  if (halves.length === 0 || halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
}

/** `::ffff:10.0.0.1` → `::ffff:a00:1` */
function withoutDots(text: string): string | null {
  const dotted = text.slice(text.lastIndexOf(':') + 1);
  if (!dotted.includes('.')) return text;
  const bytes = bytesOfV4(dotted);
  if (!bytes) return null;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return `${text.slice(0, -dotted.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

interface Range {
  bytes: number[];
  bits: number;
}

function ranges(list: string[]): Range[] {
  return list.map((text) => {
    const [address = '', bits] = text.split('/');
    return { bytes: bytesOf(address) ?? [], bits: Number(bits) };
  });
}

function isWithin(bytes: number[], list: Range[]): boolean {
  return list.some((range) => range.bytes.length === bytes.length && sharesBits(bytes, range));
}

function sharesBits(bytes: number[], range: Range): boolean {
  return range.bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, range.bits - index * 8));
    const mask = (0xff00 >> bits) & 0xff;
    return (byte & mask) === ((bytes[index] ?? 0) & mask);
  });
}
