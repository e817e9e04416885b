/** What was a duplicate of an item that its sender or source withdrew is taken by itself. */
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { ItemRow } from '../features/sources/queries.ts';
import { enqueueMany } from '../jobs/enqueue.ts';
import { keyOf, settle } from './item-row.ts';
import { itemTaking, jobOf } from './ledger.ts';

const WITHDRAWN = 'What it was the same as was withdrawn.';
const TAKEN = { state: 'new', reason: null };
/** As if it had been another content: the ledger takes what differs. */
const UNSTORED = {
  ...{ state: 'rejected', reason: `${WITHDRAWN} Its content is no longer stored.` },
  content_hash: Buffer.alloc(32),
};

/** Before anything is withdrawn: an item that is about to become its duplicate waits, and is then taken by itself. */
export async function lockKeys(tx: Tx, { site_id, source_id, external_key }: ItemRow): Promise<void> {
  await sql`
    select from item_identity
    where site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}
    order by kind, key for update`.execute(tx);
}

/**
 * Those of other sources. In the same source a withdrawn item must not return under another id; an editor may still approve it. One whose
 * content is no longer stored is taken when its source offers it again.
 */
export async function takeDuplicatesAgain(
  tx: Tx,
  item: ItemRow,
  isOther: (one: ItemRow) => boolean = () => true,
): Promise<void> {
  if (item.state === 'duplicate' || item.uid === null) return;
  const { rows: duplicates } = await sql<ItemRow>`
    select * from source_item where site_id = ${item.site_id} and uid = ${item.uid} and id <> ${item.id} and state = 'duplicate'
    order by id for update`.execute(tx);
  const others = duplicates.filter(isOther);
  const isTaken = ({ source_id, raw }: ItemRow) => source_id !== item.source_id && raw !== null;
  for (const one of others) {
    const isOfSource = one.source_id === item.source_id;
    const after = isOfSource ? { state: 'duplicate', reason: WITHDRAWN } : isTaken(one) ? TAKEN : UNSTORED;
    await settle(tx, one, { uid: null, ...after });
  }
  await enqueueMany(
    tx,
    itemTaking,
    others.filter(isTaken).map((one) => jobOf(keyOf(one))),
  );
}
