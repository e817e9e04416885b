/** From the name of a receiver to the addresses that may be connected to; anything doubtful is refused. */
import { promises as dns } from 'node:dns';
import { ALLOW_PRIVATE_HINT, bytesOf, isPublicAddress } from '../core/addresses.ts';

export type Resolve = (host: string) => Promise<string[]>;

/** The address is not one that this service goes to; nothing was sent. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

const DNS_TIMEOUT = 2_000;
/** Answers that say that there is no such record, as opposed to no answer. */
const NO_RECORD = ['ENODATA', 'ENOTFOUND'];

/**
 * Asks name servers directly: `getaddrinfo` takes a thread of four for as long as a slow server likes, and receivers must
 * not wait for each other. Names of the machine's own (/etc/hosts) are for those who may reach the inside.
 */
export function resolver(allowPrivate: boolean): Resolve {
  return async (host) => {
    if (bytesOf(host)) return [host];
    const addresses = await withinTime(allowPrivate ? ownOrPublic(host) : fromNameServers(host), host);
    if (addresses.length === 0) throw new Error(`There is no host named ${host}.`);
    return addresses;
  };
}

/** The addresses of a host, every one of them fit to be connected to. */
export async function checkedAddresses(host: string, resolve: Resolve, allowPrivate: boolean): Promise<string[]> {
  const addresses = await resolve(host);
  const inner = allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (inner !== undefined) {
    throw new AddressRefused(`${host} is at ${inner}, which is not on the internet; ${ALLOW_PRIVATE_HINT}.`);
  }
  return addresses;
}

async function ownOrPublic(host: string): Promise<string[]> {
  const found = await dns.lookup(host, { all: true, order: 'verbatim' }).catch(() => []);
  return found.length > 0 ? found.map(({ address }) => address) : fromNameServers(host);
}

async function fromNameServers(host: string): Promise<string[]> {
  const asker = new dns.Resolver({ timeout: DNS_TIMEOUT, tries: 1 });
  const answers = await Promise.allSettled([asker.resolve4(host), asker.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failure = answers.find((answer) => answer.status === 'rejected' && !NO_RECORD.includes(answer.reason.code));
  if (addresses.length === 0 && failure?.status === 'rejected') {
    throw new Error(`The name server did not answer for ${host}: ${failure.reason.code}.`);
  }
  return addresses;
}

async function withinTime<T>(work: Promise<T>, host: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No name server answered for ${host} in time.`)), DNS_TIMEOUT);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
