/** The caches of a process: one memory budget (`CACHE_BYTES`), split between the four. */
import { type ByteCache, createByteCache } from '../../features/media/byte-cache.ts';
import { createRollupCache, type RollupCache } from '../../features/rollups/rollup-cache.ts';
import { createDocumentCache, type DocumentCache } from './document-cache.ts';
import { createResponseStore, type ResponseStore } from './response-store.ts';

/** Their data is of one database: a process with two databases needs two of these. */
export interface Caches {
  /** Null without a budget. */
  responses: ResponseStore | null;
  documents: DocumentCache | null;
  rollups: RollupCache;
  /** Small pictures. */
  thumbs: ByteCache;
}

const RESPONSES_SHARE = 3 / 8;
const DOCUMENTS_SHARE = 1 / 8;
const THUMBS_SHARE = 1 / 8;

export function createCaches(budget: number): Caches {
  const responses = Math.floor(budget * RESPONSES_SHARE);
  const documents = Math.floor(budget * DOCUMENTS_SHARE);
  const thumbs = Math.floor(budget * THUMBS_SHARE);
  return {
    responses: responses > 0 ? createResponseStore(responses) : null,
    documents: documents > 0 ? createDocumentCache(documents) : null,
    rollups: createRollupCache(budget - responses - documents - thumbs),
    thumbs: createByteCache(thumbs),
  };
}
