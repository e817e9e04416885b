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
  const senders = await forgetSenders(tx);
  const isOld = sql`seen_at < now() - ${sql.lit(IDENTITY_DAYS)} * interval '1 day'`;
  const orphans = await forgetOrphans(tx);
  const identities = await deleteRows(tx, 'item_identity', isOld, BATCH);
  const hosts = await deleteRows(
    tx,
    'source_host',
    sql`greatest(busy_until, rests_until) < now() - interval '1 day'`,
    BATCH,
  );
  return [Number(numAffectedRows), Number(networks), senders, orphans, identities, hosts].includes(BATCH);
}

/** Submissions to forms that were deleted, once their articles are gone too. */
async function forgetOrphans(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from source_item where ctid = any(array(
      select item.ctid from form_submission sent join source_item item using (site_id, source_id, external_key)
      where not exists (select from source where source.site_id = item.site_id and source.id = item.source_id)
        and not exists (select from article where article.site_id = item.site_id and article.uid = item.uid)
      limit ${sql.lit(BATCH)} for update of item skip locked))`.execute(tx);
  return Number(numAffectedRows);
}

/** Name and address of a sender stay as long as the content or the article of the item does. */
async function forgetSenders(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update form_submission set name = '', email = '' where ctid = any(array(
      select sent.ctid from form_submission sent join source_item item using (site_id, source_id, external_key)
      where (sent.name <> '' or sent.email <> '') and item.raw is null
        and not exists (select from article where article.site_id = item.site_id and article.uid = item.uid)
      limit ${sql.lit(BATCH)} for update of sent skip locked))`.execute(tx);
  return Number(numAffectedRows);
}
