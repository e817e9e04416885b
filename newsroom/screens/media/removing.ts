/** Deletes items one by one: those that something uses are refused by the service, and reported. */
import { useQueryClient } from '@tanstack/react-query';
import { MastheadError, type MediaItem } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSite } from '../../shell/context.ts';

export interface Removal {
  item: MediaItem;
  /** Why it was not deleted; null when it was. */
  failure: Error | null;
}

export function useRemoving(): (items: readonly MediaItem[]) => Promise<Removal[]> {
  const { manage } = useApi();
  const { id: siteId } = useSite();
  const queries = useQueryClient();
  return async (items) => {
    const results: Removal[] = [];
    try {
      for (const item of items) {
        const failure = await manage.media.remove(siteId, item.id).then(
          () => null,
          (error: Error) => (isGone(error) ? null : error),
        );
        results.push({ item, failure });
      }
    } finally {
      await queries.invalidateQueries({ queryKey: ['media', siteId] });
    }
    return results;
  };
}

/** Deleted by someone else meanwhile. */
const isGone = (error: Error) => error instanceof MastheadError && error.status === 404;

export const isUsed = (error: Error | null) => error instanceof MastheadError && error.status === 409;
