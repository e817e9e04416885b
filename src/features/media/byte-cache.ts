/** Small pictures in memory, within a budget of bytes; what was not asked for the longest goes first. */

/** What a picture costs beside its bytes. */
const OVERHEAD = 300;
const LARGEST = 256 * 1024;

export interface ByteCache {
  get(key: string): Buffer | undefined;
  put(key: string, bytes: Buffer): void;
}

export function createByteCache(budget: number): ByteCache {
  const cached = new Map<string, Buffer>();
  let size = 0;
  return {
    get(key) {
      const found = cached.get(key);
      if (!found) return undefined;
      cached.delete(key);
      cached.set(key, found);
      return found;
    },
    put(key, bytes) {
      if (bytes.length > LARGEST || cached.has(key)) return;
      cached.set(key, bytes);
      size += bytes.length + OVERHEAD;
      for (const [name, old] of cached) {
        if (size <= budget) return;
        cached.delete(name);
        size -= old.length + OVERHEAD;
      }
    },
  };
}
