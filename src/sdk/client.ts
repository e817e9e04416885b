/**
 * A typed client of the content and analytics APIs, for Node and for browsers, without dependencies:
 * `import { createClient } from 'masthead/client'`. Its methods have the names of the operations in the reference.
 */
import { addressOf, type CallOptions, type Parameters, type Route } from './client/route.ts';
import { createTransport, type TransportOptions } from './client/transport.ts';
import { type Read, walk } from './client/walk.ts';
import { type WatchOptions, watchArticles } from './client/watch.ts';
import {
  type AnalyticsOperations,
  type AnalyticsUser,
  type Article,
  analyticsRoutes,
  type Entry,
  type Like,
  type SiteOperations,
  siteRoutes,
} from './client/wire.generated.ts';

export { MastheadError, type Problem } from './client/error.ts';
export type { CallOptions } from './client/route.ts';
export type { PagedResult } from './client/walk.ts';
export type { WatchOptions } from './client/watch.ts';
export type * from './client/wire.generated.ts';

export interface ClientOptions extends TransportOptions {
  /** Address of the service, such as `https://content.example.com`. */
  url: string;
  /** Address of the analytics API, where it differs. */
  analyticsUrl?: string | undefined;
}

export interface Client extends AnalyticsOperations {
  /** Every entry or user of a campaign, as the service sends them: any number takes the same memory. */
  exportCampaign<What extends keyof Exported = 'entries'>(
    parameters: ExportParameters<What>,
    options?: CallOptions,
  ): AsyncIterable<Exported[What]>;
  /** What can be read of the site with this id. */
  site(id: number): SiteClient;
}

export interface SiteClient extends SiteOperations {
  /** One vote a visitor, where the site takes votes; another one takes its place, and `none` withdraws it. */
  voteOnArticle(
    parameters: { article_id: number; vote: 'up' | 'down' | 'none' },
    options?: VoteOptions,
  ): Promise<{ like: Like }>;
  /**
   * Every article that is published for the first time, once and in order, as long as the loop runs. An article that
   * returns after it was unpublished keeps its id and is not given again: the change feed has those.
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
  /** `entries` unless given. */
  what?: What | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  item_type?: string | undefined;
}

export interface VoteOptions extends CallOptions {
  /** Who votes, such as the number of a member; without it a browser’s cookie tells. */
  visitor?: string | undefined;
}

export function createClient({ url, analyticsUrl = url, ...options }: ClientOptions): Client {
  const transport = createTransport(options);
  const reader =
    (base: string): Read =>
    (address, signal) =>
      transport.ask(base, address, signal);
  const [content = '', analytics = ''] = [url, analyticsUrl].map((base) => base.replace(/\/+$/, ''));
  return {
    ...operations<AnalyticsOperations>(analyticsRoutes, reader(analytics)),
    exportCampaign<What extends keyof Exported>(parameters: ExportParameters<What>, { signal }: CallOptions = {}) {
      const address = addressOf('/v1/campaigns/:campaign_id/export', { ...parameters, format: 'ndjson' });
      return transport.lines(analytics, address, signal) as AsyncIterable<Exported[What]>; // by the contract
    },
    site(id) {
      const base = content + addressOf('/v1/sites/:id', { id });
      const read = reader(base);
      return {
        ...operations<SiteOperations>(siteRoutes, read),
        voteOnArticle({ article_id, vote }, { visitor, signal } = {}) {
          const teller =
            visitor === undefined ? { credentials: 'include' as const } : { headers: { 'x-visitor': visitor } };
          const sent = { body: { vote }, ...teller };
          return transport.ask(base, addressOf('/likes/:article_id', { article_id }), signal, sent) as Promise<{
            like: Like;
          }>; // by the contract
        },
        watchArticles: (watch = {}) => watchArticles(read, watch),
      };
    },
  };
}

/** The methods and their types come from the same rows of the contract. */
function operations<Operations>(routes: Record<string, Route>, read: Read): Operations {
  const methods = Object.entries(routes).map(([name, route]) => [name, operation(route, read)]);
  return Object.fromEntries(methods) as Operations; // see above
}

function operation(route: Route, read: Read) {
  return (parameters: Parameters = {}, options: CallOptions = {}) =>
    route.paging
      ? walk(read, route, parameters, options)
      : read(addressOf(route.path, parameters), options.signal ?? undefined);
}
