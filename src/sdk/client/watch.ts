/** Polls for new articles: each is given once, in the order of publication. */
import { MastheadError } from './error.ts';
import type { Read } from './paged-result.ts';
import { addressOf, withQueryOf } from './route.ts';
import { pause, waitAfter } from './waiting.ts';
import { type Article, siteRoutes } from './wire.generated.ts';

export interface WatchOptions<Field extends keyof Article = keyof Article> {
  /** Start after this article: the id of the last one that was processed. Without it the watch starts with the next one. */
  since_id?: number | undefined;
  /** Only articles of this section. */
  section_id?: number | undefined;
  /** Only articles having one or more of the tags, or all of them. */
  tags?: readonly string[] | undefined;
  tag_filter_type?: 'any' | 'all' | undefined;
  /** Articles contain only these fields, and their `id`. */
  fields?: readonly Field[] | undefined;
  /** Articles per request; default 100. If more are new, further requests follow. */
  count?: number | undefined;
  /** Milliseconds between two requests; default 10,000. */
  interval?: number | undefined;
  /** Ends the watch; the loop then ends without an error. */
  signal?: AbortSignal | undefined;
  /** Called with each temporary failure, and how many milliseconds until the next attempt. */
  onError?: ((error: MastheadError, wait: number) => void) | undefined;
}

interface Answer {
  articles: Article[];
  pagination: { older: string | null };
}

const INTERVAL = 10_000;
const PAGE_SIZE = 100;
const LONGEST_WAIT = 60_000;

/**
 * Ids grow in the order in which articles are first published, so articles with a higher id than the last are all
 * that is new. Each poll reads down to that id before it yields, because the service lists the newest first.
 */
export async function* watchArticles(read: Read, options: WatchOptions): AsyncGenerator<Article> {
  const { interval = INTERVAL, signal } = options;
  try {
    let since = options.since_id ?? (await newestId(read, options));
    for (;;) {
      for (const article of (await newerThan(since, read, options)).reverse()) {
        signal?.throwIfAborted();
        since = article.id;
        yield article;
      }
      await pause(interval, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** With `since_id` pins are ignored: the first of the list is the newest. */
async function newestId(read: Read, options: WatchOptions): Promise<number> {
  const answer = await persistently(read, listAddress(options, { since_id: 0, count: 1, fields: 'id' }), options);
  return answer.articles[0]?.id ?? 0;
}

async function newerThan(since: number, read: Read, options: WatchOptions): Promise<Article[]> {
  const articles: Article[] = [];
  let address: string | null = listAddress(options, { since_id: since, count: options.count ?? PAGE_SIZE });
  while (address !== null) {
    const answer: Answer = await persistently(read, address, options);
    articles.push(...answer.articles);
    const { older } = answer.pagination;
    address = older && withQueryOf(older, address);
  }
  return articles;
}

function listAddress(options: WatchOptions, bounds: Record<string, unknown>): string {
  const { section_id, tags, tag_filter_type, fields } = options;
  const { path } = section_id === undefined ? siteRoutes.listArticles : siteRoutes.listSectionArticles;
  const shown = fields && [...new Set(['id', ...fields])];
  return addressOf(path, { section_id, tags, tag_filter_type, fields: shown, ...bounds });
}

/** Temporary failures are retried without limit; others are thrown. */
async function persistently(read: Read, address: string, { signal, onError }: WatchOptions): Promise<Answer> {
  for (let failures = 1; ; failures++) {
    try {
      return (await read(address, signal)) as Answer; // the answer of an article list
    } catch (error) {
      if (!(error instanceof MastheadError) || !error.isTemporary) throw error;
      const wait = Math.min(LONGEST_WAIT, waitAfter(error, failures));
      onError?.(error, wait);
      await pause(wait, signal);
    }
  }
}
