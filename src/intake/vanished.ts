/** Takes down a post that its network no longer shows: the article is unpublished, and nothing of it stays in the ledger. */
import { sql } from 'kysely';
import { timer } from '../core/rights.ts';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { unpublishArticle } from '../features/articles/commands.ts';
import { deleteArticle } from '../features/articles/trash.ts';
import { eraseCollected } from '../features/media/erase.ts';
import { siteById } from '../features/sites/queries.ts';
import type { ItemRow } from '../features/sources/queries.ts';
import { picturesOf } from './erasing.ts';
import { articleOf, lockedItem, settle } from './item-row.ts';
import { forArticles } from './moderation.ts';
import { lockKeys, takeDuplicatesAgain } from './retaking.ts';
import { type TrackedPost, writeFigures } from './tracking.ts';

const GONE = 'Its network no longer shows it.';

/** One transaction: item, site, campaign, in the order of all others. */
export async function takeDown(db: Db, post: TrackedPost, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const { site_id, source_id, external_key } = post;
    const item = await lockedItem(tx, { site_id, source_id, key: external_key.toString('hex') });
    if (!item || item.state === 'erased') return;
    await lockKeys(tx, item);
    // The article of a duplicate is taken down with the item that it belongs to.
    if (item.state !== 'duplicate') await withdraw(tx, item, now);
    const nothing = { raw: null, raw_until: null, upstream: null, claimed_by: null, claimed_until: null };
    const uid = item.state === 'duplicate' ? null : item.uid;
    await settle(tx, item, { state: 'gone', reason: GONE, ...nothing, uid });
    // The same post in another tracker has vanished too.
    await takeDuplicatesAgain(tx, item, ({ external_id }) => external_id !== item.external_id);
    await sql`
      update tracked_post set due_at = null
      where site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}`.execute(tx);
    await writeFigures(tx, [{ post, figures: null }], now);
    const what = { action: 'withdraw' as const, noun: 'source_item' as const, id: item.id, sites: [site_id] };
    await recordChange(tx, timer, { ...what, before: item, after: { ...item, state: 'gone', reason: GONE } });
  });
}

/** A published article is unpublished; one that waits would be published by someone who does not know. */
async function withdraw(tx: Tx, item: ItemRow, now: Date): Promise<void> {
  const site = await siteById(tx, item.site_id);
  const article = await articleOf(tx, item);
  if (!site || !article || article.deleted_at) return;
  const request = forArticles({ site, caller: timer, now });
  const pictures = await picturesOf(tx, article);
  if (article.state === 'published') await unpublishArticle(tx, request, article.uid);
  else if (article.state !== 'unpublished') await deleteArticle(tx, request, article.uid);
  await eraseCollected(tx, item.site_id, pictures, [item]);
}
