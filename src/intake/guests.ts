/**
 * Takes an article that a partner sends. One transaction has the ledger and the article, so that a request that was answered is
 * stored, and one that was cut off can be sent again: its id is that of the partner.
 */
import { sql } from 'kysely';
import { conflict, forbidden, notFound, RequestError, unauthenticated } from '../core/errors.ts';
import type { FeedItem } from '../core/intake/feed.ts';
import { sha256 } from '../core/intake/identity.ts';
import type { Actor, SourceOfKey } from '../core/rights.ts';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import { apart, type Tx, transaction } from '../db/transaction.ts';

import { deleteArticle } from '../features/articles/trash.ts';
import { isKeyValid } from '../features/keys/queries.ts';
import { NO_SOURCE, PAUSED } from '../features/sources/guests.ts';
import type { ItemRow, SourceRow } from '../features/sources/queries.ts';
import { cleanContent } from './article-of.ts';
import { articleOf, lockedItem, refuse, settle } from './item-row.ts';
import { seenContent } from './judging.ts';
import { contentOf, type ItemKey, storeItem } from './ledger.ts';
import { forArticles } from './moderation.ts';
import { lockKeys, takeDuplicatesAgain } from './retaking.ts';
import { type Offered, reasonOf, take } from './taking.ts';

const ENDED = 'This key is no longer valid.';
const WITHDRAWN = 'Its source withdrew it, and it is not taken again.';

interface Storing {
  now: Date;
  rawDays: number;
  /** The key that sends it, which must be valid in the transaction: a request of many lines lasts as long as its client likes. */
  keyId?: number | null;
}

export const keyOfOffer = ({ site_id, id }: SourceOfKey, externalId: string): ItemKey => ({
  site_id,
  source_id: id,
  key: sha256(externalId).toString('hex'),
});

/** An item that commands refuse is in the ledger too, with the reason. */
export async function offerItem(db: Db | Tx, source: SourceOfKey, item: FeedItem, storing: Storing): Promise<void> {
  await offerPrepared(db, source, item, await preparedItem(item), storing);
}

/** The content of an item, or why it is not taken. */
export type Prepared = Offered | { refused: string };

/** Between requests, and best before any transaction. A refused item may have any size, so its text is not sanitised. */
export async function preparedItem(item: FeedItem): Promise<Prepared> {
  if (item.reason) return { refused: item.reason };
  try {
    const content = await cleanContent(item.content);
    return { ...contentOf(item), content, seen: await seenContent(content), hash: item.contentHash };
  } catch (error) {
    if (isRefusal(error)) return { refused: reasonOf(error) };
    throw error;
  }
}

export async function offerPrepared(
  db: Db | Tx,
  source: SourceOfKey,
  item: FeedItem,
  prepared: Prepared,
  storing: Storing,
): Promise<void> {
  if ('refused' in prepared) return storeRefused(db, source, item, prepared.refused, storing);
  const takeIt = (tx: Tx) => stored(tx, source, item, storing, (of, row) => taken(tx, of, row, prepared));
  try {
    await apart(db, () => transaction(db, takeIt));
  } catch (error) {
    if (!(error instanceof RefusedItem)) throw error;
    await storeRefused(db, source, item, reasonOf(error.because), storing);
  }
}

async function storeRefused(
  db: Db | Tx,
  source: SourceOfKey,
  item: FeedItem,
  reason: string,
  storing: Storing,
): Promise<void> {
  await transaction(db, (tx) =>
    stored(tx, source, item, storing, async (_, row) => {
      if (row.state === 'new') await refuse(tx, row, reason);
    }),
  );
}

/** Of the item itself: another try would not change it. */
const isRefusal = (error: unknown): error is RequestError => error instanceof RequestError && error.status < 500;

/** What the commands of articles say about an item. */
class RefusedItem extends Error {
  readonly because: RequestError;

  constructor(because: RequestError) {
    super(because.message);
    this.because = because;
  }
}

async function taken(tx: Tx, source: SourceRow, row: ItemRow, offered: Offered): Promise<void> {
  await take(tx, source, row, offered).catch((error) => {
    throw isRefusal(error) ? new RefusedItem(error) : error;
  });
}

/** Stores an item that is new or changed, and lets `work` take it. The source is written last: others wait for it no longer than needed. */
async function stored(
  tx: Tx,
  key: SourceOfKey,
  item: FeedItem,
  { now, rawDays, keyId = null }: Storing,
  work: (source: SourceRow, row: ItemRow) => Promise<void>,
): Promise<void> {
  if (keyId !== null && !(await isKeyValid(tx, keyId))) throw unauthenticated(ENDED);
  const source = await lockedGuest(tx, key);
  const isNew = await storeItem(tx, source, item, { now, rawDays });
  if (isNew === null) return;
  const row = await lockedItem(tx, keyOfOffer(source, item.externalId));
  if (row && ['new', 'held', 'published'].includes(row.state)) await work(source, row);
  await sql`
    update source set last_success_at = ${now}, last_new_at = case when ${isNew} then ${now} else last_new_at end
    where site_id = ${source.site_id} and id = ${source.id}`.execute(tx);
}

/** A deletion of the source waits until the item is in the ledger, which it then clears. */
async function lockedGuest(tx: Tx, { site_id, id }: SourceOfKey): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    select * from source where site_id = ${site_id} and id = ${id} and kind <> 'feed' for key share`.execute(tx);
  const [source] = rows;
  if (!source) throw forbidden(NO_SOURCE);
  // A message was accepted before its source was paused.
  if (!source.active && source.kind !== 'email') throw conflict(PAUSED);
  return source;
}

/** Moves the article to the trash, even if an editor has published or changed it. A late repeat of the offer does not bring it back. */
export async function withdrawItem(
  db: Db | Tx,
  { site, caller, now }: { site: Site; caller: Actor; now: Date },
  key: ItemKey,
): Promise<void> {
  await transaction(db, async (tx) => {
    const item = await lockedItem(tx, key);
    if (!item) throw noSuchOffer();
    if (item.state === 'gone' || item.state === 'erased') return;
    await lockKeys(tx, item);
    // The article of a duplicate is that of another item.
    const article = item.state === 'duplicate' ? undefined : await articleOf(tx, item);
    if (article && !article.deleted_at) await deleteArticle(tx, forArticles({ site, caller, now }), article.uid);
    const uid = item.state === 'duplicate' ? null : item.uid;
    const nothing = { raw: null, raw_until: null, upstream: null, claimed_by: null, claimed_until: null };
    const after = { state: 'gone', reason: WITHDRAWN };
    await settle(tx, item, { ...after, ...nothing, uid });
    await takeDuplicatesAgain(tx, item);
    const what = { action: 'withdraw' as const, noun: 'source_item' as const, id: item.id, sites: [site.id] };
    await recordChange(tx, caller, { ...what, before: item, after: { ...item, ...after } });
  });
}

export const noSuchOffer = () => notFound('There is no article with this external_id from you.');
