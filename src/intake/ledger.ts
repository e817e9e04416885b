/** Writes the items of a poll to the ledger, and enqueues a job for each new or changed one. */
import { sql } from 'kysely';
import { type FeedItem, MOST_ITEMS } from '../core/intake/feed.ts';
import { sha256 } from '../core/intake/identity.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import {
  type ErasureKeys,
  erasedAmong,
  erasureKeys,
  idOf,
  personHash,
  personHashes,
} from '../features/erasures/keys.ts';
import type { SourceRow } from '../features/sources/queries.ts';
import { enqueueMany } from '../jobs/enqueue.ts';
import { jobKind } from '../jobs/kinds.ts';

export interface ItemKey {
  site_id: number;
  source_id: number;
  /** The external key, in hexadecimal. */
  key: string;
}

/** The content that an item job reads. */
export interface StoredContent {
  content: FeedItem['content'];
  published_at: string | null;
  url_key: string | null;
  text_key: string | null;
  /** Why it must not be published by itself. */
  held_because?: string | null;
  /** Why it was rejected before rules and blocks saw it. */
  refused_because?: string | null;
}

/** Makes or changes the article of an item. Changes of one item stay in order. */
export const itemTaking = jobKind<ItemKey>('intake.item');

export const ERASED = 'It was erased, and is not collected again.';
/** By its sender, who is known by a link alone. */
export const TAKEN_BACK = 'Its sender withdrew it: it was erased, and is not taken again.';
/** A statement of 10 MB would block the process while it is written. */
const WRITTEN_AT_ONCE = 100;
const SKIPPED = 'It was in the feed before the source was added, and older than the backlog.';

/** Returns the number of new items. */
export async function storeItems(
  tx: Tx,
  source: SourceRow,
  items: FeedItem[],
  { now, rawDays, isFirst }: { now: Date; rawDays: number; isFirst: boolean },
): Promise<number> {
  const taken = isFirst ? new Set(newestOf(items, source.settings.backlog)) : new Set(items);
  const oldestFirst = [...items].reverse();
  const stored: Stored[] = [];
  for (let at = 0; at < oldestFirst.length; at += WRITTEN_AT_ONCE)
    stored.push(...(await upsert(tx, source, oldestFirst.slice(at, at + WRITTEN_AT_ONCE), taken, { now, rawDays })));
  const due = stored.filter(({ state }) => ['new', 'held', 'published'].includes(state));
  const { site_id, id: source_id } = source;
  await enqueueMany(
    tx,
    itemTaking,
    due.map(({ key }) => jobOf({ site_id, source_id, key })),
  );
  return stored.filter(({ is_new }) => is_new).length;
}

/** Whether the item is new; null if it is as before. No job is enqueued: the caller takes it. */
export async function storeItem(
  tx: Tx,
  source: SourceRow,
  item: FeedItem,
  { now, rawDays }: { now: Date; rawDays: number },
): Promise<boolean | null> {
  const [stored] = await upsert(tx, source, [item], new Set([item]), { now, rawDays });
  return stored?.is_new ?? null;
}

/** Enqueues the items that wait without a job: it ended while the source was paused. Not those whose job failed for good. */
export async function takeWaiting(tx: Tx, { site_id, id: source_id }: SourceRow): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select encode(external_key, 'hex') as key from source_item as item
    cross join lateral (values (site_id || ':' || source_id || ':' || encode(external_key, 'hex'))) as lane (key)
    where site_id = ${site_id} and source_id = ${source_id} and state = 'new'
      and not exists (select from job_lane where kind = ${itemTaking.name} and job_lane.key = lane.key)
      and not exists (select from failed_job where kind = ${itemTaking.name} and failed_job.key = lane.key)
    order by item.id limit ${MOST_ITEMS}`.execute(tx);
  await enqueueMany(
    tx,
    itemTaking,
    rows.map(({ key }) => jobOf({ site_id, source_id, key })),
  );
}

export const jobOf = (payload: ItemKey) => ({ key: `${payload.site_id}:${payload.source_id}:${payload.key}`, payload });

/** By date; items without one come in the order of the feed. */
function newestOf(items: FeedItem[], count: number): FeedItem[] {
  const time = ({ publishedAt }: FeedItem) => publishedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return [...items].sort((a, b) => time(b) - time(a)).slice(0, count);
}

interface Stored {
  key: string;
  state: string;
  is_new: boolean;
}

/** In the order of the ids that they get. An item that was refused, but not by an editor, may be acceptable after a change. */
async function upsert(
  tx: Tx,
  source: SourceRow,
  items: FeedItem[],
  taken: Set<FeedItem>,
  { now, rawDays }: { now: Date; rawDays: number },
): Promise<Stored[]> {
  const keys = await erasureKeys(tx);
  const known = await erasedItems(tx, source, items, keys);
  const rows = items.map((item) => {
    return known.has(item) ? erasedRow(item) : { ...rowOf(item, taken.has(item)), ...peopleOf(item, keys) };
  });
  const isApplied = source.settings.update_policy === 'apply';
  const { rows: stored } = await sql<Stored>`
    insert into source_item as known (site_id, source_id, external_key, external_id, title, url, state, reason, content_hash, raw,
      person_key, sender_key, people_keys, raw_until, seen_at, changed_at)
    select ${source.site_id}, ${source.id}, decode(external_key, 'hex'), external_id, title, url, state, reason,
      decode(content_hash, 'hex'), raw, decode(person_key, 'hex'), decode(sender_key, 'hex'),
      (select array_agg(decode(key, 'hex')) from unnest(people_keys) as key), ${now}::timestamptz + ${rawDays} * interval '1 day', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as offered (external_key text, external_id text, title text, url text,
      state text, reason text, content_hash text, raw jsonb, person_key text, sender_key text, people_keys text[])
    on conflict (site_id, source_id, external_key) do update set content_hash = excluded.content_hash, raw = excluded.raw,
      external_id = excluded.external_id, raw_until = excluded.raw_until, person_key = excluded.person_key, sender_key = excluded.sender_key,
      people_keys = excluded.people_keys, title = excluded.title, url = excluded.url, changed_at = excluded.changed_at,
      state = case when ${isJudgedAgain} then excluded.state else known.state end,
      reason = case when ${isJudgedAgain} then excluded.reason else known.reason end
    where known.content_hash <> excluded.content_hash
      and (known.state = 'new' or (known.state = 'rejected' and known.decided_by is null) or (known.state in ('held', 'published') and ${isApplied}))
    returning encode(external_key, 'hex') as key, state, xmax = 0 as is_new`.execute(tx);
  return stored;
}

/** Its author may have been erased since it came. */
const isJudgedAgain = sql`(known.state = 'rejected' or (known.state = 'new' and excluded.state = 'erased'))`;

export const contentOf = ({ content, publishedAt, urlKey, textKey, heldBecause, reason }: FeedItem): StoredContent => ({
  content,
  published_at: publishedAt?.toISOString() ?? null,
  url_key: urlKey?.toString('hex') ?? null,
  text_key: textKey?.toString('hex') ?? null,
  ...(heldBecause ? { held_because: heldBecause } : {}),
  ...(reason ? { refused_because: reason } : {}),
});

function rowOf(item: FeedItem, isTaken: boolean) {
  const { externalId, content, contentHash, reason } = item;
  const raw = contentOf(item);
  const [state, why] = reason ? ['rejected', reason] : isTaken ? ['new', null] : ['skipped', SKIPPED];
  return {
    external_key: sha256(externalId).toString('hex'),
    external_id: externalId,
    title: content.title,
    url: content.url,
    state,
    reason: why,
    content_hash: contentHash.toString('hex'),
    raw: state === 'new' || state === 'rejected' ? raw : null,
  };
}

/** The hashes by which an erasure of a person finds it. */
function peopleOf({ content, sender = '', otherSenders = [] }: FeedItem, keys: ErasureKeys) {
  const { person, author, creators = [] } = content;
  const hashOf = (name: string) => personHash(keys, name)?.toString('hex') ?? null;
  const [person_key, sender_key] = [hashOf(person ?? author), hashOf(sender)];
  // Names in networks are not those of one person.
  const others = [...(person === undefined ? creators : []), ...otherSenders].map(hashOf);
  const known = [null, person_key, sender_key];
  const people_keys = [...new Set(others.filter((hash) => !known.includes(hash)))];
  return { person_key, sender_key, people_keys: people_keys.length > 0 ? people_keys : null };
}

/** Whether nothing of it may be stored: for content that is stored before its item. */
export async function wasErased(db: Db, source: SourceRow, item: FeedItem): Promise<boolean> {
  return transaction(db, async (tx) => (await erasedItems(tx, source, [item], await erasureKeys(tx))).has(item));
}

/** The items that were erased, or are by someone who was: nothing of them is stored again. */
async function erasedItems(
  tx: Tx,
  { site_id, id }: SourceRow,
  items: FeedItem[],
  keys: ErasureKeys,
): Promise<Set<FeedItem>> {
  const hashes = new Map(items.map((item) => [item, hashesOf(item, id, keys)]));
  const erased = await erasedAmong(tx, site_id, [...hashes.values()].flat());
  return new Set(items.filter((item) => hashes.get(item)?.some((one) => erased.has(one.toString('hex')))));
}

function hashesOf(
  { externalId, urlKey, textKey, exactKey, content, sender = '', otherSenders = [] }: FeedItem,
  sourceId: number,
  keys: ErasureKeys,
): Buffer[] {
  const people = [content.author, sender, ...otherSenders, ...(content.creators ?? []), content.person ?? ''];
  const wordsAndPage = [
    ...(urlKey ? keys.all('url', urlKey.toString('hex')) : []),
    ...(textKey ? keys.all('text', textKey.toString('hex')) : []),
    ...(exactKey ? keys.all('exact', exactKey.toString('hex')) : []),
  ];
  return [
    ...keys.all('id', idOf(sourceId, sha256(externalId).toString('hex'))),
    ...wordsAndPage.flatMap((one) => [one, ...keys.all('withdrawn', idOf(sourceId, one.toString('hex')))]),
    ...people.flatMap((person) => personHashes(keys, person)),
  ];
}

const erasedRow = ({ externalId }: FeedItem) => ({
  ...{ external_key: sha256(externalId).toString('hex'), external_id: '', title: '', url: null, state: 'erased' },
  ...{ reason: ERASED, content_hash: '00', raw: null, person_key: null, sender_key: null, people_keys: null },
});
