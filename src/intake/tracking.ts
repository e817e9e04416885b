/** What an item of a media tracker brings beside its article: an entry of the campaign, and later looks at the post. */
import { sql } from 'kysely';
import { NewEntry } from '../contract/analytics.ts';
import type { CollectedPost, PostFigures } from '../core/intake/networks/collected.ts';
import type { EntryType } from '../core/intake/networks/networks.ts';
import { timer } from '../core/rights.ts';
import type { Tx } from '../db/transaction.ts';
import { batchOf } from '../features/entries/batches.ts';
import { deleteEntries, writeEntries } from '../features/entries/commands.ts';
import { deleteStaleDays } from '../features/rollups/commands.ts';
import type { ItemRow, SourceRow } from '../features/sources/queries.ts';
import { objectReader } from '../http/validate.ts';
import type { StoredContent } from './ledger.ts';

type Entry = Parameters<typeof batchOf>[0][number];

const readEntry = objectReader({ key: 'entry', schema: NewEntry });
const FIRST_LOOK_S = 15 * 60;

/** After the article: its id is in the entry, or comes there when it is first published (a trigger). */
export async function trackPost(
  tx: Tx,
  source: SourceRow,
  item: ItemRow,
  { content, published_at }: Pick<StoredContent, 'content' | 'published_at'>,
  uid: string | null,
): Promise<void> {
  const { post } = content;
  if (!post || source.account_id === null) return;
  const campaign = await openCampaign(tx, source, post);
  await sql`
    insert into tracked_post (site_id, source_id, external_key, account_id, post_id, campaign_id, entry_type, published_at, due_at)
    values (${item.site_id}, ${item.source_id}, ${item.external_key}, ${source.account_id}, ${post.id}, ${campaign}, ${campaign === null ? null : (post.entry?.item_type ?? null)},
      coalesce(${published_at}::timestamptz, now()), now() + ${FIRST_LOOK_S} * interval '1 second')
    on conflict (site_id, source_id, external_key) do nothing`.execute(tx);
  if (campaign === null || !post.entry) return;
  const articleId = await articleIdOf(tx, item.site_id, uid);
  const seen = new Date().toISOString();
  const entry = readEntry({
    entry: {
      ...post.entry,
      ...{ last_successful_data_update_at: seen, last_data_update_attempt_at: seen },
      ...(articleId === null ? {} : { service_article_ids: [articleId] }),
    },
  }) as Entry; // checked by its schema
  await write(tx, campaign, [entry]);
}

/** Null: the post is no entry. The campaign stays until the end of the transaction. */
async function openCampaign(tx: Tx, { campaign_id }: SourceRow, { entry }: CollectedPost): Promise<number | null> {
  if (campaign_id === null || !entry) return null;
  const { rows } = await sql<{ id: number }>`
    select id from campaign where id = ${campaign_id} and not being_deleted and update_enabled and not disabled_by_user
    for no key update`.execute(tx);
  return rows[0]?.id ?? null;
}

async function articleIdOf(tx: Tx, siteId: number, uid: string | null): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select id from article where site_id = ${siteId} and uid = ${uid}`.execute(tx);
  return rows[0]?.id ?? null;
}

export interface TrackedPost {
  site_id: number;
  source_id: number;
  external_key: Buffer;
  post_id: string;
  campaign_id: number | null;
  /** Null without an entry. */
  entry_type: EntryType | null;
  published_at: Date;
  step: number;
  missing_since: Date | null;
  /** When a look last found it. */
  found_at: Date | null;
}

/** The figures of entries that were looked at; of those that failed, why. */
export async function writeFigures(
  tx: Tx,
  looked: { post: TrackedPost; figures: PostFigures | null }[],
  now: Date,
): Promise<void> {
  const campaigns = new Map<number, Entry[]>();
  for (const { post, figures } of looked) {
    if (!isEntered(post)) continue;
    const entries = campaigns.get(post.campaign_id) ?? [];
    campaigns.set(post.campaign_id, [...entries, lookOf(post, figures, now)]);
  }
  const open = await openAmong(tx, [...campaigns.keys()]);
  for (const id of open) {
    const entries = campaigns.get(id) ?? [];
    const present = await presentAmong(tx, id, entries);
    await write(
      tx,
      id,
      entries.filter(({ item_type, item_id }) => present.has(`${item_type} ${item_id}`)),
    );
  }
}

function lookOf({ post_id, entry_type, published_at }: Entered, figures: PostFigures | null, now: Date): Entry {
  const at = now.toISOString();
  const name = { item_type: entry_type, item_id: post_id, published_at: published_at.toISOString() };
  if (!figures) return { ...name, last_data_update_attempt_at: at, last_data_update_failure_reason: GONE };
  const reading = { last_successful_data_update_at: at, last_data_update_attempt_at: at };
  return { ...name, ...figures, ...reading, last_data_update_failure_reason: null };
}

type Entered = TrackedPost & { campaign_id: number; entry_type: EntryType };
const isEntered = (post: TrackedPost): post is Entered => post.campaign_id !== null && post.entry_type !== null;

const GONE = { code: 'not_found', message: null, details: '{}' };

/** An entry that an editor has removed does not come back. */
async function presentAmong(tx: Tx, campaignId: number, entries: Entry[]): Promise<Set<string>> {
  const { rows } = await sql<Pick<Entry, 'item_type' | 'item_id'>>`
    select entry.item_type, entry.item_id
    from unnest(${entries.map(({ item_type }) => item_type)}::text[], ${entries.map(({ item_id }) => item_id)}::text[])
      as named (type, id) join campaign_entry entry
      on entry.list_key = campaign_list_key(${campaignId}, named.type) and entry.item_id_order = id_order(named.id)`.execute(
    tx,
  );
  return new Set(rows.map(({ item_type, item_id }) => `${item_type} ${item_id}`));
}

/** In the order of their ids, so that two transactions never wait for each other. */
async function openAmong(tx: Tx, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaign where id = any(${ids}::bigint[]) and not being_deleted order by id for no key update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

async function write(tx: Tx, campaignId: number, entries: Entry[]): Promise<void> {
  const now = new Date();
  const run = {
    key: `tracker ${campaignId}`,
    noun: 'campaign' as const,
    action: 'poll' as const,
    isCountedApart: true,
  };
  await writeEntries(tx, campaignId, batchOf(entries, now), { caller: { ...timer, run }, now });
}

/** Erasure: nothing of the post stays. Users without entries go with their last one. */
export async function eraseTracked(tx: Tx, { site_id, source_id, external_key }: ItemRow): Promise<void> {
  const { rows } = await sql<Pick<TrackedPost, 'post_id' | 'campaign_id' | 'entry_type'>>`
    delete from tracked_post
    where site_id = ${site_id} and source_id = ${source_id} and external_key = ${external_key}
    returning post_id, campaign_id, entry_type`.execute(tx);
  for (const { post_id, campaign_id, entry_type } of rows) {
    const [open] = campaign_id === null ? [] : await openAmong(tx, [campaign_id]);
    if (open === undefined || entry_type === null) continue;
    const run = { key: 'erasure', noun: 'erasure' as const, action: 'erase' as const, isCountedApart: true };
    const names = [{ item_type: entry_type, item_id: post_id }];
    await deleteEntries(tx, open, names, { caller: { ...timer, run }, now: new Date() });
    await deleteStaleDays(tx, open, entry_type);
  }
}
