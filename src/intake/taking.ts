/** Makes the article of an item, or changes it, inside the transaction of the item. */
import { sql } from 'kysely';
import type { RequestError } from '../core/errors.ts';
import type { Seen } from '../core/intake/reading.ts';
import { type Actor, timer } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { lockSiteRow } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { changeArticle, createArticle } from '../features/articles/commands.ts';
import type { ArticleRow } from '../features/publication/present.ts';
import { namedBy } from '../features/publication/queries.ts';
import { siteById } from '../features/sites/queries.ts';
import type { ItemRow, SourceRow } from '../features/sources/queries.ts';
import { articleText, type CleanContent, cleanContent, newArticle, withoutPrivateFiles } from './article-of.ts';
import { claimKeys, type Owner } from './identities.ts';
import { articleOf, lockedItem, settle } from './item-row.ts';
import { type Ruling, rulingOn, seenContent } from './judging.ts';
import type { StoredContent } from './ledger.ts';
import { trackPost } from './tracking.ts';

const LONGEST_REASON = 500;

/** The content of an item, ready to be stored. */
export interface Offered extends Omit<StoredContent, 'content'> {
  content: CleanContent;
  seen: Seen;
  hash: Buffer;
}

/** Between requests, and before any transaction. Null if its content is no longer stored. */
export async function offeredItem(item: ItemRow | undefined): Promise<Offered | null> {
  if (!item?.raw) return null;
  const raw = item.raw as StoredContent; // written by ledger.ts alone
  const content = await cleanContent(raw.content);
  return { ...raw, content, seen: await seenContent(content), hash: item.content_hash };
}

export async function take(tx: Tx, source: SourceRow, item: ItemRow, given: Offered): Promise<void> {
  const offered = { ...given, content: await withoutPrivateFiles(tx, source, given.content) };
  const now = new Date();
  const isNew = item.state === 'new';
  const ruling = await rulingOn(tx, source, offered, { now, isNew });
  if (!isNew) return apply(tx, source, item, offered, ruling);
  const { action, reason, ruleId } = ruling;
  if (action === 'reject') return settle(tx, item, { state: 'rejected', reason, rule_id: ruleId });
  const trust = isPublishedNow(source, ruling) ? 'all' : source.kind === 'feed' ? 'sent' : 'none';
  const owner = await claimKeys(tx, item, offered, { now, isApproved: false, trust });
  if (owner) return leave(tx, source, item, offered, owner, ruling);
  await make(tx, source, item, offered, ruling);
}

/** A person approves an item that has no article: it gets one, whatever the rules say. */
export async function makeHeld(tx: Tx, source: SourceRow, item: ItemRow, given: Offered): Promise<Owner | null> {
  const offered = { ...given, content: await withoutPrivateFiles(tx, source, given.content) };
  const now = new Date();
  const ruling = await rulingOn(tx, source, offered, { now, isNew: false });
  const owner = await claimKeys(tx, item, offered, { now, isApproved: true });
  if (owner) return owner;
  await make(tx, source, item, offered, { ...ruling, action: 'hold', ruleId: null, reason: null });
  return null;
}

async function make(tx: Tx, source: SourceRow, item: ItemRow, raw: Offered, ruling: Ruling): Promise<void> {
  const { heldBecause, ruleId, sectionId, tags } = ruling;
  const isWanted = isPublishedBySource(source, ruling);
  const isPublished = isPublishedNow(source, ruling);
  const placed = { ...source, section_id: sectionId ?? source.section_id, tags: [...source.tags, ...tags] };
  const input = newArticle(placed, raw.content, await knownAuthors(tx, source));
  const life = isPublished ? { state: 'published' as const, ...dated(raw) } : { state: 'pending' as const };
  const { uid, version } = await createArticle(tx, await requestOf(tx, source), { ...input, ...life });
  // An editor who decides anyway should know what is wrong with a sender.
  const reason = (isWanted ? heldBecause : raw.held_because) ?? ruling.reason;
  await settle(tx, item, {
    ...{ state: isPublished ? 'published' : 'held', reason, rule_id: ruleId },
    ...{ uid, taken_version: version },
  });
  await trackPost(tx, source, item, raw, uid);
}

const dated = ({ published_at }: Offered) => (published_at === null ? {} : { published_at });

/** Another item is the same. If a feed only gave it a new id, the article gets the new content; partners' ids are for ever. */
async function leave(
  tx: Tx,
  source: SourceRow,
  item: ItemRow,
  raw: Offered,
  owner: Owner,
  ruling: Ruling,
): Promise<void> {
  if (owner.is_renamed && owner.uid && source.kind === 'feed') {
    const { site_id, source_id } = item;
    const first = await lockedItem(tx, { site_id, source_id, key: owner.external_key.toString('hex') });
    if (first) await apply(tx, source, first, raw, ruling);
  }
  await settle(tx, item, { state: 'duplicate', reason: sameAs(owner, source), uid: owner.uid });
  await trackPost(tx, source, item, raw, owner.uid);
}

export function sameAs(owner: Owner, source: SourceRow): string {
  const where = owner.source_id === source.id ? 'this source' : `source ${owner.source_id}`;
  return `It is the same as “${owner.title}” of ${where}.`.slice(0, LONGEST_REASON);
}

/** A person's words are never overwritten: if someone has edited the article, the new content is stored beside it. */
async function apply(tx: Tx, source: SourceRow, item: ItemRow, raw: Offered, ruling: Ruling): Promise<void> {
  await lockSiteRow(tx, item.site_id); // before the article, as everywhere
  const article = await articleOf(tx, item, sql`for update`);
  if (!article || article.deleted_at !== null || source.settings.update_policy === 'ignore') return;
  if (article.version !== item.taken_version || !mayChange(article, source, item, ruling))
    return settle(tx, item, { upstream: JSON.stringify(raw.content) });
  const tagged = { ...source, tags: [...source.tags, ...ruling.tags] };
  const { section_id: _, ...text } = articleText(tagged, raw.content);
  const state = article.state === 'published' ? { state: 'published' as const } : {};
  const request = { ...(await requestOf(tx, source)), ifMatch: undefined };
  const changed = await changeArticle(tx, request, article.uid, { ...text, ...state });
  await settle(tx, item, { taken_version: changed.version, upstream: null });
}

/** A change must not publish what a new item with this content would not, nor replace what a person has approved. */
function mayChange({ state }: ArticleRow, source: SourceRow, item: ItemRow, ruling: Ruling): boolean {
  if (ruling.action === 'reject') return false;
  if (state === 'pending') return true;
  const isApproved = item.decided_by !== null || item.state === 'held';
  return !isApproved && ruling.heldBecause === null && isPublishedBySource(source, ruling);
}

const isPublishedBySource = ({ approval }: SourceRow, { action }: Ruling) =>
  (action ?? (approval === 'auto' ? 'publish' : 'hold')) === 'publish';

const isPublishedNow = (source: SourceRow, ruling: Ruling) =>
  isPublishedBySource(source, ruling) && ruling.heldBecause === null;

async function requestOf(tx: Tx | Db, source: SourceRow) {
  const site = await siteById(tx, source.site_id);
  if (!site) throw new Error(`Site ${source.site_id} of source ${source.id} is missing.`);
  return { site, caller: actorOf(source), now: new Date() };
}

/** Its run counts nothing of articles, so that the audit log stays readable. */
function actorOf({ id }: SourceRow): Actor {
  const run = { key: `source ${id}`, noun: 'source' as const, action: 'poll' as const, isCountedApart: true };
  return { ...timer, name: `source:${id}`, run };
}

/** An author may have been deleted since. */
async function knownAuthors(tx: Tx, { site_id, section_id, author_ids }: SourceRow): Promise<number[]> {
  if (author_ids.length === 0) return [];
  const named = await namedBy(tx, site_id, [{ section_id, category_id: null, author_ids, featured_articles: [] }]);
  return [...new Set(author_ids)].filter((id) => named.authors.has(id));
}

export function reasonOf({ message, details }: RequestError): string {
  const problems = (details.problems ?? []).map(({ path, message: what }) => `${path.slice(1)} ${what}`);
  return (problems.length > 0 ? `It is invalid: ${problems.join('; ')}.` : message).slice(0, LONGEST_REASON);
}
