import { sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import type { OffsetPeriod } from '../../core/buckets.ts';
import type { Tx } from '../../db/transaction.ts';
import { engagementOfEntry, isComplete } from '../rollups/queries.ts';

export const HOURS_A_WEEK = 168;
/** 1970 began on a Thursday. */
const HOURS_AFTER_MONDAY = 72;
/** Whole weeks that reach back beyond any date, so that no hour is negative. */
const HOURS_BEFORE_1970 = HOURS_A_WEEK * 200_000;

export interface HourRow {
  /** Of the week, from 0: Monday 0 o’clock. */
  hour: number;
  entries: number;
  /** Pairs of engagement and how many entries have it, eight bytes each; null when none is known. */
  packed: Buffer | null;
}

/** One row an hour of the week, its values packed by the database: there are far fewer values than entries. */
export async function hourValues(
  tx: Tx,
  campaignId: number,
  networks: readonly Network[],
  periods: OffsetPeriod[],
): Promise<HourRow[]> {
  const asked = networks.flatMap((network) => periods.map((period) => ({ network, ...period })));
  const { rows } = await sql<HourRow>`
    with of_hour as (
      select hour, engagement, count(*) as entries from unnest(
        ${asked.map(({ network }) => network)}::text[], ${asked.map(({ from }) => from)}::timestamptz[],
        ${asked.map(({ to }) => to)}::timestamptz[], ${asked.map(({ offset }) => offset * 60)}::float8[]
      ) as asked (network, since, until, seconds_east)
      cross join lateral (
        select (floor((date_part('epoch', published_at) + seconds_east) / 3600)::bigint + ${sql.lit(HOURS_AFTER_MONDAY)}
            + ${sql.lit(HOURS_BEFORE_1970)}) % ${sql.lit(HOURS_A_WEEK)} as hour,
          case when ${isComplete} then ${engagementOfEntry} end as engagement
        from campaign_entry where campaign_id = ${campaignId} and item_type = asked.network
          and published_at >= since and published_at < until
      ) as found
      group by hour, engagement
    )
    select hour, sum(entries)::bigint as entries,
      string_agg(int8send(engagement) || int8send(entries), ''::bytea) filter (where engagement is not null) as packed
    from of_hour group by hour`.execute(tx);
  return rows;
}
