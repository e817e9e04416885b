/** The bytes of articles, so that a list that is made anew after a write reads only what the write has changed. */
import type { Documents } from '../../features/handler.ts';

/** What a document costs beside its bytes: its name and its place in the table. */
const OVERHEAD = 300;

export interface DocumentCache extends Documents {
  size(): { documents: number; document_bytes: number };
}

/** Within a budget of bytes; what was not asked for the longest goes first. */
export function createDocumentCache(budget: number): DocumentCache {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const nameOf = (siteId: number, { id, hash }: { id: number; hash: string }) => `${siteId}:${id}:${hash}`;

  function makeRoom() {
    for (const [name, document] of kept) {
      if (bytes <= budget) return;
      kept.delete(name);
      bytes -= document.length + OVERHEAD;
    }
  }

  return {
    get(siteId, document) {
      const name = nameOf(siteId, document);
      const found = kept.get(name);
      if (!found) return undefined;
      kept.delete(name);
      kept.set(name, found);
      return found;
    },
    put(siteId, document) {
      const name = nameOf(siteId, document);
      const made = Buffer.from(document.doc);
      if (!kept.has(name)) {
        kept.set(name, made);
        bytes += made.length + OVERHEAD;
        makeRoom();
      }
      return made;
    },
    size: () => ({ documents: kept.size, document_bytes: bytes }),
  };
}
