/** Indexes imported articles for search while the next batches are written: large batches cost less per article. */
import type { Db } from '../db/connect.ts';
import { indexFreshArticles } from '../features/publication/search-index.ts';

/** Indexing starts at this many articles, concurrently with writing. */
const FIRST_AT = 1_000;
const AT_ONCE = { articles: 4_000 };

export interface SearchIndexing {
  /** Reports how many articles were committed since the last call. */
  add(articles: number): void;
  /** Ends when everything that was committed is in the index. */
  finish(): Promise<void>;
}

export function indexAlongside(db: Db): SearchIndexing {
  let waiting = 0;
  let underWay: Promise<unknown> | null = null;

  async function indexAll() {
    while ((await indexFreshArticles(db, AT_ONCE)) > 0);
  }

  return {
    add(articles) {
      waiting += articles;
      if (waiting < FIRST_AT || underWay) return;
      waiting = 0;
      underWay = indexFreshArticles(db, AT_ONCE)
        // An error here also fails the rest of the import, or is thrown at its end.
        .catch(() => {})
        .finally(() => {
          underWay = null;
        });
    },
    async finish() {
      await underWay;
      await indexAll();
    },
  };
}
