/**
 * Writes entries and their users in batches: a few statements per batch. The figures of users are updated by differences, so
 * that a user with many entries costs no more than another.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { EntryName } from '../../contract/analytics.ts';
import { notFound } from '../../core/errors.ts';
import { type Actor, sitesWith } from '../../core/rights.ts';
import { recordChange } from '../../db/audit.ts';
import { columnLiterals } from '../../db/columns.ts';
import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { noSuchCampaign } from '../campaigns/queries.ts';
import { enqueueRebuilding, markedDays } from '../rollups/commands.ts';
import { type EntryBatch, OBSERVED } from './batches.ts';
import { changedFollowers, type FollowersChange, writeFollowers } from './followers.ts';
import { deletedRows, type LockedCampaign, writtenRows } from './rows.ts';
import { followedUsers, observedUsers, startOfDay } from './users.ts';

const NOBODY = { observed: columnLiterals([], OBSERVED) };

export interface Deleted {
  deleted: number;
  missing: number;
}

export interface WrittenEntries {
  created: number;
  updated: number;
  unchanged: number;
}

export async function writeEntries(
  db: Db | Tx,
  campaignId: number,
  batch: EntryBatch,
  { caller, now, meanwhile }: { caller: Actor; now: Date; meanwhile?: () => void },
): Promise<WrittenEntries> {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const written = await writeBatch(tx, campaign, batch, meanwhile);
    await recordEntries(tx, caller, campaign, 'write_entries', { ...written });
    return written;
  });
}

/** Without a change it writes nothing. */
export async function writeBatch(
  tx: Tx,
  campaign: LockedCampaign,
  batch: EntryBatch,
  meanwhile?: () => void,
): Promise<WrittenEntries> {
  const outcome = await changeEntries(tx, campaign, writtenRows(campaign, batch), batch, meanwhile);
  await tellThePlanner(tx, outcome);
  const { created, changed } = outcome;
  return { created, updated: changed - created, unchanged: batch.size - changed };
}

/**
 * The indexes of these tables begin with the same columns, so the planner needs statistics to choose one. Autovacuum makes them
 * a minute after a campaign began to grow; until then each entry of a batch would scan all entries.
 */
async function tellThePlanner(tx: Tx, { created, former, planned_for }: EntryOutcome): Promise<void> {
  if (former + created <= 500 + 1.5 * Math.max(planned_for, 0)) return;
  await sql`analyze (skip_locked) campaign_entry, campaign_user`.execute(tx);
}

export async function deleteEntry(
  db: Db | Tx,
  campaignId: number,
  id: number,
  { caller, now }: { caller: Actor; now: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const { changed } = await changeEntries(tx, campaign, deletedRows(campaign, sql`id = ${id}`));
    if (changed === 0) throw notFound('There is no such entry.');
    await recordEntries(tx, caller, campaign, 'delete_entries', { deleted: 1 });
  });
}

/** By the ids of the networks; duplicates count once. */
export async function deleteEntries(
  db: Db | Tx,
  campaignId: number,
  entries: Static<typeof EntryName>[],
  { caller, now }: { caller: Actor; now: Date },
): Promise<Deleted> {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const named = sql`id in (
      select found.id from unnest(${entries.map(({ item_type }) => item_type)}::text[],
        ${entries.map(({ item_id }) => item_id)}::text[]) as named (item_type, item_id)
      cross join lateral (
        select id from campaign_entry
        where list_key = campaign_list_key(${campaignId}, named.item_type) and item_id_order = id_order(named.item_id)
        limit 1 -- one by one from the index, however many the planner expects
      ) as found)`;
    const { changed } = await changeEntries(tx, campaign, deletedRows(campaign, named));
    await recordEntries(tx, caller, campaign, 'delete_entries', { deleted: changed });
    return { deleted: changed, missing: entries.length - changed };
  });
}

async function recordEntries(
  tx: Tx,
  caller: Actor,
  { id, site_id }: LockedCampaign,
  action: 'write_entries' | 'delete_entries',
  counts: Record<string, number>,
): Promise<void> {
  await recordChange(tx, caller, { action, noun: 'campaign', id, sites: [site_id], counts });
}

/** The campaign's row is the lock: writes to a campaign run one after the other. */
async function lockCampaign(tx: Tx, id: number, caller: Actor, now: Date): Promise<LockedCampaign> {
  const sites = sitesWith(caller, 'campaigns', 'write');
  const campaign = await tx
    .updateTable('campaign')
    .set((row) => ({ last_update_at: sql`greatest(${row.ref('last_update_at')}, ${now}::timestamptz)` }))
    .where('id', '=', id)
    .where('being_deleted', '=', false)
    .$if(sites !== 'all', (query) => query.where('site_id', 'in', [...(sites as readonly number[]), 0]))
    .returning(['id', 'last_user_id', 'site_id'])
    .executeTakeFirst();
  if (!campaign) throw noSuchCampaign();
  return campaign;
}

interface EntryOutcome extends FollowersChange {
  /** Entries. */
  created: number;
  changed: number;
  /** Entries of all campaigns before the write, and the planner's estimate of them. */
  former: number;
  planned_for: number;
}

/**
 * One statement changes entries and everything derived from their rows: users, counts and stale marks. PostgreSQL computes the
 * differences itself, without a round trip. The followers and the job of the rebuild follow in the same transaction.
 */
async function changeEntries(
  tx: Tx,
  campaign: LockedCampaign,
  changedRows: RawBuilder<unknown>,
  observed: Pick<EntryBatch, 'observed' | 'isImported'> = NOBODY,
  meanwhile?: () => void,
): Promise<EntryOutcome> {
  const changing = prepared(sql<EntryOutcome>`
    with ${observedUsers(campaign, observed)}, ${changedRows}, ${followedUsers(campaign)}, ${movedCounts(campaign)},
      ${markedDays(campaign.id, STALE_DAYS)}
    select *, (select coalesce(sum(entries), 0) from campaign_network) as former,
      (select reltuples from pg_class where oid = 'campaign_entry'::regclass) as planned_for
    from (select count(*) filter (where was_published_at is null) as created, count(*) as changed from changed) as counts,
      ${changedFollowers(campaign)}`).execute(tx);
  meanwhile?.();
  const outcome = (await changing).rows[0] as EntryOutcome; // an aggregate is one row
  await writeFollowers(tx, campaign.id, outcome);
  if (outcome.changed > 0) await enqueueRebuilding(tx, campaign.id);
  return outcome;
}

function movedCounts({ id }: LockedCampaign): RawBuilder<unknown> {
  return sql`
    counted as (
      insert into campaign_network as counted (campaign_id, network, entries, users)
      select ${id}::bigint, network, sum(entries), sum(users) from (
        select network, (published_at is not null)::int - (was_published_at is not null)::int as entries, 0 as users from changed
        union all
        select user_type, 0, (first_at is not null)::int - (was_first_at is not null)::int from followed
      ) as moved
      group by network having sum(entries) <> 0 or sum(users) <> 0
      on conflict (campaign_id, network) do update
        set entries = counted.entries + excluded.entries, users = counted.users + excluded.users
    )`;
}

/** The days of changed entries, and the old and new day of a user's first entry, whose number of new contributors changed. */
const STALE_DAYS = sql`
  select network, (extract(epoch from day) / 86400)::int as day from (
    select network, ${startOfDay(sql`published_at`)} as day from changed
    union select network, ${startOfDay(sql`was_published_at`)} from changed
    union select user_type, ${startOfDay(sql`first_at`)} from followed where first_at is distinct from was_first_at
    union select user_type, ${startOfDay(sql`was_first_at`)} from followed where first_at is distinct from was_first_at
  ) as days where day is not null`;
