/**
 * Erases items with everything that was made of them: articles with revisions and events, pictures, entries of the audit log. One
 * transaction per item; after a crash the job goes on with the items that are left.
 */
import { sql } from 'kysely';
import { NOWHERE, timer } from '../core/rights.ts';
import { forgetAudit } from '../db/audit.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { deleteArticle } from '../features/articles/trash.ts';
import { blockArticle, blockItem, type ErasureOrder, erasing } from '../features/erasures/commands.ts';
import { namesOneOf } from '../features/erasures/queries.ts';
import { deleteMessages, filesOfItem, forgetMessage } from '../features/mail/messages.ts';
import { eraseCollected } from '../features/media/erase.ts';
import { deleteUnusedBlobs } from '../features/media/garbage.ts';
import type { MediaTools } from '../features/media/tools.ts';
import type { ArticleRow } from '../features/publication/present.ts';
import { deleteTrash } from '../features/publication/trash.ts';
import { deleteWords, wordsOfArticle } from '../features/publication/unused-words.ts';
import { siteById } from '../features/sites/queries.ts';
import type { ItemRow } from '../features/sources/queries.ts';
import { forgetAnswers } from '../features/webhooks/forget.ts';
import { type JobHandler, onJob } from '../jobs/kinds.ts';
import { articleOf, settle } from './item-row.ts';
import { ERASED, TAKEN_BACK } from './ledger.ts';
import { lockKeys, takeDuplicatesAgain } from './retaking.ts';
import { eraseTracked } from './tracking.ts';

interface Counts {
  articles: number;
  media: number;
}

export function eraseItems(media: MediaTools): JobHandler {
  return onJob(
    erasing,
    async ({ db, jobs, signal }) => {
      for (const { payload } of jobs) {
        while (await transaction(db, (tx) => eraseNext(tx, payload))) signal.throwIfAborted();
        await deleteUnusedBlobs(db, media, signal);
        await deleteMessages(db, media, signal);
        await sql`
          update erasure set done_at = now() where site_id = ${payload.site_id} and id = ${payload.id}`.execute(db);
      }
    },
    { batch: 1, concurrency: 1 },
  );
}

/** Returns whether there may be more. */
async function eraseNext(tx: Tx, order: ErasureOrder): Promise<boolean> {
  const { rows } = await sql<ItemRow>`
    select * from source_item where site_id = ${order.site_id} and state <> 'erased' and ${isOrdered(order)}
    order by id limit 1 for update`.execute(tx);
  const [item] = rows;
  if (!item) return false;
  const counts = order.own_only
    ? await eraseOwn(tx, item, order.by_sender ? TAKEN_BACK : ERASED)
    : await erase(tx, item);
  await sql`
    update erasure set items = items + 1, articles = articles + ${counts.articles}, media = media + ${counts.media}
    where site_id = ${order.site_id} and id = ${order.id}`.execute(tx);
  return true;
}

const isOrdered = ({ item_ids, person_keys }: ErasureOrder) =>
  person_keys.length === 0
    ? sql`id = any(${item_ids}::bigint[])`
    : namesOneOf(person_keys.map((hash) => Buffer.from(hash, 'hex')));

/** Its duplicates have the same content, so they are erased too. */
async function erase(tx: Tx, item: ItemRow): Promise<Counts> {
  const { rows: duplicates } = await sql<ItemRow>`
    select * from source_item where site_id = ${item.site_id} and uid = ${item.uid} and id <> ${item.id}
    order by id for update`.execute(tx);
  const own = [item, ...duplicates];
  const article = await articleOf(tx, item);
  const counts = article ? await eraseArticle(tx, article, own) : { ...NONE };
  for (const one of own) counts.media += await eraseRow(tx, one, { own, isOwnOnly: false, reason: ERASED });
  return counts;
}

/** The article of a duplicate is that of another item, and its duplicates are of other senders: they are taken instead. */
async function eraseOwn(tx: Tx, item: ItemRow, reason: string): Promise<Counts> {
  await lockKeys(tx, item);
  const article = item.state === 'duplicate' ? undefined : await articleOf(tx, item);
  const counts = article ? await eraseArticle(tx, article, [item]) : { ...NONE };
  counts.media += await eraseRow(tx, item, { own: [item], isOwnOnly: true, reason });
  await forgetKeys(tx, item);
  await takeDuplicatesAgain(tx, item);
  return counts;
}

interface Bounds {
  /** The items that are erased together. */
  own: ItemRow[];
  isOwnOnly: boolean;
  reason: string;
}

const NONE: Counts = { articles: 0, media: 0 };

/** Returns the number of files, of a message that has no article. */
async function eraseRow(tx: Tx, item: ItemRow, bounds: Bounds): Promise<number> {
  const files = await eraseCollected(tx, item.site_id, await filesOfItem(tx, item), bounds.own);
  await blank(tx, item, bounds);
  return files.length;
}

/** Another source may have its page and text now. */
async function forgetKeys(tx: Tx, { site_id, source_id, external_key }: ItemRow): Promise<void> {
  await sql`
    delete from item_identity
    where site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}`.execute(tx);
}

async function blank(tx: Tx, item: ItemRow, bounds: Bounds): Promise<void> {
  await blockItem(tx, item, bounds);
  await eraseTracked(tx, item);
  await forgetAudit(tx, 'source_item', String(item.id));
  await sql`
    update form_submission set name = '', email = '', consents = '[]', network_hash = null, text_hash = null
    where site_id = ${item.site_id} and source_id = ${item.source_id} and external_key = ${item.external_key}`.execute(
    tx,
  );
  await forgetMessage(tx, item);
  await forgetRepeats(tx, item);
  await settle(tx, item, {
    ...{
      state: 'erased',
      reason: bounds.reason,
      external_id: '',
      title: '',
      url: null,
      uid: null,
      taken_version: null,
    },
    ...{
      upstream: null,
      raw: null,
      raw_until: null,
      person_key: null,
      sender_key: null,
      people_keys: null,
      rule_id: null,
      content_hash: Buffer.alloc(32),
    },
  });
}

/**
 * Answers for repeated requests. Those to partners name the item and its pictures; partners may send both again without harm. Trials of
 * rules list titles, and write nothing.
 */
async function forgetRepeats(tx: Tx, { site_id, source_id, external_id }: ItemRow): Promise<void> {
  const named = `"external_id":${JSON.stringify(external_id)}`;
  await sql`
    delete from remembered_answer
    where caller in (select 'key:' || api_key_id from api_key_source where site_id = ${site_id} and source_id = ${source_id})
      or body like '{"trial":%' or (${external_id} <> '' and strpos(body, ${named}) > 0)`.execute(tx);
}

async function eraseArticle(tx: Tx, article: ArticleRow, own: ItemRow[]): Promise<Counts> {
  const { site_id, uid, id } = article;
  const site = await siteById(tx, site_id);
  if (!site) throw new Error(`Site ${site_id} is missing.`);
  const words = id === null ? [] : await wordsOfArticle(tx, site_id, id);
  const run = { key: 'erasure', noun: 'erasure' as const, action: 'erase' as const, isCountedApart: true };
  const request = { site, caller: { ...timer, ...NOWHERE, run }, now: new Date(), ifMatch: undefined };
  const pictures = await picturesOf(tx, article);
  if (!article.deleted_at) await deleteArticle(tx, request, uid);
  while ((await deleteTrash(tx, sql<boolean>`site_id = ${site_id} and uid = ${uid}`)).isMore) {
    // Its revisions and votes go in batches.
  }
  // An unpublish names only the article. An update of the others would notify receivers.
  await sql`delete from article_event where site_id = ${site_id} and article_id = ${id} and action <> 'unpublish'`.execute(
    tx,
  );
  await forgetAnswers(tx, site_id, id);
  await sql`delete from article_count where site_id = ${site_id} and total = 0`.execute(tx);
  await sql`delete from remembered_answer where body like '%' || ${uid}::text || '%'`.execute(tx);
  await deleteWords(tx, site_id, words);
  await forgetAudit(tx, 'article', uid);
  const files = await eraseCollected(tx, site_id, pictures, own);
  await blockArticle(tx, site_id, uid, files);
  return { articles: 1, media: files.length };
}

/** The pictures that were fetched for it or that it shows. Nobody else waits for its cover. */
export async function picturesOf(tx: Tx, { site_id, uid, written }: ArticleRow): Promise<number[]> {
  const { cover_url } = written as { cover_url: string | null }; // the text of an article
  const isOfOthers = sql`exists (
    select from article where site_id = ${site_id} and uid <> ${uid}::uuid and written ->> 'cover_url' = ${cover_url})`;
  for (const table of ['job', 'failed_job'])
    await sql`
      delete from ${sql.table(table)} where kind = 'media.fetch' and payload ->> 'url' = ${cover_url} and not ${isOfOthers}`.execute(
      tx,
    );
  const { rows: fetched } = await sql<{ media_id: number | null }>`
    delete from remote_image where site_id = ${site_id} and url = ${cover_url} and not ${isOfOthers} returning media_id`.execute(
    tx,
  );
  // By its address too: a fetch that was killed, or is not yet complete, has stored the picture and not yet named it.
  const { rows: used } = await sql<{ media_id: number }>`
    select media_id from media_use where site_id = ${site_id} and owner = 'article' and owner_id = ${uid}
    union select id from media where site_id = ${site_id} and origin = 'remote' and source_url = ${cover_url} and not ${isOfOthers}`.execute(
    tx,
  );
  return [...fetched, ...used].flatMap(({ media_id }) => media_id ?? []);
}
