import type { QueryClient } from '@tanstack/react-query';

/** Replaces the uid in the address of an article that is not created yet. */
export const NEW = 'new';

/** All lists, but neither open articles nor the one being created: that would create it twice. */
export function refreshLists(queries: QueryClient, siteId: number): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'open' && queryKey[2] !== NEW;
  return queries.invalidateQueries({ queryKey: ['articles', siteId], predicate });
}
