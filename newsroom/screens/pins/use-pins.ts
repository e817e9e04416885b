/** The pins of the front page or of a section: the stored pins, the pins on the screen, and one save. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConflictError, type ManagedArticle, type Pin } from '../../../src/sdk/client.ts';
import { type Api, useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useSite } from '../../shell/context.ts';
import { isSame } from './flow.ts';

export const FIELDS = [
  'id',
  'uid',
  'title',
  'state',
  'section_id',
  'cover_url',
  'published_at',
] as const satisfies readonly (keyof ManagedArticle)[];
export type PinArticle = Pick<ManagedArticle, (typeof FIELDS)[number]>;

/** As many as a front page may show. */
const SHOWN = 60;

export interface StoredPins {
  pins: Pin[];
  etag: string | null;
  articles: PinArticle[];
}

export function useStoredPins(sectionId: number | undefined) {
  const { manage } = useApi();
  const site = useSite();
  return useQuery({
    queryKey: ['pins', site.id, sectionId ?? null],
    queryFn: () => readPins(manage, site.id, sectionId),
    // Read once: a later answer must not move items under the pointer.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

async function readPins(manage: Api['manage'], siteId: number, section_id: number | undefined): Promise<StoredPins> {
  const [{ pins, etag }, { articles }] = await Promise.all([
    manage.pins.list(siteId, { section_id }),
    manage.articles.list(siteId, { state: 'published', sort: 'published', section_id, count: SHOWN, fields: FIELDS }),
  ]);
  const known = new Set(articles.map(({ uid }) => uid));
  const older = pins
    .filter(({ uid }) => !known.has(uid))
    .map(({ uid }) => manage.articles.read(siteId, uid, { fields: FIELDS }));
  return { pins, etag, articles: [...articles, ...(await Promise.all(older)).map(({ article }) => article)] };
}

export interface Pins {
  pins: readonly Pin[];
  articles: readonly PinArticle[];
  change(pins: readonly Pin[], added?: PinArticle): void;
  isDirty: boolean;
  isSaving: boolean;
  isStale: boolean;
  failure: string | null;
  save(isOver?: boolean): void;
  reset(): void;
}

export function usePins(stored: StoredPins, sectionId: number | undefined, onSaved: () => void): Pins {
  const said = useSaid();
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const [base, setBase] = useState({ pins: stored.pins, etag: stored.etag });
  const [pins, setPins] = useState<readonly Pin[]>(stored.pins);
  const [articles, setArticles] = useState<readonly PinArticle[]>(stored.articles);
  const save = useMutation({
    mutationFn: async (isOver: boolean) => {
      const options = { section_id: sectionId };
      const etag = isOver ? (await manage.pins.list(site.id, options)).etag : base.etag;
      return manage.pins.set(site.id, { pins: [...pins] }, { ...options, ifMatch: etag });
    },
    onSuccess: (saved) => {
      setBase({ pins: saved.pins, etag: saved.etag });
      setPins(saved.pins);
      void queries.invalidateQueries({ queryKey: ['articles', site.id] });
      onSaved();
    },
  });
  const isConflict = save.error instanceof ConflictError;
  const change = (next: readonly Pin[], added?: PinArticle) => {
    save.reset();
    if (added && !articles.some(({ uid }) => uid === added.uid)) setArticles([...articles, added]);
    setPins(next);
  };
  return {
    pins,
    articles,
    change,
    isDirty: !isSame(pins, base.pins),
    isSaving: save.isPending,
    isStale: isConflict,
    failure: save.error && !isConflict ? said.error(save.error) : null,
    save: (isOver = false) => save.mutate(isOver),
    reset: () => change(base.pins),
  };
}
