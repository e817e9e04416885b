/** The files that are on their way: three at a time, each with its progress, and cancelled or tried again by itself. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { MediaItem } from '../../../src/sdk/client.ts';
import { type Api, useApi } from '../../api/api.ts';
import { useSite } from '../../shell/context.ts';
import { createStore, type Store } from '../../store.ts';
import { problemAfter, problemBefore, sendFile, uploadAddress } from './send.ts';
import { useMediaWords } from './words.ts';
import type { MediaWords } from './words-en.ts';

const AT_ONCE = 3;

export interface Upload {
  key: number;
  name: string;
  /** A file, or the address of one. */
  source: File | string;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** From 0 to 1. */
  part: number;
  problem?: string | undefined;
  item?: MediaItem | undefined;
}

export interface Uploads {
  list: Store<readonly Upload[]>;
  add(sources: readonly (File | string)[]): void;
  cancel(key: number): void;
  retry(key: number): void;
  dismiss(keys: readonly number[]): void;
}

interface Needs {
  manage: Api['manage'];
  siteId: number;
  words: () => MediaWords;
  onDone(item: MediaItem): void;
}

export function createUploads({ manage, siteId, words, onDone }: Needs): Uploads {
  const list = createStore<readonly Upload[]>([]);
  const running = new Map<number, AbortController>();
  let last = 0;
  const change = (key: number, fields: Partial<Upload>) =>
    list.set(list.get().map((one) => (one.key === key ? { ...one, ...fields } : one)));
  const send = async ({ key, source }: Upload) => {
    const stop = new AbortController();
    running.set(key, stop);
    change(key, { state: 'sending', part: 0, problem: undefined });
    try {
      const item =
        typeof source === 'string'
          ? (await manage.media.create(siteId, { url: source }, { signal: stop.signal })).media_item
          : await sendFile({
              method: 'POST',
              address: uploadAddress(siteId),
              file: source,
              signal: stop.signal,
              onProgress: (part) => change(key, { part }),
            });
      change(key, { state: 'done', item });
      onDone(item);
    } catch (error) {
      const file = typeof source === 'string' ? { type: '' } : source;
      if (!stop.signal.aborted) change(key, { state: 'failed', problem: problemAfter(error, file, words()) });
    } finally {
      running.delete(key);
      next();
    }
  };
  const next = () => {
    const waiting = list.get().filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - running.size))) void send(upload);
  };
  return {
    list,
    add(sources) {
      const added = sources.map((source): Upload => {
        const problem = typeof source === 'string' ? null : problemBefore(source, words());
        const name = typeof source === 'string' ? source : source.name;
        const state = problem === null ? 'waiting' : 'failed';
        return { key: ++last, name, source, state, part: 0, problem: problem ?? undefined };
      });
      list.set([...list.get(), ...added]);
      next();
    },
    cancel(key) {
      change(key, { state: 'cancelled' });
      running.get(key)?.abort(new DOMException('Cancelled', 'AbortError'));
      next();
    },
    retry(key) {
      change(key, { state: 'waiting', part: 0, problem: undefined });
      next();
    },
    dismiss(keys) {
      list.set(list.get().filter(({ key }) => !keys.includes(key)));
    },
  };
}

/** Of the open site. Leaving the page while files are on their way asks first. */
export function useUploads(onDone?: (item: MediaItem) => void): Uploads {
  const { manage } = useApi();
  const { id: siteId } = useSite();
  const queries = useQueryClient();
  const latest = useRef({ words: useMediaWords(), onDone });
  latest.current = { words: useMediaWords(), onDone };
  const uploads = useMemo(
    () =>
      createUploads({
        manage,
        siteId,
        words: () => latest.current.words,
        onDone: (item) => {
          void queries.invalidateQueries({ queryKey: ['media', siteId] });
          latest.current.onDone?.(item);
        },
      }),
    [manage, siteId, queries],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (uploads.list.get().some(({ state }) => state === 'waiting' || state === 'sending')) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [uploads]);
  return uploads;
}
