/** Who reads the figures of which campaign: a signed-in person, or someone with a link; and what the address asks for. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Analytics } from '../../api/api.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { ownZone } from '../../i18n/times.ts';
import { type Formats, formatsFor } from './format.ts';
import { type Days, daysOf, type Range, rangeOf, type Unit, unitFor } from './period.ts';
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

export interface Asked {
  search: DashboardSearch;
  zone: string;
  days: Days | null;
  range: Range;
  unit: Unit;
  /** A whole campaign has nothing before it. */
  compare: 'previous' | 'year' | undefined;
}

export type ChangeSearch = (fields: DashboardSearch) => void;

interface Shared {
  reader: Reader;
  asked: Asked;
  change: ChangeSearch;
  formats: Formats;
}

const SharedContext = createContext<Shared | null>(null);

/** Everything below shares one search and one set of formats: a browser takes longer to make those than to draw a chart. */
export function ReaderProvider({ value: reader, children }: { value: Reader; children: ReactNode }) {
  const [, navigate] = useLocation();
  const query = useSearch();
  const language = useLanguage();
  const search = useMemo(() => parseSearch(query), [query]);
  const asked = askedFor(search, reader.timeZone, new Date());
  const formats = useMemo(() => formatsFor(language, asked.zone, ownZone()), [language, asked.zone]);
  const change: ChangeSearch = (fields) =>
    navigate(reader.address + searchText({ ...search, ...fields }), { replace: true });
  return <SharedContext value={{ reader, asked, change, formats }}>{children}</SharedContext>;
}

function askedFor(search: DashboardSearch, timeZone: string, now: Date): Asked {
  const zone = search.tz ?? timeZone;
  const days = daysOf(search, now, zone);
  return {
    search,
    zone,
    days,
    range: rangeOf(days, zone),
    unit: search.unit ?? unitFor(days),
    compare: days ? search.compare : undefined,
  };
}

function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error('ReaderProvider is missing.');
  return shared;
}

export const useReader = (): Reader => useShared().reader;
export const useAsked = (): Asked => useShared().asked;
/** In the time zone of the address. */
export const useFormats = (): Formats => useShared().formats;

export function useDashboardSearch(): [DashboardSearch, ChangeSearch] {
  const { asked, change } = useShared();
  return [asked.search, change];
}
