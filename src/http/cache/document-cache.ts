/** Published articles, packed, so that a list rebuilt after a write reads only the articles that the write changed. */
import { LRUCache } from 'lru-cache';
import type { Packed } from '../../core/packed.ts';
import type { Documents } from '../../features/handler.ts';

/** Overhead of an entry: its key and the cache's own structures. */
const OVERHEAD = 300;

export interface DocumentCache extends Documents {
  size(): { documents: number; document_bytes: number };
}

export function createDocumentCache(budget: number): DocumentCache {
  const documents = new LRUCache<string, Packed>({
    maxSize: budget,
    sizeCalculation: ({ blocks }) => blocks.length + OVERHEAD,
  });
  const keyOf = (siteId: number, { id, hash }: { id: number; hash: string }) => `${siteId}:${id}:${hash}`;
  return {
    get: (siteId, document) => documents.get(keyOf(siteId, document)),
    put: (siteId, document) => void documents.set(keyOf(siteId, document), document.doc),
    size: () => ({ documents: documents.size, document_bytes: documents.calculatedSize }),
  };
}
