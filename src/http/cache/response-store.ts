/**
 * Cached responses by key and by raw address, within a byte budget. Not lru-cache: a response grows after it is stored, has
 * several addresses, and is dropped first if it is stale; used ones survive one sweep, so a scan cannot evict everything.
 */
import { type CachedResponse, isCurrent } from './cached-response.ts';

export interface ResponseStore {
  /** By an address exactly as sent; the response may be stale. */
  byUrl(url: string): CachedResponse | undefined;
  /** Only if it is current. */
  byKey(key: string): CachedResponse | undefined;
  /** The newest, which may be stale. */
  newest(key: string): CachedResponse | undefined;
  put(answer: CachedResponse): void;
  /** Adds a raw address, so that the next lookup need not parse it. */
  alias(url: string, answer: CachedResponse): void;
  grow(answer: CachedResponse, bytes: number): void;
  size(): { answers: number; bytes: number };
}

/** Cache busters make any number of addresses for one response; only the latest few are stored. */
const MOST_URLS = 8;
/** A response may take at most this fraction of the budget: 1 in … */
const LARGEST_SHARE = 8;

export function createResponseStore(budget: number): ResponseStore {
  const answers = new Map<string, CachedResponse>();
  const urls = new Map<string, CachedResponse>();
  let bytes = 0;

  function drop(answer: CachedResponse) {
    if (answers.get(answer.key) !== answer) return;
    answers.delete(answer.key);
    for (const url of answer.urls) urls.delete(url);
    bytes -= answer.bytes;
  }

  /** Oldest first; a current response that was used since the last sweep moves to the end instead. */
  function makeRoom() {
    for (const answer of answers.values()) {
      if (bytes <= budget) return;
      if (answer.isUsed && isCurrent(answer)) {
        answer.isUsed = false;
        answers.delete(answer.key);
        answers.set(answer.key, answer);
      } else drop(answer);
    }
  }

  function grow(answer: CachedResponse, by: number) {
    if (answers.get(answer.key) !== answer) return;
    answer.bytes += by;
    bytes += by;
    makeRoom();
  }

  return {
    byUrl: (url) => urls.get(url),
    byKey(key) {
      const answer = answers.get(key);
      // A stale one stays until the new one replaces it: the database may become unavailable.
      return answer && isCurrent(answer) ? answer : undefined;
    },
    newest: (key) => answers.get(key),
    put(answer) {
      const before = answers.get(answer.key);
      if (before) drop(before);
      if (answer.bytes > budget / LARGEST_SHARE) return;
      answers.set(answer.key, answer);
      bytes += answer.bytes;
      makeRoom();
    },
    alias(url, answer) {
      if (answers.get(answer.key) !== answer || urls.has(url)) return;
      urls.set(url, answer);
      answer.urls.push(url);
      const oldest = answer.urls.length > MOST_URLS ? answer.urls.shift() : undefined;
      if (oldest !== undefined) urls.delete(oldest);
      grow(answer, 2 * (url.length - (oldest?.length ?? 0)));
    },
    grow,
    size: () => ({ answers: answers.size, bytes }),
  };
}
