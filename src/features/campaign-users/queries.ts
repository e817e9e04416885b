import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { USER_SORTS } from '../../contract/analytics.ts';
import type { Db } from '../../db/connect.ts';
import type { CampaignUserRow } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';
import { inRange } from '../entries/queries.ts';
import { directionOf, type ListWalk, listsOf, type Order, walkedPage } from '../rollups/pages.ts';

export type UserSort = (typeof USER_SORTS)[number];
type UserWalk = ListWalk<UserSort>;

/** The figures of a user's entries in a range. */
export interface RangeFigures {
  post_count: number;
  range_score_millionths: number;
  range_stat1: number;
  range_stat2: number;
  range_stat3: number;
}

export interface ListedUser extends Selectable<CampaignUserRow>, RangeFigures {
  sort_key: string | number;
}

/** Unknown values sort last. */
const ORDERS: Record<UserSort, Order> = {
  followers: { key: sql`coalesce(followers, -1)`, type: sql`int`, isDescending: true },
  following: { key: sql`coalesce(following, -1)`, type: sql`int`, isDescending: true },
  score: { key: sql`score`, type: sql`float8`, isDescending: true },
  username: { key: sql`username`, type: sql`text`, isDescending: false },
  user_id: { key: sql`user_id_order`, type: sql`text`, isDescending: false },
  item_score_sum: { key: sql`score_millionths_sum`, type: sql`bigint`, isDescending: true },
  posts_published: { key: sql`coalesce(posts_published, -1)`, type: sql`int`, isDescending: true },
  posted_items_count: { key: sql`posted_items_count`, type: sql`int`, isDescending: true },
};

const lifetimeFigures = sql`posted_items_count as post_count, score_millionths_sum as range_score_millionths,
  stat1_sum as range_stat1, stat2_sum as range_stat2, stat3_sum as range_stat3`;
const figuresOfEntries = sql`count(*) as post_count, sum(score_millionths)::bigint as range_score_millionths,
  coalesce(sum(stat1), 0)::bigint as range_stat1, coalesce(sum(stat2), 0)::bigint as range_stat2,
  coalesce(sum(stat3), 0)::bigint as range_stat3`;

export async function userPage(db: Db | Tx, walk: UserWalk): Promise<ListedUser[]> {
  const isRanged = walk.range.start !== null || walk.range.end !== null;
  if (!isRanged) return lifetimePage(db, walk);
  return walk.sort === 'item_score_sum' ? scorePage(db, walk) : rangePage(db, walk);
}

export async function userRow(db: Db | Tx, campaignId: number, id: number): Promise<ListedUser | undefined> {
  const { rows } = await sql<ListedUser>`
    select *, ${lifetimeFigures} from campaign_user where campaign_id = ${campaignId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function userIdOf(
  db: Db | Tx,
  campaignId: number,
  type: string,
  userId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from campaign_user
    where list_key = campaign_list_key(${campaignId}, ${type}) and user_id_order = id_order(${userId})`.execute(db);
  return rows[0]?.id;
}

async function lifetimePage(db: Db | Tx, walk: UserWalk): Promise<ListedUser[]> {
  const { direction } = directionOf(ORDERS[walk.sort], walk.reverse);
  const { rows } = await sql<ListedUser>`
    with page as (${pageOf(walk, sql`true`)})
    select person.*, sort_key, ${lifetimeFigures}
    from page join campaign_user as person on person.campaign_id = ${walk.campaignId} and person.id = page.id
    order by sort_key ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

/** Reads the users from the index of the order, and the entries in the range only for the users of the page. */
async function rangePage(db: Db | Tx, walk: UserWalk): Promise<ListedUser[]> {
  const hasEntries = sql`exists (
    select from campaign_entry as theirs where theirs.campaign_id = ${walk.campaignId}
      and theirs.user_id = campaign_user.id and ${inRange(walk.range)})`;
  return pageWithFigures(db, walk, pageOf(walk, hasEntries));
}

/** The order depends on the range: computes the scores of all users in the range, other figures only for the page. */
async function scorePage(db: Db | Tx, walk: UserWalk): Promise<ListedUser[]> {
  const { descends, direction } = directionOf(ORDERS[walk.sort], walk.reverse);
  const after = walk.after
    ? sql`having (sum(score_millionths)::bigint, user_id) ${descends ? sql`<` : sql`>`} (${walk.after.key}::bigint, ${walk.after.id}::int)`
    : sql``;
  return pageWithFigures(
    db,
    walk,
    sql`
      select user_id as id, sum(score_millionths)::bigint as sort_key from campaign_entry
      where list_key in (${listsOf(walk)}) and user_id is not null
        and ${inRange(walk.range)}
      group by user_id ${after}
      order by sort_key ${direction}, user_id ${direction} limit ${walk.limit} offset ${walk.offset}`,
  );
}

async function pageWithFigures(db: Db | Tx, walk: UserWalk, page: RawBuilder<unknown>): Promise<ListedUser[]> {
  const { direction } = directionOf(ORDERS[walk.sort], walk.reverse);
  const { rows } = await sql<ListedUser>`
    with page as (${page})
    select person.*, sort_key, figures.*
    from page join campaign_user as person on person.campaign_id = ${walk.campaignId} and person.id = page.id
    cross join lateral (
      select ${figuresOfEntries} from campaign_entry
      where campaign_id = ${walk.campaignId} and user_id = page.id and ${inRange(walk.range)}
    ) as figures
    order by sort_key ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

function pageOf(walk: UserWalk, where: RawBuilder<unknown>) {
  return walkedPage(walk, ORDERS[walk.sort], { table: 'campaign_user', where });
}
