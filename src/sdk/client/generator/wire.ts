/**
 * Generates the client's types, with their descriptions, and its routes from the rows of the contract.
 * The types are plain, so that users of the client need no TypeBox. A test fails when wire.generated.ts differs from this.
 */
import { managementMethods, namedMethods } from './methods.ts';
import { type Rows, routeTable } from './routes.ts';
import type { Declarations } from './schema-types.ts';

const HEADER = `// Made by \`npm run client-types\` from src/contract; do not edit.
import type { RouteTable } from './operations.ts';
import type { PagedResult } from './paged-result.ts';
import type { CallOptions, ChangeOptions, Lines, PostOptions, Saved, Tagged, VisitorOptions } from './route.ts';
`;

export interface Apis {
  contentApi: Rows;
  analyticsApi: Rows;
  manageApi: Rows;
}

export function wireTypes({ contentApi, analyticsApi, manageApi: all }: Apis): string {
  const declared: Declarations = new Map();
  // The client has a method of its own for events.
  const { live: _, ...manageApi } = all;
  const operations = [
    namedMethods('SiteOperations', 'The content API of one site.', contentApi, declared),
    namedMethods('AnalyticsOperations', 'The analytics API.', analyticsApi, declared),
    managementMethods('ManagementOperations', 'The management API.', manageApi, declared),
  ];
  const tables = [
    routeTable('siteRoutes', contentApi),
    routeTable('analyticsRoutes', analyticsApi),
    routeTable('manageRoutes', manageApi),
  ];
  return [HEADER, ...declared.values(), ...operations, ...tables].join('\n');
}
