/** Where passkeys work. Browsers bind each to a host name, and use them over https and on localhost alone. */
import { bytesOf } from '../../core/addresses.ts';
import { conflict } from '../../core/errors.ts';

export interface RelyingParty {
  /** The host that passkeys are bound to. */
  id: string;
  origin: string;
}

const LOCAL = 'localhost';

/** For the page of the request. Its Origin was checked: it is that of PUBLIC_URL, or in development a loopback name. */
export function relyingPartyOf(origin: string): RelyingParty {
  const problem = passkeyProblem(origin);
  if (problem) throw conflict(problem);
  return { id: new URL(origin).hostname, origin };
}

/** The reason why passkeys cannot be used at this address; null if they can. */
export function passkeyProblem(address: string): string | null {
  const { protocol, hostname } = new URL(address);
  if (bytesOf(hostname.replace(/^\[|\]$/g, '')))
    return `Passkeys need a host name, and ${hostname} is an IP address: use the name in PUBLIC_URL, on this machine localhost.`;
  if (protocol !== 'https:' && !isLocal(hostname))
    return 'Passkeys need https: browsers use them only there and on localhost.';
  return null;
}

/** The hosts whose passkeys can be used on this installation. */
export function passkeyHosts(publicUrl: string, isProduction: boolean): string[] {
  const own = passkeyProblem(publicUrl) ? [] : [new URL(publicUrl).hostname];
  return isProduction || own.includes(LOCAL) ? own : [...own, LOCAL];
}

function isLocal(hostname: string): boolean {
  return hostname === LOCAL || hostname.endsWith(`.${LOCAL}`);
}
