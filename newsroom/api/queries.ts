/** Queries that several screens share. Each key begins with its noun, so that a change invalidates all queries of a noun. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ManagedSite, MastheadError, type Me } from '../../src/sdk/client.ts';
import { mayOn } from '../shell/rights.ts';
import { type Api, useApi } from './api.ts';

const MOST = 100;

export function meQuery({ manage, session }: Api) {
  return queryOptions({
    queryKey: ['me'],
    queryFn: async ({ signal }): Promise<Me | null> => {
      try {
        const { person } = await manage.me.read({ signal });
        session.set('signed in');
        return person;
      } catch (error) {
        if (error instanceof MastheadError && error.status === 401 && session.get() === 'unknown') return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

export function useSites(person: Me) {
  const api = useApi();
  return useQuery({
    queryKey: ['sites', person.id],
    queryFn: async (): Promise<ManagedSite[]> => {
      // Analysts may not read sites.
      if (!mayOn(person, 'site', 'read')) return [];
      return all(api.manage.sites.list({ count: MOST }));
    },
    staleTime: 300_000,
  });
}

export function useSections(siteId: number) {
  const { manage } = useApi();
  return useQuery({
    queryKey: ['sections', siteId],
    queryFn: () => all(manage.sections.list(siteId, { count: MOST })),
    staleTime: 60_000,
  });
}

export function useCategories(siteId: number) {
  const { manage } = useApi();
  return useQuery({
    queryKey: ['categories', siteId],
    queryFn: () => all(manage.articleCategories.list(siteId, { count: MOST })),
    staleTime: 60_000,
  });
}

export function useAuthors(siteId: number) {
  const { manage } = useApi();
  return useQuery({
    queryKey: ['authors', siteId],
    queryFn: () => all(manage.authors.list(siteId, { count: MOST })),
    staleTime: 60_000,
  });
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
