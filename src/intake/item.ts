/**
 * Makes the article of an item, or changes it. One transaction has the keys, the article, its event for receivers, the state in the
 * ledger and the completion, so that an item is taken once. The ledger is the record: the audit log has no entries for items.
 */
import { type RawBuilder, sql } from 'kysely';
import { RequestError } from '../core/errors.ts';
import { type Actor, timer } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { changeArticle, createArticle } from '../features/articles/commands.ts';
import type { ArticleRow } from '../features/publication/present.ts';
import { namedBy } from '../features/publication/queries.ts';
import { siteById } from '../features/sites/queries.ts';
import { type ItemRow, type SourceRow, sourceIfAny } from '../features/sources/queries.ts';
import { type Job, type JobHandler, onJob } from '../jobs/kinds.ts';
import { articleText, type CleanContent, cleanContent, newArticle, withoutPrivateFiles } from './article-of.ts';
import { claimKeys, type Owner } from './identities.ts';
import { type ItemKey, itemTaking, type StoredContent } from './ledger.ts';

const CONCURRENCY = 2;
const LONGEST_REASON = 500;

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
    const offered = await offeredItem(db, payload);
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
      if (item?.state === 'new') await settle(tx, item, { state: 'rejected', reason: reasonOf(error) });
      await complete(tx);
    });
  }
}

/** The content of an item, ready to be stored. */
interface Offered extends Omit<StoredContent, 'content'> {
  content: CleanContent;
  hash: Buffer;
}

async function offeredItem(db: Db, key: ItemKey): Promise<Offered | null> {
  const item = await itemOf(db, key);
  if (!item?.raw) return null;
  const raw = item.raw as StoredContent; // written by ledger.ts alone
  return { ...raw, content: await cleanContent(raw.content), hash: item.content_hash };
}

/** A person who pauses a source stops what it brings; `takeWaiting` goes on. A feed that is gone brings its last items. */
function isHeldBack({ active, pause_reason }: SourceRow, { state }: ItemRow): boolean {
  return !active && pause_reason !== 'gone' && state === 'new';
}

async function take(tx: Tx, source: SourceRow, item: ItemRow, given: Offered): Promise<void> {
  const offered = { ...given, content: await withoutPrivateFiles(tx, item.site_id, given.content) };
  if (item.state !== 'new') return apply(tx, source, item, offered);
  const now = new Date();
  const owner = await claimKeys(tx, item, offered, now);
  if (owner) return leave(tx, source, item, offered, owner);
  await make(tx, source, item, offered, now);
}

async function make(tx: Tx, source: SourceRow, item: ItemRow, raw: Offered, now: Date): Promise<void> {
  const isAuto = source.approval === 'auto';
  const input = newArticle(source, raw.content, await knownAuthors(tx, source));
  const life = isAuto ? { state: 'published' as const, ...dated(raw) } : { state: 'pending' as const };
  const article = await createArticle(tx, await requestOf(tx, source, now), { ...input, ...life });
  const { uid, version } = article;
  await settle(tx, item, { state: isAuto ? 'published' : 'held', uid, taken_version: version });
}

const dated = ({ published_at }: Offered) => (published_at === null ? {} : { published_at });

/** Another item is the same. If the source only gave it a new id, the article gets the new content. */
async function leave(tx: Tx, source: SourceRow, item: ItemRow, raw: Offered, owner: Owner): Promise<void> {
  if (owner.is_renamed && owner.uid) {
    const { site_id, source_id } = item;
    const first = await lockedItem(tx, { site_id, source_id, key: owner.external_key.toString('hex') });
    if (first) await apply(tx, source, first, raw);
  }
  const where = owner.source_id === source.id ? 'this source' : `source ${owner.source_id}`;
  const reason = `It is the same as “${owner.title}” of ${where}.`.slice(0, LONGEST_REASON);
  await settle(tx, item, { state: 'duplicate', reason, uid: owner.uid });
}

/** A person's words are never overwritten: if someone has edited the article, the new content is stored beside it. */
async function apply(tx: Tx, source: SourceRow, item: ItemRow, raw: Offered): Promise<void> {
  const article = await articleOf(tx, item);
  if (!article || source.settings.update_policy === 'ignore') return;
  if (article.version !== item.taken_version) return settle(tx, item, { upstream: JSON.stringify(raw.content) });
  const { section_id: _, ...text } = articleText(source, raw.content);
  const state = article.state === 'published' ? { state: 'published' as const } : {};
  const request = { ...(await requestOf(tx, source, new Date())), ifMatch: undefined };
  const changed = await changeArticle(tx, request, article.uid, { ...text, ...state });
  await settle(tx, item, { taken_version: changed.version, upstream: null });
}

async function requestOf(tx: Tx, source: SourceRow, now: Date) {
  const site = await siteById(tx, source.site_id);
  if (!site) throw new Error(`Site ${source.site_id} of source ${source.id} is missing.`);
  return { site, caller: actorOf(source), now };
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

const lockedItem = (tx: Tx, key: ItemKey) => itemOf(tx, key, sql`for update`);

async function itemOf(
  db: Db | Tx,
  { site_id, source_id, key }: ItemKey,
  lock: RawBuilder<unknown> = sql``,
): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    select * from source_item
    where site_id = ${site_id} and source_id = ${source_id} and external_key = decode(${key}, 'hex') ${lock}`.execute(
    db,
  );
  return rows[0];
}

async function articleOf(tx: Tx, { site_id, uid }: ItemRow): Promise<ArticleRow | undefined> {
  if (uid === null) return undefined;
  const { rows } = await sql<ArticleRow>`
    select * from article where site_id = ${site_id} and uid = ${uid} and deleted_at is null`.execute(tx);
  return rows[0];
}

async function settle(tx: Tx, { site_id, source_id, external_key }: ItemRow, columns: object): Promise<void> {
  await tx
    .updateTable('source_item')
    .set({ ...columns, changed_at: sql`now()` })
    .where('site_id', '=', site_id)
    .where('source_id', '=', source_id)
    .where('external_key', '=', external_key)
    .execute();
}

function reasonOf({ message, details }: RequestError): string {
  const problems = (details.problems ?? []).map(({ path, message: what }) => `${path.slice(1)} ${what}`);
  return (problems.length > 0 ? `It is invalid: ${problems.join('; ')}.` : message).slice(0, LONGEST_REASON);
}
