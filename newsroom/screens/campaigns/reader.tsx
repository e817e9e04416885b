/** Who reads the figures of which campaign: a signed-in person, or someone with a link. */
import { createContext, useContext } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Analytics } from '../../api/api.ts';
import { type DashboardSearch, parseSearch, searchText } from './search.ts';

export interface Reader {
  analytics: Analytics;
  campaignId: number;
  /** The address of the dashboard in the app. */
  address: string;
  /** Unless the address names another one. */
  timeZone: string;
  /** Null for someone with a link, who can open nothing else. */
  siteId: number | null;
}

const ReaderContext = createContext<Reader | null>(null);
export const ReaderProvider = ReaderContext.Provider;

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('ReaderProvider is missing.');
  return reader;
}

export type ChangeSearch = (fields: DashboardSearch) => void;

export function useDashboardSearch(): [DashboardSearch, ChangeSearch] {
  const [, navigate] = useLocation();
  const query = useSearch();
  const { address } = useReader();
  const search = parseSearch(query);
  return [search, (fields) => navigate(address + searchText({ ...search, ...fields }), { replace: true })];
}
