/** What the address of the library says: words, filters, and the open item. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export const KINDS = ['image', 'video', 'audio', 'document'] as const;
export const USES = ['used', 'unused'] as const;

export interface MediaSearch {
  q?: string | undefined;
  type?: (typeof KINDS)[number] | undefined;
  use?: (typeof USES)[number] | undefined;
  /** The name of an uploader as the API has it, such as `person:3`; `me` for the signed-in person. */
  by?: string | undefined;
  item?: number | undefined;
}

const LONGEST = 200;

/** Anything else in the address is dropped. */
export function parseSearch(query: string): MediaSearch {
  const given = new URLSearchParams(query);
  const item = given.get('item') ?? '';
  const by = given.get('by') ?? '';
  return withoutGaps({
    q: given.get('q')?.slice(0, LONGEST),
    type: KINDS.find((kind) => kind === given.get('type')),
    use: USES.find((use) => use === given.get('use')),
    by: /^[a-z][a-z ]{1,30}(:\d{1,15})?$/.test(by) ? by : undefined,
    item: /^[1-9]\d{0,14}$/.test(item) ? Number(item) : undefined,
  });
}

/** Empty, or with its question mark. */
export function searchText(search: MediaSearch): string {
  const given = Object.entries(withoutGaps(search)).map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function withoutGaps(search: MediaSearch): MediaSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

export function hasFilters({ q, type, use, by }: MediaSearch): boolean {
  return [q, type, use, by].some((value) => value !== undefined);
}

/** Those behind the button of a phone; the search text has a field of its own. */
export function filterCount({ type, use, by }: MediaSearch): number {
  return [type, use, by].filter((value) => value !== undefined).length;
}

export const NO_FILTERS: MediaSearch = { q: undefined, type: undefined, use: undefined, by: undefined };

/** The parameters of the API. */
export function parametersOf({ q, type, use, by }: MediaSearch, me: string) {
  return { q, type, created_by: by === 'me' ? me : by, unused: use && use === 'unused' };
}

export type ChangeSearch = (change: Partial<MediaSearch>, options?: { replace?: boolean }) => void;

export function useMediaSearch(): [MediaSearch, ChangeSearch] {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const search = useMemo(() => parseSearch(query), [query]);
  const change: ChangeSearch = useCallback(
    (fields, options) => navigate(path + searchText({ ...search, ...fields }), options),
    [navigate, path, search],
  );
  return [search, change];
}
