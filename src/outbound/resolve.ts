/** Resolves a host name to addresses that may be connected to. One private address among them refuses the host. */
import { promises as dns } from 'node:dns';
import { ALLOW_PRIVATE_HINT, bytesOf, isPublicAddress } from '../core/addresses.ts';
import { OutboundError } from './errors.ts';

export type Resolve = (host: string) => Promise<string[]>;

const DNS_TIMEOUT = 2_000;
/** The name server answered that there is no such record. */
const NO_RECORD = ['ENODATA', 'ENOTFOUND'];

/**
 * Queries name servers directly: `getaddrinfo` blocks one of four threads while a name server is slow, so one receiver could
 * delay the others. Local names (/etc/hosts) count only where private addresses are allowed.
 */
export function resolver(allowPrivate: boolean): Resolve {
  return async (host) => {
    if (bytesOf(host)) return [host];
    const addresses = await withinTime(allowPrivate ? ownOrPublic(host) : fromNameServers(host), host);
    if (addresses.length === 0) throw new Error(`There is no host named ${host}.`);
    return addresses;
  };
}

/** The addresses of a host; throws an `OutboundError` unless all of them may be connected to. */
export async function checkedAddresses(host: string, resolve: Resolve, allowPrivate: boolean): Promise<string[]> {
  const addresses = await resolve(host).catch((error: Error) => {
    throw new OutboundError('name', error.message, { cause: error });
  });
  const inner = allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (inner !== undefined) {
    throw new OutboundError('address', `${host} is at ${inner}, which is not on the internet; ${ALLOW_PRIVATE_HINT}.`);
  }
  return addresses;
}

async function ownOrPublic(host: string): Promise<string[]> {
  const found = await dns.lookup(host, { all: true, order: 'verbatim' }).catch(() => []);
  return found.length > 0 ? found.map(({ address }) => address) : fromNameServers(host);
}

async function fromNameServers(host: string): Promise<string[]> {
  const servers = new dns.Resolver({ timeout: DNS_TIMEOUT, tries: 1 });
  const answers = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
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
