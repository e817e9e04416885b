/** A naive implementation on the tables of a campaign without rollups: one plain statement per answer. */

export interface ReportRange {
  from: string;
  to: string;
}

/** The lists of the four networks, as their indexes know them. */
const RANGE = 'list_key in (8, 9, 10, 11) and published_at >= $1 and published_at < $2';
const spread = (stat: string) =>
  `sum(${stat}), percentile_cont(0.5) within group (order by ${stat}), stddev_pop(${stat})`;

export const NAIVE_REPORT = `
  select item_type, count(*) as posts, count(distinct user_id) as contributors,
    (select count(*) from (select user_id from campaign_entry as first where campaign_id = 1
      and first.item_type = entry.item_type group by user_id having min(published_at) >= $1 and min(published_at) < $2) as new)
      as new_contributors,
    (select sum(followers) from campaign_user where campaign_id = 1 and id in (
      select user_id from campaign_entry as posted where ${RANGE} and posted.item_type = entry.item_type)) as reach,
    ${['stat1', 'stat2', 'stat3'].map(spread).join(', ')}
  from campaign_entry as entry where ${RANGE} group by item_type`;

const LISTED = "('instagram', 'twitter', 'facebook')";
/** The names of the columns in the orders that the lists have. */
const ENTRY_KEYS: Record<string, string> = {
  published_at: 'published_at desc',
  score: 'score_millionths desc',
  item_id: 'item_id_order',
  stat1: 'stat1 desc nulls last',
  stat2: 'stat2 desc nulls last',
  stat3: 'stat3 desc nulls last',
};
const USER_KEYS: Record<string, string> = {
  followers: 'followers desc nulls last',
  following: 'following desc nulls last',
  score: 'score desc',
  username: 'username',
  user_id: 'user_id_order',
  item_score_sum: 'range_score desc',
  posts_published: 'posts_published desc nulls last',
  posted_items_count: 'posted_items_count desc',
};

/** The page, and how many there are in all. */
export function naiveEntries(sort: string): string[] {
  const matching = `from campaign_entry as entry where ${RANGE} and item_type in ${LISTED}`;
  return [
    `select entry.*, poster.* from (select * ${matching}) as entry
     left join campaign_user as poster on poster.campaign_id = entry.campaign_id and poster.id = entry.user_id
     order by ${ENTRY_KEYS[sort]?.replace(/^/, 'entry.')}, entry.id limit 20`,
    `select count(*) ${matching}`,
  ];
}

export function naiveUsers(sort: string): string[] {
  const matching = `from campaign_user join (
    select user_id as poster, count(*) as posts, sum(score_millionths) as range_score, sum(stat1), sum(stat2), sum(stat3)
    from campaign_entry where ${RANGE} group by user_id) as theirs on id = poster
    where campaign_id = 1 and user_type in ${LISTED}`;
  return [`select * ${matching} order by ${USER_KEYS[sort]}, id limit 20`, `select count(*) ${matching}`];
}
