/** Small pictures in memory, within a budget of bytes. */
import { LRUCache } from 'lru-cache';

/** Overhead of an entry: its key and the cache's own structures. */
const OVERHEAD = 300;
const LARGEST = 256 * 1024;

export interface ByteCache {
  get(key: string): Buffer | undefined;
  put(key: string, bytes: Buffer): void;
}

/** With a budget of 0 it stores nothing. */
export function createByteCache(budget: number): ByteCache {
  if (budget === 0) return { get: () => undefined, put() {} };
  const pictures = new LRUCache<string, Buffer>({
    maxSize: budget,
    maxEntrySize: Math.min(LARGEST + OVERHEAD, budget),
    sizeCalculation: ({ length }) => length + OVERHEAD,
  });
  return {
    get: (key) => pictures.get(key),
    put: (key, bytes) => void pictures.set(key, bytes),
  };
}
