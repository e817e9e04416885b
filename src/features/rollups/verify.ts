/** Recomputes the stored figures of a campaign from its entries and reports differences. */
import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { partOf, withFollowers } from '../../core/followers.ts';
import { PACKED_FORMAT } from '../../core/packed-format.ts';
import { addTotals, newTotals, packTotals, type StoredForm, unpackTotals } from '../../core/rollup.ts';
import { monthOf } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import { snapshot, type Tx } from '../../db/transaction.ts';
import { daysFromEntries, lastUserId, type StoredDay } from './commands.ts';
import type { NetworkDay } from './days.ts';

export interface Verified {
  /** Days with entries, summed over networks. */
  days: number;
  /** Days that wait for a rebuild; their rollups are not read, so they cannot be wrong. */
  staleDays: number;
  months: number;
  users: number;
  /** As text; empty without differences. */
  differences: string[];
}

type Packed = StoredForm & Partial<StoredDay> & { format?: number };

const DAYS_AT_ONCE = 200;
const PARTS = ['stat1', 'stat2', 'stat3', 'contributors', 'entries', 'hashtags'] as const;
/** For a month, which stores no entries. */
const NOTHING = Buffer.alloc(0);

export async function verifyCampaign(db: Db | Tx, id: number): Promise<Verified> {
  return snapshot(db, async (tx) => {
    const users = await differentUsers(tx, id);
    const counts = await differentCounts(tx, id);
    const followers = await differentFollowers(tx, id);
    const rollups = await differentRollups(tx, id);
    const { rows } = await sql<{
      users: number;
    }>`select count(*) as users from campaign_user where campaign_id = ${id}`.execute(tx);
    return {
      ...rollups,
      users: rows[0]?.users ?? 0,
      differences: [...users, ...counts, ...followers, ...rollups.differences],
    };
  });
}

async function differentUsers(tx: Tx, id: number): Promise<string[]> {
  const columns = sql`first_at, posted_items_count, reply_count, score_trillionths, score_millionths_sum, stat1_sum, stat2_sum, stat3_sum`;
  const { rows } = await sql<{ id: number }>`
    with computed as (${userFigures(id)}),
    kept as (select id as user_id, ${columns} from campaign_user where campaign_id = ${id})
    select distinct user_id as id from (
      (select user_id, ${columns} from computed except select * from kept)
      union all (select * from kept except select user_id, ${columns} from computed)
    ) as different order by user_id`.execute(tx);
  return rows.map((user) => `user ${user.id}`);
}

/** The figures of each user from their entries: score = Σ over UTC days of log2(1 + entries of that day). */
function userFigures(campaignId: number) {
  return sql`
    select user_id, min(first_at) as first_at, sum(posts)::int as posted_items_count, sum(replies)::int as reply_count,
      sum(day_score(posts))::bigint as score_trillionths,
      sum(score_millionths)::bigint as score_millionths_sum, coalesce(sum(stat1), 0)::bigint as stat1_sum,
      coalesce(sum(stat2), 0)::bigint as stat2_sum, coalesce(sum(stat3), 0)::bigint as stat3_sum
    from (
      select user_id, min(published_at) as first_at, count(*) as posts, count(*) filter (where is_reply) as replies,
        sum(score_millionths) as score_millionths, sum(stat1) as stat1, sum(stat2) as stat2, sum(stat3) as stat3
      from campaign_entry where campaign_id = ${campaignId} and user_id is not null
      group by user_id, floor(extract(epoch from published_at) / 86400)
    ) as per_day
    group by user_id`;
}

async function differentCounts(tx: Tx, id: number): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select network from (select network, entries, users from campaign_network where campaign_id = ${id}) as kept
    full join (
      select item_type as network, count(*) as entries, count(distinct user_id) as users
      from campaign_entry where campaign_id = ${id} group by item_type
    ) as computed using (network)
    where coalesce(kept.entries, 0) <> coalesce(computed.entries, 0)
      or coalesce(kept.users, 0) <> coalesce(computed.users, 0)`.execute(tx);
  return rows.map(({ network }) => `number of entries and users of ${network}`);
}

/** Compares existing users only: the value of an unused id does not matter. */
async function differentFollowers(tx: Tx, id: number): Promise<string[]> {
  const users = await sql<{ id: number; followers: number | null }>`
    select id, followers from campaign_user where campaign_id = ${id} order by id`.execute(tx);
  const parts = await sql<{ part: number; followers: Buffer }>`
    select part, followers from campaign_followers where campaign_id = ${id}`.execute(tx);
  const kept = new Map(parts.rows.map(({ part, followers }) => [part, followers]));
  const changes = new Map<number, typeof users.rows>();
  for (const user of users.rows) changes.set(partOf(user.id), [...(changes.get(partOf(user.id)) ?? []), user]);
  return [...changes].flatMap(([part, own]) => {
    const bytes = kept.get(part);
    return bytes && withFollowers(bytes, own).equals(bytes) ? [] : `followers, part ${part}`;
  });
}

/** Stale days are computed from rows when they are read, so only rebuilt days can be wrong. */
async function differentRollups(tx: Tx, id: number) {
  const days = await knownDays(tx, id);
  const fresh = days.filter(({ is_stale }) => !is_stale);
  const kept = await keptRollups(tx, id, 'day');
  const largestUserId = await lastUserId(tx, id);
  const differences: string[] = [];
  const months = new Map<string, ReturnType<typeof newTotals>>();
  for (let from = 0; from < fresh.length; from += DAYS_AT_ONCE) {
    const part = fresh.slice(from, from + DAYS_AT_ONCE);
    const computed = await daysFromEntries(tx, id, part, largestUserId);
    for (const [index, { network, day }] of part.entries()) {
      const packed = computed[index];
      if (!isSame(packed, kept.get(`${network} ${day}`))) differences.push(`day ${day} of ${network}`);
      const month = `${network} ${monthOf(day)}`;
      const totals = months.get(month) ?? newTotals(largestUserId);
      if (packed) addTotals(totals, unpackTotals(packed));
      months.set(month, totals);
    }
  }
  const wrongMonths = await differentMonths(tx, id, months);
  return {
    days: days.length,
    staleDays: days.length - fresh.length,
    months: new Set(days.map(({ network, day }) => `${network} ${monthOf(day)}`)).size,
    differences: [...differences, ...wrongMonths],
  };
}

async function differentMonths(tx: Tx, id: number, computed: Map<string, ReturnType<typeof newTotals>>) {
  const { rows } = await sql<NetworkDay>`select network, day from campaign_stale_day where campaign_id = ${id}`.execute(
    tx,
  );
  const stale = new Set(rows.map(({ network, day }) => `${network} ${monthOf(day)}`));
  const kept = await keptRollups(tx, id, 'month');
  return [...new Set([...computed.keys(), ...kept.keys()])]
    .filter((month) => !stale.has(month))
    .filter((month) => !isSame(packTotals(computed.get(month) ?? newTotals(0)), kept.get(month)))
    .map((month) => `month ${month.replace(/(\w+) (-?\d+)/, '$2 of $1')}`);
}

/** All days that have entries or a rollup. */
async function knownDays(tx: Tx, id: number): Promise<(NetworkDay & { is_stale: boolean })[]> {
  const { rows } = await sql<NetworkDay & { is_stale: boolean }>`
    select network, day, coalesce(is_marked, false) as is_stale
    from (
      select item_type as network, floor(extract(epoch from published_at) / 86400)::int as day
      from campaign_entry where campaign_id = ${id}
      union select network, day from campaign_day where campaign_id = ${id}
    ) as known
    left join (
      select network, day, true as is_marked from campaign_stale_day where campaign_id = ${id}
    ) as stale using (network, day)
    order by network, day`.execute(tx);
  return rows;
}

async function keptRollups(tx: Tx, id: number, unit: 'day' | 'month'): Promise<Map<string, Packed>> {
  const { rows } = await sql<Packed & { network: Network; at: number }>`
    select *, ${sql.ref(unit)} as at from ${sql.table(`campaign_${unit}`)} where campaign_id = ${id}`.execute(tx);
  return new Map(rows.map((row) => [`${row.network} ${row.at}`, row]));
}

function isSame(computed: Packed | undefined, kept: Packed | undefined): boolean {
  if (!computed?.posts || !kept) return !computed?.posts && !kept;
  return (
    kept.format === PACKED_FORMAT &&
    computed.posts === kept.posts &&
    computed.new_contributors === kept.new_contributors &&
    PARTS.every((part) => (computed[part] ?? NOTHING).equals(kept[part] ?? NOTHING))
  );
}
