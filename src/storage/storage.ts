/** Storage for the bytes of media: objects under keys such as `blobs/ab/abcd…`, on disk or in an S3 bucket. */
import type { Readable } from 'node:stream';

/** Where raw messages are; their rows are `inbound_message`. */
export const MAIL_FOLDER = 'mail/';

/** Both ends included. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface StoredObject {
  key: string;
  size: number;
  modified: Date;
}

export interface Storage {
  /** Stores a file atomically. The file may be moved. */
  put(key: string, file: string): Promise<void>;
  /** Null when there is no such object. */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  stat(key: string): Promise<StoredObject | null>;
  /** In no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** A missing object counts as deleted. */
  delete(key: string): Promise<void>;
  /** The path of an object that is a local file; null elsewhere. */
  localPath(key: string): string | null;
}

/** Reads from the first storage, or else the second, from which objects are being moved. Writes go to the first. */
export function withFallback(first: Storage, second: Storage): Storage {
  return {
    put: first.put,
    get: async (key, range) => (await first.get(key, range)) ?? second.get(key, range),
    stat: async (key) => (await first.stat(key)) ?? second.stat(key),
    async *list(prefix) {
      const seen = new Set<string>();
      for await (const object of first.list(prefix)) {
        seen.add(object.key);
        yield object;
      }
      for await (const object of second.list(prefix)) if (!seen.has(object.key)) yield object;
    },
    async delete(key) {
      await first.delete(key);
      await second.delete(key);
    },
    localPath: () => null,
  };
}
