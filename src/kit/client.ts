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
  type Article,
  analyticsRoutes,
  type SiteOperations,
  siteRoutes,
} from './client/wire.generated.ts';

export { MastheadError, type Problem } from './client/error.ts';
export type { CallOptions } from './client/route.ts';
export type { Walk } from './client/walk.ts';
export type { WatchOptions } from './client/watch.ts';
export type * from './client/wire.generated.ts';

export interface ClientOptions extends TransportOptions {
  /** Address of the service, such as `https://content.example.com`. */
  url: string;
  /** Address of the analytics API, where it differs. */
  analyticsUrl?: string | undefined;
}

export interface Client extends AnalyticsOperations {
  /** What can be read of the site with this id. */
  site(id: number): SiteClient;
}

export interface SiteClient extends SiteOperations {
  /**
   * Every article that is published for the first time, once and in order, as long as the loop runs. An article that
   * returns after it was unpublished keeps its id and is not given again: the change feed has those.
   */
  watchArticles<Field extends keyof Article = keyof Article>(
    options?: WatchOptions<Field>,
  ): AsyncIterable<Pick<Article, Field | 'id'>>;
}

export function createClient({ url, analyticsUrl = url, ...options }: ClientOptions): Client {
  const ask = createTransport(options);
  const reader =
    (base: string): Read =>
    (address, signal) =>
      ask(base, address, signal);
  const [content, analytics] = [url, analyticsUrl].map((base) => base.replace(/\/+$/, ''));
  return {
    ...operations<AnalyticsOperations>(analyticsRoutes, reader(analytics ?? '')),
    site(id) {
      const read = reader(content + addressOf('/v1/sites/:id', { id }));
      return {
        ...operations<SiteOperations>(siteRoutes, read),
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
