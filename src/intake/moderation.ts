/** Decisions of people about items: approval, rejection, and taking either back. */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { NewApproval } from '../contract/intake.ts';
import type { AuditAction } from '../core/audit.ts';
import { conflict } from '../core/errors.ts';
import type { Actor } from '../core/rights.ts';
import { allowsTag } from '../core/versions.ts';
import { recordChange } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { lockSiteRow, type Site } from '../db/site-lock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { changeArticle, publishArticle, unpublishArticle } from '../features/articles/commands.ts';
import { refuseStaleArticle } from '../features/articles/conflicts.ts';
import { deleteArticle, restoreArticle } from '../features/articles/trash.ts';
import type { ArticleRow } from '../features/publication/present.ts';
import { decidedState, type ItemRow, sourceById } from '../features/sources/queries.ts';
import { articleOf, settle, storedItem } from './item-row.ts';
import { makeHeld, type Offered, offeredItem, sameAs } from './taking.ts';

export interface Request {
  site: Site;
  caller: Actor;
  now: Date;
  /** The tag of the item that the decision is about. */
  ifMatch?: string | undefined;
}

/** Publishes the article of an item, or makes it a draft. An item without an article gets one. */
export async function approveItem(
  db: Db | Tx,
  request: Request,
  id: number,
  { state = 'published', section_id, publish_at }: Static<typeof NewApproval>,
): Promise<void> {
  await decided(db, request, id, 'approve', async (tx, item, offered) => {
    const { uid } = await presentArticle(tx, request, item, offered);
    const change = forArticles(request);
    if (section_id !== undefined) await changeArticle(tx, change, uid, { section_id });
    if (state === 'draft') await changeArticle(tx, change, uid, { state: 'draft' });
    else await publishArticle(tx, change, uid, { publish_at });
    return { state: state === 'draft' ? 'held' : 'published', reason: null, ...decisionOf(request) };
  });
}

/** Moves the article to the trash. An item that has none stays without. */
export async function rejectItem(db: Db | Tx, request: Request, id: number, reason?: string): Promise<void> {
  await decided(db, request, id, 'reject', async (tx, item) => {
    if (item.state === 'duplicate' || item.state === 'skipped')
      throw conflict(`This item is ${item.state}: it has no article.`);
    const article = await articleOf(tx, item);
    if (article && !article.deleted_at) await deleteArticle(tx, forArticles(request), article.uid);
    return { state: 'rejected', reason: reason ?? 'An editor rejected it.', ...decisionOf(request) };
  });
}

/** Its article is pending again. */
export async function withdrawApproval(db: Db | Tx, request: Request, id: number): Promise<void> {
  await decided(db, request, id, 'withdraw', async (tx, item) => {
    const article = await articleOf(tx, item);
    if (!article || article.deleted_at || ['rejected', 'duplicate'].includes(item.state))
      throw conflict('This item is not approved.');
    await makePending(tx, request, article);
    return { state: 'held', ...UNDECIDED };
  });
}

/** Its article is out of the trash, and pending. */
export async function withdrawRejection(db: Db | Tx, request: Request, id: number): Promise<void> {
  await decided(db, request, id, 'withdraw', async (tx, item, offered) => {
    const isDeleted = item.state !== 'duplicate' && (await articleOf(tx, item))?.deleted_at;
    if (item.state !== 'rejected' && !isDeleted) throw conflict('This item is not rejected.');
    await makePending(tx, request, await presentArticle(tx, request, item, offered));
    return { state: 'held', ...UNDECIDED };
  });
}

const UNDECIDED = { reason: null, rule_id: null, decided_by: null, decided_at: null };

const decisionOf = ({ caller, now }: Request) => ({ rule_id: null, decided_by: caller.name, decided_at: now });

type Work = (tx: Tx, item: ItemRow, offered: Offered | null) => Promise<object>;

/** One transaction, which begins with the lock of the item. */
async function decided(
  db: Db | Tx,
  { site, caller, ifMatch }: Request,
  id: number,
  action: AuditAction,
  work: Work,
): Promise<void> {
  const seen = await storedItem(db, site.id, id);
  const isWithoutArticle = seen.uid === null || seen.state === 'duplicate';
  const offered = isWithoutArticle ? await offeredItem(seen) : null;
  await transaction(db, async (tx) => {
    const item = await storedItem(tx, site.id, id, sql`for update`);
    if (item.state === 'erased') throw conflict('This item was erased.');
    if (item.state === 'gone') throw conflict('Its source withdrew this item.');
    if (ifMatch !== undefined) await refuseUnseen(tx, item, ifMatch);
    await settle(tx, item, { ...(await work(tx, item, offered)), claimed_by: null, claimed_until: null });
    const after = await storedItem(tx, site.id, id);
    await recordChange(tx, caller, { action, noun: 'source_item', id, sites: [site.id], before: item, after });
  });
}

/** The site is locked before the article, as everywhere. */
async function refuseUnseen(tx: Tx, item: ItemRow, ifMatch: string): Promise<void> {
  await lockSiteRow(tx, item.site_id);
  const article = item.state === 'duplicate' ? undefined : await articleOf(tx, item, sql`for update`);
  if (!article) throw conflict('This item has no article; send the request without If-Match.');
  await refuseStaleArticle(tx, ifMatch, article);
  // A decision changes the state of the article and not its version.
  const isSeen = !article.deleted_at && allowsTag(ifMatch, article.version, decidedState(article.state));
  if (!isSeen && ifMatch.trim() !== '*') throw conflict(DECIDED);
}

const DECIDED = 'This item was changed since you read it (someone has decided about it); read it again.';

async function presentArticle(
  tx: Tx,
  request: Request,
  item: ItemRow,
  offered: Offered | null,
): Promise<Pick<ArticleRow, 'uid' | 'state'>> {
  if (item.uid !== null && item.state !== 'duplicate') {
    const article = await articleOf(tx, item);
    if (!article) throw conflict('The article of this item was deleted for good.');
    return article.deleted_at ? restoreArticle(tx, forArticles(request), article.uid, {}) : article;
  }
  if (!offered) throw conflict('The content of this item is no longer stored.');
  const source = await sourceById(tx, item.site_id, item.source_id);
  const owner = await makeHeld(tx, source, item, offered);
  if (owner) throw conflict(sameAs(owner, source));
  const made = await storedItem(tx, item.site_id, item.id);
  return { uid: made.uid as string, state: 'pending' }; // makeHeld has set it
}

async function makePending(tx: Tx, request: Request, { uid, state }: Pick<ArticleRow, 'uid' | 'state'>): Promise<void> {
  const change = forArticles(request);
  if (state === 'published') await unpublishArticle(tx, change, uid);
  if (state !== 'pending') await changeArticle(tx, change, uid, { state: 'pending' });
}

/** The entry of the item says what was done; its article adds none. */
export function forArticles({ site, caller, now }: Request) {
  const run = { key: '', noun: 'source_item' as const, action: 'approve' as const, isCountedApart: true };
  return { site, caller: { ...caller, run }, now, ifMatch: undefined };
}
