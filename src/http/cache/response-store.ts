/** Kept answers by their places and by raw addresses, within a budget of bytes. */
import { type CachedResponse, isCurrent } from './cached-response.ts';

export interface ResponseStore {
  /** By an address exactly as it was sent before; the answer may be of the past. */
  byUrl(url: string): CachedResponse | undefined;
  /** By its place, when it holds. */
  byKey(key: string): CachedResponse | undefined;
  put(answer: CachedResponse): void;
  /** Lets a raw address lead to an answer, so that it need not be read again. */
  alias(url: string, answer: CachedResponse): void;
  grow(answer: CachedResponse, bytes: number): void;
  size(): { answers: number; bytes: number };
}

/** A cache buster makes any number of addresses for one answer: the latest few are remembered. */
const MOST_URLS = 8;
/** No answer takes more than this part of the budget. */
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

  /** From the oldest on; what was asked for since the last time gets another round, which makes room for it anew. */
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
      if (!answer || isCurrent(answer)) return answer;
      drop(answer);
      return undefined;
    },
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
