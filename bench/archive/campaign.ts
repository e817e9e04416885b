/**
 * Fills a database with a campaign by SQL, in the rows that writing its entries would have left: a year of all four networks
 * with a skew as in life: few popular posts, few busy users, hidden figures.
 */
import type pg from 'pg';
import { PACKED_FORMAT } from '../../src/core/packed-format.ts';
import { kysely } from '../../src/db/connect.ts';
import { transaction } from '../../src/db/transaction.ts';
import { rebuildSome } from '../../src/features/rollups/commands.ts';

export const CAMPAIGN = 1;
export const FIRST_DAY = '2026-01-01';
export const END_DAY = '2027-01-01';
const ENTRIES_A_USER = 6;
const NETWORKS = "array['twitter', 'instagram', 'facebook', 'twitter', 'linkedin', 'instagram', 'twitter', 'facebook']";

export async function fillCampaign(pool: pg.Pool, entries: number, say: (line: string) => void): Promise<void> {
  const client = await pool.connect();
  try {
    // Skips foreign key checks: a data set is complete or discarded.
    await client.query('set session_replication_role = replica');
    await client.query('select setseed(0.42)');
    await client.query(
      `insert into site (id, name, url, locale, time_zone, api_key_required, content_version)
       values (draw_id('site_id', 1), 'Site', 'https://site.example', 'en', 'Europe/Helsinki', false, 1)`,
    );
    await client.query(
      `insert into campaign (id, site_id, name) values (draw_id('campaign_id', ${CAMPAIGN}), 1, 'Campaign')`,
    );
    const indexes = await takeOffIndexes(client);
    await client.query(ENTRIES, [CAMPAIGN, entries, Math.ceil(entries / ENTRIES_A_USER)]);
    say(`  ${entries} entries`);
    await client.query(USERS, [CAMPAIGN]);
    for (const index of indexes) await client.query(index);
    await client.query(COUNTS, [CAMPAIGN]);
    await client.query(FOLLOWERS, [CAMPAIGN]);
    await client.query(MARKS, [CAMPAIGN]);
  } finally {
    client.release(true);
  }
  say('  rollups');
  while ((await transaction(kysely(pool), (tx) => rebuildSome(tx, CAMPAIGN, 'all'))) > 0);
  await pool.query('vacuum analyze');
}

/** A user posts on one network only, and its number tells which. */
const ENTRIES = `
  insert into campaign_entry (campaign_id, item_type, item_id, published_at, user_id, is_reply, stat1, stat2, stat3,
    followers, item_url, image_url, text, hashtags)
  select $1::bigint, network, n::text, published_at, poster, n % 5 = 0,
    case when n % 13 > 0 then floor(30 * luck)::int end,
    case when n % 29 > 0 then floor(4 * luck)::int end,
    case when network in ('twitter', 'facebook') and n % 31 > 0 then floor(2 * luck)::int end,
    case when poster % 3 > 0 then (poster * 7919) % 20000 end,
    'https://' || network || '.example/' || n, '', 'A day at the harbour, number ' || n || ' #harbour' || n % 50,
    case when n % 3 > 0 then array['harbour' || n % 50, 'summer'] else '{}' end
  from (
    select n, poster, (${NETWORKS})[1 + poster % 8] as network, least(1 / (1.0001 - random()), 5000) ^ 0.8 as luck,
      timestamptz '${FIRST_DAY}Z' + floor(random() * 365) * interval '1 day'
        + least(86399.999, greatest(0, 86400 * (0.6 + 0.2 * (random() + random() + random() - 1.5)))) * interval '1 second' as published_at
    from (select n, 1 + floor($3 * random() ^ 2)::int as poster from generate_series(1, $2::int) as n) as posted
  ) as entries`;

/** The ids are those that the entries name; what is computed of users is what userFigures computes. */
const USERS = `
  insert into campaign_user (campaign_id, id, user_type, user_id, username, followers, profile_at, followers_at, first_at,
    posted_items_count, reply_count, score_trillionths, score_millionths_sum, stat1_sum, stat2_sum, stat3_sum)
  select $1::bigint, user_id, item_type, user_id::text, 'user' || user_id, followers, '${END_DAY}Z',
    case when followers is not null then timestamptz '${END_DAY}Z' end, min(first_at), sum(posts)::int, sum(replies)::int,
    sum(day_score(posts))::bigint, sum(score)::bigint,
    coalesce(sum(stat1), 0)::bigint, coalesce(sum(stat2), 0)::bigint, coalesce(sum(stat3), 0)::bigint
  from (
    select user_id, item_type, followers, min(published_at) as first_at, count(*) as posts,
      count(*) filter (where is_reply) as replies, sum(score_millionths) as score,
      sum(stat1) as stat1, sum(stat2) as stat2, sum(stat3) as stat3
    from campaign_entry where campaign_id = $1
    group by user_id, item_type, followers, floor(extract(epoch from published_at) / 86400)
  ) as per_day
  group by user_id, item_type, followers`;

const COUNTS = `
  with users as (select user_type, count(*) as users from campaign_user where campaign_id = $1 group by user_type),
  highest as (update campaign set last_user_id = (select max(id) from campaign_user where campaign_id = $1) where id = $1)
  insert into campaign_network (campaign_id, network, entries, users)
  select $1::bigint, item_type, count(*), (select users from users where user_type = item_type)
  from campaign_entry where campaign_id = $1 group by item_type`;

/** Four bytes a user, the lowest first, a thousand and twenty-four users a part (core/followers.ts). */
const FOLLOWERS = `
  insert into campaign_followers (campaign_id, part, followers, format)
  select $1::bigint, n / 1024, string_agg(substring(sent, 4, 1) || substring(sent, 3, 1) || substring(sent, 2, 1) || substring(sent, 1, 1), ''::bytea order by n), ${PACKED_FORMAT}
  from generate_series(0, ((select last_user_id from campaign where id = $1) / 1024 + 1) * 1024 - 1) as n
  left join campaign_user on campaign_id = $1 and id = n cross join lateral int4send(coalesce(followers, 0)) as sent
  group by n / 1024`;

const MARKS = `
  insert into campaign_stale_day (campaign_id, network, day)
  select distinct campaign_id, item_type, floor(extract(epoch from published_at) / 86400)::int
  from campaign_entry where campaign_id = $1`;

/** An index is made in a fraction of the time when everything is there. */
async function takeOffIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid in ('campaign_entry'::regclass, 'campaign_user'::regclass) and not indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made);
}
