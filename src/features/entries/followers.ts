/** Reports add up followers from a packed copy, which every write of entries updates. */
import { type RawBuilder, sql } from 'kysely';
import { partOf, USERS_A_PART, withFollowers } from '../../core/followers.ts';
import { PACKED_FORMAT, requirePackedFormat } from '../../core/packed-format.ts';
import type { Tx } from '../../db/transaction.ts';
import type { LockedCampaign } from './rows.ts';

export interface FollowersChange {
  /** Users whose number of followers changed, and the new numbers. */
  users: number[];
  followers: (number | null)[];
  /** The stored parts that these users belong to, before the change. */
  parts: number[];
  packed: Buffer[];
  formats: number[];
}

/** A part of the statement that changes entries: the change, as one row. */
export function changedFollowers({ id }: LockedCampaign): RawBuilder<unknown> {
  const areOthers = sql`first_at is not null and (was_first_at is null or followers is distinct from was_followers)`;
  return sql`
    (
      select coalesce(array_agg(id), '{}') as users, coalesce(array_agg(followers), '{}') as followers
      from followed where ${areOthers}
    ) as others, (
      select coalesce(array_agg(part), '{}') as parts, coalesce(array_agg(followers), '{}') as packed,
        coalesce(array_agg(format), '{}') as formats
      from campaign_followers where campaign_id = ${id}
        and part in (select id / ${sql.lit(USERS_A_PART)} from followed where ${areOthers})
    ) as known`;
}

export async function writeFollowers(tx: Tx, campaignId: number, change: FollowersChange): Promise<void> {
  if (change.users.length === 0) return;
  requirePackedFormat(change.formats.map((format) => ({ format })));
  const known = new Map(change.parts.map((part, at) => [part, change.packed[at]]));
  const changes = changesByPart(change);
  const packed = [...changes].map(([part, changed]) => withFollowers(known.get(part), changed));
  await sql`
    insert into campaign_followers (campaign_id, part, followers, format)
    select ${campaignId}::bigint, *, ${sql.lit(PACKED_FORMAT)}::smallint from unnest(${[...changes.keys()]}::int[], ${packed}::bytea[])
    on conflict (campaign_id, part) do update set followers = excluded.followers, format = excluded.format`.execute(tx);
}

function changesByPart({ users, followers }: FollowersChange) {
  const parts = new Map<number, { id: number; followers: number | null }[]>();
  for (const [at, id] of users.entries()) {
    const change = { id, followers: followers[at] ?? null };
    const others = parts.get(partOf(id));
    if (others) others.push(change);
    else parts.set(partOf(id), [change]);
  }
  return parts;
}
