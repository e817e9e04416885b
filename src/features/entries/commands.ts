/**
 * Writes entries with their users, a batch at a time: a few statements for all, whatever their number. What is kept of users
 * moves on by what changed, so that a user with many entries costs no more than another.
 */
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { EntryName, Network } from '../../contract/analytics.ts';
import { notFound } from '../../core/errors.ts';
import type { Caller } from '../../core/rights.ts';
import { dayOf } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { noSuchCampaign } from '../campaigns/queries.ts';
import { markStale } from '../rollups/commands.ts';
import type { NetworkDay } from '../rollups/days.ts';
import type { Batch } from './batches.ts';
import { type Changed, deleteRows, writeRows } from './rows.ts';
import { type FollowedUser, followUsers, userIdsOf } from './users.ts';

export interface Deleted {
  deleted: number;
  missing: number;
}

/** No user was observed. */
const NOBODY = { observed: '[]', userIds: [] as number[] };

export interface Written {
  created: number;
  updated: number;
  unchanged: number;
}

export async function writeEntries(
  db: Db | Tx,
  campaignId: number,
  batch: Batch,
  { caller, now, meanwhile }: { caller: Caller; now: Date; meanwhile?: () => void },
): Promise<Written> {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const userIds = await userIdsOf(tx, campaign, batch.observations);
    const writing = writeRows(tx, campaignId, batch.documents, userIds);
    meanwhile?.();
    const changed = await writing;
    await follow(tx, campaign, changed, { observed: batch.observed, userIds });
    await tellThePlanner(tx);
    const created = changed.filter(({ before }) => before === null).length;
    return { created, updated: changed.length - created, unchanged: batch.size - changed.length };
  });
}

/**
 * The indexes of these tables all begin alike, and only figures about their columns tell the planner which one finds an
 * entry. Autovacuum makes them a minute after a campaign began to grow; until then each entry of a batch would be looked for
 * among all of them.
 */
async function tellThePlanner(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from pg_class where oid = 'campaign_entry'::regclass
      and (select sum(entries) from campaign_network) > 500 + 1.5 * greatest(reltuples, 0)`.execute(tx);
  if (rows.length > 0) await sql`analyze (skip_locked) campaign_entry, campaign_user`.execute(tx);
}

export async function deleteEntry(
  db: Db | Tx,
  campaignId: number,
  id: number,
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> {
  await transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const deleted = await deleteRows(tx, campaignId, sql`id = ${id}`);
    if (deleted.length === 0) throw notFound('There is no such entry.');
    await follow(tx, campaign, deleted, NOBODY);
  });
}

/** By the ids that the networks gave them; what is named twice is there once. */
export async function deleteEntries(
  db: Db | Tx,
  campaignId: number,
  entries: Static<typeof EntryName>[],
  { caller, now }: { caller: Caller; now: Date },
): Promise<Deleted> {
  return transaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId, caller, now);
    const named = sql`id in (
      select found.id from unnest(${entries.map(({ item_type }) => item_type)}::text[],
        ${entries.map(({ item_id }) => item_id)}::text[]) as named (item_type, item_id)
      cross join lateral (
        select id from campaign_entry
        where list = list_of(${campaignId}, named.item_type) and item_id_order = id_order(named.item_id)
        limit 1 -- one by one from the index, however many the planner expects
      ) as found)`;
    const deleted = await deleteRows(tx, campaignId, named);
    await follow(tx, campaign, deleted, NOBODY);
    return { deleted: deleted.length, missing: entries.length - deleted.length };
  });
}

/** The campaign's row is the lock: whoever writes to it comes after the one before. */
async function lockCampaign(tx: Tx, id: number, { sites }: Caller, now: Date) {
  const campaign = await tx
    .updateTable('campaign')
    .set((row) => ({ last_update_at: sql`greatest(${row.ref('last_update_at')}, ${now}::timestamptz)` }))
    .where('id', '=', id)
    .where('being_deleted', '=', false)
    .$if(sites !== 'all', (query) => query.where('site_id', 'in', [...(sites as readonly number[]), 0]))
    .returning(['id', 'last_user_id'])
    .executeTakeFirst();
  if (!campaign) throw noSuchCampaign();
  return campaign;
}

/** All that depends on entries follows them in the same transaction: their users, the counts, the marks of their days. */
async function follow(
  tx: Tx,
  campaign: { id: number; last_user_id: number },
  changed: Changed[],
  observed: typeof NOBODY,
): Promise<void> {
  const users = await followUsers(tx, campaign, observed, changed);
  await count(tx, campaign.id, changed, users);
  await markStale(tx, campaign.id, [...daysOf(changed), ...firstDaysOf(users)]);
}

async function count(tx: Tx, campaignId: number, changed: Changed[], users: FollowedUser[]): Promise<void> {
  const deltas = new Map<Network, { entries: number; users: number }>();
  const add = (network: Network, entries: number, users: number) => {
    const delta = deltas.get(network) ?? { entries: 0, users: 0 };
    deltas.set(network, { entries: delta.entries + entries, users: delta.users + users });
  };
  for (const { network, before, after } of changed) add(network, Number(after !== null) - Number(before !== null), 0);
  for (const { user_type, was_first_day, first_day } of users) {
    add(user_type, 0, Number(first_day !== null) - Number(was_first_day !== null));
  }
  const values = [...deltas.values()];
  await sql`
    insert into campaign_network as counted (campaign_id, network, entries, users)
    select ${campaignId}::bigint, * from unnest(${[...deltas.keys()]}::text[],
      ${values.map(({ entries }) => entries)}::int[], ${values.map(({ users }) => users)}::int[])
    on conflict (campaign_id, network) do update
      set entries = counted.entries + excluded.entries, users = counted.users + excluded.users`.execute(tx);
}

function daysOf(changed: Changed[]): NetworkDay[] {
  return changed.flatMap(({ network, before, after }) =>
    [before, after].flatMap((share) => (share ? { network, day: dayOf(share.at) } : [])),
  );
}

/** Where a user's first entry was and where it is now: the number of new contributors of both days has changed. */
function firstDaysOf(users: FollowedUser[]): NetworkDay[] {
  return users
    .filter(({ is_first_moved }) => is_first_moved)
    .flatMap(({ user_type: network, was_first_day, first_day }) =>
      [was_first_day, first_day].flatMap((day) => (day === null ? [] : { network, day })),
    );
}
