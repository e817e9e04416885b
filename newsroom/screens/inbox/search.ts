/** The open article, the filters and the order in the address of the inbox. */
import { useCallback, useMemo } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import type { PendingArticle } from '../../../src/sdk/client.ts';
import { inboxAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';

/** States of the ledger that are lists of their own; without a state, what waits is shown. */
export const LEDGER_STATES = ['published', 'rejected', 'duplicate', 'skipped', 'gone'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];
export const PENDING_KINDS = [
  'feed',
  'guest_api',
  'upload_form',
  'email',
  'media_tracker',
  'newsroom',
] as const satisfies (NonNullable<PendingArticle['source']>['kind'] | 'newsroom')[];
export type PendingKind = (typeof PENDING_KINDS)[number];

export interface InboxSearch {
  state?: LedgerState | undefined;
  kind?: PendingKind | undefined;
  source?: number | undefined;
  q?: string | undefined;
  sort?: 'newest' | undefined;
}

const LONGEST = 200;

/** Unknown parameters are dropped. */
export function parseSearch(query: string): InboxSearch {
  const given = new URLSearchParams(query);
  const source = given.get('source') ?? '';
  return withoutGaps({
    state: LEDGER_STATES.find((state) => state === given.get('state')),
    kind: PENDING_KINDS.find((kind) => kind === given.get('kind')),
    source: /^[1-9]\d{0,15}$/.test(source) ? Number(source) : undefined,
    q: given.get('q')?.slice(0, LONGEST) || undefined,
    sort: given.get('sort') === 'newest' ? 'newest' : undefined,
  });
}

/** Empty, or with its question mark. */
export function searchText(search: InboxSearch): string {
  const given = Object.entries(withoutGaps(search)).map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function withoutGaps(search: InboxSearch): InboxSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

export function hasFilters({ kind, source, q }: InboxSearch): boolean {
  return kind !== undefined || source !== undefined || q !== undefined;
}

export type ChangeSearch = (change: Partial<InboxSearch>, options?: { replace?: boolean }) => void;

export interface InboxPlace {
  search: InboxSearch;
  /** The article that is open. */
  uid: string | undefined;
  change: ChangeSearch;
  /** Opens an article, or the queue. The filters stay. */
  open(uid: string | undefined, options?: { replace?: boolean }): void;
}

export function useInboxPlace(): InboxPlace {
  const query = useSearch();
  const site = useSite();
  const [, navigate] = useLocation();
  const [, params] = useRoute('/sites/:siteId/inbox/:uid?');
  const search = useMemo(() => parseSearch(query), [query]);
  const change: ChangeSearch = useCallback(
    (fields, options) => navigate(inboxAddress(site.id) + searchText({ ...search, ...fields }), options),
    [navigate, site.id, search],
  );
  const open = useCallback(
    (uid: string | undefined, options?: { replace?: boolean }) =>
      navigate(inboxAddress(site.id, uid) + searchText(search), options),
    [navigate, site.id, search],
  );
  return { search, uid: params?.uid, change, open };
}
