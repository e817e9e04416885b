/**
 * A typed client of the content, analytics and management APIs, for Node and browsers, without dependencies. It is published
 * as `masthead-client`, and as `masthead/client` with the service. Its methods have the names of the operations in the
 * reference.
 */

import { type LiveOperations, liveEvents } from './client/live.ts';
import { managementOperations, namedOperations } from './client/operations.ts';
import { addressOf, type CallOptions } from './client/route.ts';
import { createTransport, type Transport, type TransportOptions } from './client/transport.ts';
import { type WatchOptions, watchArticles } from './client/watch.ts';
import {
  type AnalyticsOperations,
  type AnalyticsUser,
  type Article,
  analyticsRoutes,
  type Entry,
  type ManagementOperations,
  manageRoutes,
  type SiteOperations,
  siteRoutes,
} from './client/wire.generated.ts';

export {
  ConflictError,
  MastheadError,
  type Problem,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from './client/error.ts';
export type { LiveConnection, LiveEvent, LiveOperations, LiveOptions } from './client/live.ts';
export type { PagedResult } from './client/paged-result.ts';
export type { CallOptions, ChangeOptions, Lines, PostOptions, Saved, Tagged, VisitorOptions } from './client/route.ts';
export type { WatchOptions } from './client/watch.ts';
export type * from './client/wire.generated.ts';

export interface ClientOptions extends TransportOptions {
  /** Address of the service, such as `https://content.example.com`. */
  url: string;
  /** Address of the analytics API, where it differs. */
  analyticsUrl?: string | undefined;
}

export interface Client extends Omit<AnalyticsOperations, 'exportCampaign'> {
  /** Every entry or user of a campaign, streamed: their number does not affect memory. */
  exportCampaign<What extends keyof Exported = 'entries'>(
    parameters: ExportParameters<What>,
    options?: CallOptions,
  ): AsyncIterable<Exported[What]>;
  /** Reads the site with this id. */
  site(id: number): SiteClient;
  /** The management API; it needs a key with a manage scope, or the session of an editor. */
  manage: ManagementOperations & { live: LiveOperations };
}

export interface SiteClient extends SiteOperations {
  /**
   * Every article that is published for the first time, once and in order, as long as the loop runs. An article that
   * is published again after it was unpublished keeps its id and is not repeated: the change feed has it.
   */
  watchArticles<Field extends keyof Article = keyof Article>(
    options?: WatchOptions<Field>,
  ): AsyncIterable<Pick<Article, Field | 'id'>>;
}

export interface Exported {
  entries: Entry;
  users: AnalyticsUser;
}

export interface ExportParameters<What extends keyof Exported> {
  campaign_id: number;
  /** Default `entries`. */
  what?: What | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  item_type?: string | undefined;
}

export function createClient(given: ClientOptions): Client {
  const transport = createTransport(given);
  const service = baseOf(given.url);
  return {
    ...staffOperations(given, transport),
    site(id) {
      const base = service + addressOf('/v1/sites/:id', { id });
      return {
        ...namedOperations<SiteOperations>(siteRoutes, transport, base),
        watchArticles: (watch = {}) =>
          watchArticles(async (address, signal) => (await transport.send({ url: base, address, signal })).value, watch),
      };
    },
  };
}

/** Without the content API: for pages of editors, which load fewer routes. */
export function createStaffClient(given: ClientOptions): Omit<Client, 'site'> {
  return staffOperations(given, createTransport(given));
}

const baseOf = (url: string) => url.replace(/\/+$/, '');

function staffOperations({ url, analyticsUrl = url }: ClientOptions, transport: Transport): Omit<Client, 'site'> {
  const [service, analytics] = [baseOf(url), baseOf(analyticsUrl)];
  return {
    ...namedOperations<Omit<Client, 'manage' | 'site'>>(analyticsRoutes, transport, analytics),
    manage: {
      ...managementOperations<ManagementOperations>(manageRoutes, transport, service),
      live: {
        read: (siteId, live = {}) =>
          liveEvents(
            (address, headers, signal) =>
              transport.eventLines({ url: service, address, headers, signal, isManagement: true }),
            siteId,
            live,
          ),
      },
    },
  };
}
