/** What a picture shows is asked for once: words that are written in an article belong to the picture in the library too, if it has none. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MediaItem } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useSite } from '../shell/context.ts';

export interface Describing {
  /** A picture that was just chosen or uploaded. */
  remember(item: MediaItem): void;
  /** Its words are written. */
  describe(path: string, alt: string): void;
}

export function useDescribing(): Describing {
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const silent = useRef(new Map<string, number>());
  return {
    remember({ path, id, alt_text }) {
      if (!alt_text) silent.current.set(path, id);
    },
    describe(path, alt) {
      const id = silent.current.get(path);
      const alt_text = alt.trim();
      if (id === undefined || alt_text === '') return;
      silent.current.delete(path);
      // An author may not change what others uploaded: then the words are the article's alone.
      void manage.media.change(site.id, id, { alt_text }).then(
        () => queries.invalidateQueries({ queryKey: ['media', site.id] }),
        () => undefined,
      );
    },
  };
}
