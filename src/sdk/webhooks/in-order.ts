/**
 * One notification of an article at a time, and never an older one after a newer one. Two notifications of an article may
 * arrive within milliseconds of each other; without this a receiver easily makes the article twice.
 */
import type { Notification } from './notification.ts';

/** Stores the newest handled version of each article: in memory, or in your own store that survives restarts. */
export interface KeptVersions {
  get(articleId: number): Promise<number | undefined> | number | undefined;
  set(articleId: number, version: number): Promise<void> | void;
}

export type Outcome = 'handled' | 'older';

const MOST_KEPT = 10_000;

export function inOrder(
  handle: (notification: Notification) => Promise<void> | void,
  versions: KeptVersions = versionsInMemory(MOST_KEPT),
): (notification: Notification) => Promise<Outcome> {
  const last = new Map<number, Promise<unknown>>();
  return (notification) => {
    const { id } = notification.article;
    const turn = (last.get(id) ?? Promise.resolve()).then(() => handleNext(notification));
    // The next one waits for the end of this one, also after an error.
    const ended = turn
      .catch(() => {})
      .then(() => {
        if (last.get(id) === ended) last.delete(id);
      });
    last.set(id, ended);
    return turn;
  };

  async function handleNext(notification: Notification): Promise<Outcome> {
    const { article, version } = notification;
    const newest = version === null ? undefined : await versions.get(article.id);
    // The same version again is a repeat of an attempt that may have failed half-way: it is handled.
    if (version !== null && newest !== undefined && version < newest) return 'older';
    await handle(notification);
    if (version !== null) await versions.set(article.id, version);
    return 'handled';
  }
}

function versionsInMemory(most: number): KeptVersions {
  const kept = new Map<number, number>();
  return {
    get: (id) => kept.get(id),
    set: (id, version) => {
      kept.delete(id);
      kept.set(id, version);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
