/** Where networks are: the real ones, simulators, or the simulated town of the demo; and as whom this installation asks them. */
import type { Network } from '../core/intake/networks/networks.ts';
import type { Client } from '../core/intake/networks/oauth.ts';
import type { AccountRow } from '../features/network-accounts/queries.ts';
import type { Servers } from '../features/network-accounts/servers.ts';
import { NetworkProblem, type NetworkSettings } from '../networks/connector.ts';
import { CONNECTORS } from '../networks/connectors.ts';
import type { AddressGuard } from '../outbound/connect.ts';
import { resolver } from '../outbound/resolve.ts';

export interface NetworkTools {
  guard: AddressGuard;
  /** Which servers accounts may name. */
  servers: Servers;
  /** Of simulators, by network. */
  urls: Record<string, string>;
  /** Of the simulated town of the demo, for its accounts alone. */
  demoUrls: Record<string, string>;
  /** The site that the town is for; null without one. */
  demoSite: number | null;
  settings: NetworkSettings;
  /** By network: what its developers’ pages gave to the operator. */
  clients: Record<string, Client>;
  secrets: { seal(text: string): Buffer; open(sealed: Buffer): string };
}

interface Settings extends NetworkSettings {
  networkClients?: Record<string, Client>;
}

interface Town {
  urls: Record<string, string>;
  /** Of the demo. */
  site: number | null;
}

/** Simulators know every client. */
const SIMULATED: Client = { id: 'simulated', secret: 'simulated' };

/** Simulators are exempt from the check of addresses, and nothing else is. */
export function networkTools(
  { resolve, allowPrivate, secrets }: AddressGuard & Pick<NetworkTools, 'secrets'>,
  urls: Record<string, string>,
  settings: Settings,
  { urls: demoUrls, site: demoSite }: Town = { urls: {}, site: null },
): NetworkTools {
  const simulators = [...Object.values(urls), ...Object.values(demoUrls)].map((url) => new URL(url));
  const allowedOrigins = new Set(simulators.map(({ origin }) => origin));
  const names = new Set(simulators.map(({ hostname }) => hostname));
  // Name servers do not know `localhost`.
  const local = resolver(true);
  const guard = {
    resolve: (host: string) => (names.has(host) ? local(host) : resolve(host)),
    allowPrivate,
    allowedOrigins,
  };
  const servers = { allowPrivate, simulators: new Set(Object.values(urls).map((url) => new URL(url).host)) };
  return { guard, servers, urls, demoUrls, demoSite, settings, secrets, clients: settings.networkClients ?? {} };
}

type Placed = Pick<AccountRow, 'network' | 'server' | 'is_demo'>;

/** Null: the network itself. */
export function baseOf({ urls, demoUrls }: NetworkTools, { network, server, is_demo }: Placed): string | null {
  if (is_demo) {
    const town = demoUrls[network];
    if (town === undefined) throw new NetworkProblem(NO_TOWN, { isOwnLimit: true });
    return town;
  }
  return urls[network] ?? (CONNECTORS[network].url === null ? `https://${server}` : null);
}

/** Null: the operator has set none. Servers of Mastodon give one to everyone who asks (intake/connecting.ts). */
export function clientOf({ clients, urls }: NetworkTools, network: Network, isDemo: boolean): Client | null {
  if (isDemo) return SIMULATED;
  return clients[network] ?? (urls[network] === undefined ? null : SIMULATED);
}

/** In the demo, what the operator has not set up is connected at the simulated town. */
export function isTown(
  { demoUrls, clients, urls, demoSite }: NetworkTools,
  network: Network,
  siteId: number,
  server: string | null = null,
): boolean {
  if (siteId !== demoSite || demoUrls[network] === undefined || urls[network] !== undefined) return false;
  return network === 'mastodon' ? server === TOWN_SERVER : clients[network] === undefined;
}

/** As demo/town.ts names it. */
const TOWN_SERVER = 'social.simulated.example';
const NO_TOWN = {
  code: 'rate_limited' as const,
  message: 'The simulated town of the demo does not run.',
  isDefinite: false,
};
