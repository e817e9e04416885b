/** What describes an item: saved a moment after the last change, and when the panel is closed. Only changed fields are sent. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConflictError, type MediaItem } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useSite } from '../../shell/context.ts';
import { useMediaWords } from './words.ts';

export interface OpenItem {
  item: MediaItem;
  etag: string | null;
}

export type Draft = Pick<MediaItem, 'title' | 'alt_text' | 'credit' | 'caption' | 'focal_x' | 'focal_y'>;

/** A pause after the last change. */
const REST_MS = 800;

interface SaveState {
  word: 'saved' | 'saving' | 'unsaved' | null;
  problem?: string | undefined;
}

export function useDescription(open: OpenItem) {
  const { manage } = useApi();
  const { id: siteId } = useSite();
  const queries = useQueryClient();
  const { detail: words } = useMediaWords();
  const said = useSaid();
  const [changes, setChanges] = useState<Partial<Draft>>({});
  const [state, setState] = useState<SaveState>({ word: null });
  const latest = useRef({ open, changes, isSaving: false });
  latest.current.open = open;
  const change = (next: Partial<Draft>) => {
    latest.current.changes = next;
    setChanges(next);
  };

  const save = async () => {
    const { changes: sent, isSaving, open: known } = latest.current;
    if (isSaving || Object.keys(sent).length === 0) return;
    latest.current.isSaving = true;
    setState({ word: 'saving' });
    const key = ['media', siteId, 'item', known.item.id];
    try {
      const answer = await manage.media.change(siteId, known.item.id, empty(sent), {
        ifMatch: known.etag ?? undefined,
      });
      latest.current.open = { item: answer.media_item, etag: answer.etag };
      queries.setQueryData(key, latest.current.open);
      change(without(latest.current.changes, sent));
      setState({ word: 'saved' });
      void queries.invalidateQueries({ queryKey: ['media', siteId, 'list'] });
    } catch (error) {
      if (error instanceof ConflictError) {
        change({});
        setState({ word: 'unsaved', problem: words.conflict });
        await queries.invalidateQueries({ queryKey: key });
      } else setState({ word: 'unsaved', problem: error instanceof Error ? said.error(error) : String(error) });
    } finally {
      latest.current.isSaving = false;
    }
  };
  const saving = useRef(save);
  saving.current = save;

  useEffect(() => {
    if (Object.keys(changes).length === 0) return;
    const timer = window.setTimeout(() => void saving.current(), REST_MS);
    return () => window.clearTimeout(timer);
  }, [changes]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (Object.keys(latest.current.changes).length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      void saving.current();
    };
  }, []);

  const set = (fields: Partial<Draft>) => {
    setState({ word: 'unsaved' });
    change({ ...latest.current.changes, ...fields });
  };
  return { draft: { ...open.item, ...changes }, set, state };
}

/** An emptied text is none. */
function empty(fields: Partial<Draft>): Partial<Draft> {
  const { alt_text, credit } = fields;
  return {
    ...fields,
    ...(alt_text !== undefined ? { alt_text: alt_text || null } : {}),
    ...(credit !== undefined ? { credit: credit || null } : {}),
  };
}

/** What was changed again while it was sent stays. */
function without(changes: Partial<Draft>, sent: Partial<Draft>): Partial<Draft> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => sent[name as keyof Draft] !== value), // its own names
  );
}
