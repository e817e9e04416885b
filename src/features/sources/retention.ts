/** How long contents and keys of items are stored. The ledger itself stays, so that no item is taken again. */
import { sql } from 'kysely';
import { deleteRows } from '../../db/rows.ts';
import type { Tx } from '../../db/transaction.ts';

const BATCH = 1_000;
/** The same item of another source is recognised for this long. */
const IDENTITY_DAYS = 90;

/** Returns whether there may be more. */
export async function forgetContents(tx: Tx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update source_item set raw = null, raw_until = null where ctid = any(array(
      select ctid from source_item where raw_until < now() and state <> 'new' limit ${sql.lit(BATCH)} for update skip locked))`.execute(
    tx,
  );
  // A network's limit is a day's.
  const { numAffectedRows: networks = 0n } = await sql`
    update form_submission set network_hash = null where ctid = any(array(
      select ctid from form_submission where network_hash is not null and created_at < now() - interval '2 days'
      limit ${sql.lit(BATCH)} for update skip locked))`.execute(tx);
  const isOld = sql`seen_at < now() - ${sql.lit(IDENTITY_DAYS)} * interval '1 day'`;
  const identities = await deleteRows(tx, 'item_identity', isOld, BATCH);
  const hosts = await deleteRows(
    tx,
    'source_host',
    sql`greatest(busy_until, rests_until) < now() - interval '1 day'`,
    BATCH,
  );
  return [Number(numAffectedRows), Number(networks), identities, hosts].includes(BATCH);
}
