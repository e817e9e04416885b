/**
 * All entries or users in pages by cursor. Between two pages no connection and no snapshot stays open, however slow the client
 * is. Rows that do not change meanwhile appear exactly once.
 */
import type { Network } from '../../contract/analytics.ts';
import type { PageCursor } from '../../core/analytics-pages.ts';
import type { Range } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type ListedUser, userPage } from '../campaign-users/queries.ts';
import { entryPage, type ListedEntry } from '../entries/queries.ts';
import { placeOf } from '../rollups/pages.ts';

interface ExportRequest {
  campaignId: number;
  networks: readonly Network[];
  range: Range;
}

const PAGE_SIZE = 1_000;

/** Oldest first. */
export function entryPages(db: Db | Tx, asked: ExportRequest): AsyncIterable<ListedEntry[]> {
  return pagesOf((after) => entryPage(db, { ...asked, ...PAGE, sort: 'published_at', reverse: true, after }));
}

/** Sorted by the id of the network. */
export function userPages(db: Db | Tx, asked: ExportRequest): AsyncIterable<ListedUser[]> {
  return pagesOf((after) => userPage(db, { ...asked, ...PAGE, sort: 'user_id', reverse: false, after }));
}

const PAGE = { offset: 0, limit: PAGE_SIZE };

async function* pagesOf<Row extends ListedEntry | ListedUser>(
  read: (after: PageCursor | null) => Promise<Row[]>,
): AsyncIterable<Row[]> {
  for (let after: PageCursor | null = null; ; ) {
    const rows: Row[] = await read(after);
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < PAGE_SIZE) return;
    after = placeOf(last);
  }
}
