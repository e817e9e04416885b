import { type Selectable, sql } from 'kysely';
import { type ENTRY_SORTS, NETWORKS, type Network } from '../../contract/analytics.ts';
import type { Range } from '../../core/spans.ts';
import type { Db } from '../../db/connect.ts';
import type { CampaignEntryRow } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';
import { behindCursor, directionOf, type ListWalk, type Order, walkedPage } from '../rollups/pages.ts';

export type EntrySort = (typeof ENTRY_SORTS)[number];

/** An entry with its user, whose columns begin with `poster`. */
export interface ListedEntry extends Selectable<CampaignEntryRow> {
  sort_key: string | number | Date;
  poster_id: string | null;
  poster_username: string | null;
  poster_profile_url: string | null;
  poster_picture_url: string | null;
  poster_following: number | null;
  poster_posts_published: number | null;
}

/** Unknown figures sort last. */
const ORDERS: Record<EntrySort, Order> = {
  published_at: { key: sql`published_at`, type: sql`timestamptz`, isDescending: true },
  score: { key: sql`score_millionths`, type: sql`bigint`, isDescending: true },
  item_id: { key: sql`item_id_order`, type: sql`text`, isDescending: false },
  stat1: { key: sql`coalesce(stat1, -1)`, type: sql`int`, isDescending: true },
  stat2: { key: sql`coalesce(stat2, -1)`, type: sql`int`, isDescending: true },
  stat3: { key: sql`coalesce(stat3, -1)`, type: sql`int`, isDescending: true },
};

const USER_ID = /^[1-9][0-9]{0,8}$/;

/** 0 for what is no id: no user has it. */
export const userIdIn = (text: string) => (USER_ID.test(text) ? Number(text) : 0);

/** The networks of a list without `item_type`: linkedin is not in the interface and is listed only on request. */
export function listedNetworks(asked: Network | undefined): readonly Network[] {
  return asked ? [asked] : NETWORKS.filter((network) => network !== 'linkedin');
}

/** The networks of a figure without `item_type`: all, as in the report. */
export function askedNetworks(asked: Network | undefined): readonly Network[] {
  return asked ? [asked] : NETWORKS;
}

export interface EntryWalk extends ListWalk<EntrySort> {
  /** Only entries of this user. */
  userId?: number | undefined;
}

/** Reads the ids of the page from the index of the order, per network, and then the rows. */
export async function entryPage(db: Db | Tx, walk: EntryWalk): Promise<ListedEntry[]> {
  const order = ORDERS[walk.sort];
  const { direction } = directionOf(order, walk.reverse);
  const page =
    walk.userId === undefined
      ? walkedPage(walk, order, { table: 'campaign_entry', where: inRange(walk.range) })
      : pageOfUser(walk, walk.userId, order);
  const { rows } = await sql<ListedEntry>`
    with page as (${page})
    select entry.*, sort_key, poster.user_id as poster_id, poster.username as poster_username,
      poster.profile_url as poster_profile_url, poster.profile_picture_url as poster_picture_url,
      poster.following as poster_following, poster.posts_published as poster_posts_published
    from page join campaign_entry as entry on entry.campaign_id = ${walk.campaignId} and entry.id = page.id
    left join campaign_user as poster on poster.campaign_id = entry.campaign_id and poster.id = entry.user_id
    order by sort_key ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

/** From the index of the user's entries: they are few, and sorted for each page. */
function pageOfUser(walk: EntryWalk, userId: number, order: Order) {
  const { direction } = directionOf(order, walk.reverse);
  return sql`
    select id, ${order.key} as sort_key from campaign_entry
    where ${ofUser(walk, userId)} ${behindCursor(walk, order)}
    order by ${order.key} ${direction}, id ${direction} limit ${walk.limit} offset ${walk.offset}`;
}

export async function entriesOfUser(db: Db | Tx, walk: EntryWalk, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from campaign_entry where ${ofUser(walk, userId)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const ofUser = ({ campaignId, networks, range }: EntryWalk, userId: number) => sql`
  campaign_id = ${campaignId} and user_id = ${userId} and item_type = any(${[...networks]}) and ${inRange(range)}`;

export function inRange({ start, end }: Range, column = sql`published_at`) {
  const from = start ? sql`${column} >= ${start}::timestamptz` : sql`true`;
  return end ? sql`${from} and ${column} < ${end}::timestamptz` : from;
}
