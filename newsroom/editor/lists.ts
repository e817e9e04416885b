import type { QueryClient } from '@tanstack/react-query';

/** In the address, in place of the uid of an article that is being made. */
export const NEW = 'new';

/** All lists; not an article that is open, and not the one that is being made, which would be made twice. */
export function refreshLists(queries: QueryClient, siteId: number): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'open' && queryKey[2] !== NEW;
  return queries.invalidateQueries({ queryKey: ['articles', siteId], predicate });
}
