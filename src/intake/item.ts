/**
 * Takes an item. One transaction has the keys, the article, its event for receivers, the state in the ledger and the completion, so
 * that an item is taken once. The ledger is the record: the audit log has no entries for items that nobody decided about.
 */
import { RequestError } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type ItemRow, type SourceRow, sourceIfAny } from '../features/sources/queries.ts';
import { type Job, type JobHandler, onJob } from '../jobs/kinds.ts';
import { itemOf, lockedItem, refuse } from './item-row.ts';
import { type ItemKey, itemTaking } from './ledger.ts';
import { offeredItem, reasonOf, take } from './taking.ts';

const CONCURRENCY = 2;

export const takeItems: JobHandler = onJob(
  itemTaking,
  async ({ db, jobs, complete }) => {
    for (const job of jobs) await takeOnce(db, job, (tx) => complete(tx, [job]));
  },
  { batch: 1, concurrency: CONCURRENCY },
);

type Completion = (tx: Tx) => Promise<void>;

/** What commands refuse, another try would not change. */
async function takeOnce(db: Db, { payload }: Job<ItemKey>, complete: Completion): Promise<void> {
  try {
    const offered = await offeredItem(await itemOf(db, payload));
    await transaction(db, async (tx) => {
      const item = await lockedItem(tx, payload);
      const source = await sourceIfAny(tx, payload.site_id, payload.source_id);
      if (item?.raw && source && offered && !isHeldBack(source, item)) {
        if (!item.content_hash.equals(offered.hash)) throw new Error('The item was changed meanwhile.');
        await take(tx, source, item, offered);
      }
      await complete(tx);
    });
  } catch (error) {
    if (!(error instanceof RequestError) || error.status >= 500) throw error;
    await transaction(db, async (tx) => {
      const item = await lockedItem(tx, payload);
      if (item?.state === 'new') await refuse(tx, item, reasonOf(error));
      await complete(tx);
    });
  }
}

/** A person who pauses a source stops what it brings; `takeWaiting` goes on. A feed that is gone brings its last items. */
function isHeldBack({ active, pause_reason }: SourceRow, { state }: ItemRow): boolean {
  return !active && pause_reason !== 'gone' && state === 'new';
}
