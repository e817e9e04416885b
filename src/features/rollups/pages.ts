/** Paging, shared by the two lists of the analytics API: cursors, the query, and the meta data of a page. */
import { type RawBuilder, sql } from 'kysely';
import type { Network } from '../../contract/analytics.ts';
import { decodeCursor, encodeCursor, type PageCursor, pageLinks } from '../../core/analytics-pages.ts';
import { type Range, rangeOf } from '../../core/spans.ts';

const PAGE_SIZE = 20;

export interface ListWalk<Sort extends string> {
  campaignId: number;
  networks: readonly Network[];
  sort: Sort;
  reverse: boolean;
  range: Range;
  after: PageCursor | null;
  offset: number;
  limit: number;
}

/** The order of a list. Each has an index that begins with campaign and network. */
export interface Order {
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  isDescending: boolean;
}

export function directionOf({ isDescending }: Order, reverse: boolean) {
  const descends = isDescending !== reverse;
  return { descends, direction: descends ? sql`desc` : sql`asc` };
}

export function listsOf({ campaignId, networks }: Pick<ListWalk<string>, 'campaignId' | 'networks'>) {
  return sql.join(networks.map((name) => sql`campaign_list_key(${campaignId}, ${sql.lit(name)})`));
}

/** Rows after the last one of the page before. */
export function behindCursor({ reverse, after }: ListWalk<string>, order: Order) {
  if (!after) return sql``;
  const { descends } = directionOf(order, reverse);
  return sql`and (${order.key}, id) ${descends ? sql`<` : sql`>`} (${after.key}::${order.type}, ${after.id}::bigint)`;
}

/** Ids and sort keys of a page: read per network from the index of the order, then merged. */
export function walkedPage(
  walk: ListWalk<string>,
  order: Order,
  { table, where }: { table: string; where: RawBuilder<unknown> },
) {
  const { networks, campaignId, reverse, offset, limit } = walk;
  const { key } = order;
  const { direction } = directionOf(order, reverse);
  const behind = behindCursor(walk, order);
  const ofNetworks = networks.map(
    (name) => sql`(
      select id, ${key} as sort_key from ${sql.table(table)}
      where list_key = campaign_list_key(${campaignId}, ${sql.lit(name)}) and ${where} ${behind}
      order by ${key} ${direction}, id ${direction} limit ${offset + limit})`,
  );
  return sql`
    select * from (${sql.join(ofNetworks, sql` union all `)}) as found
    order by sort_key ${direction}, id ${direction} limit ${limit} offset ${offset}`;
}

interface AskedPage<Sort extends string> {
  query: {
    count?: number | undefined;
    page?: number | undefined;
    after?: string | undefined;
    sort?: Sort | undefined;
    reverse?: boolean | undefined;
    start_date?: string | undefined;
    end_date?: string | undefined;
    item_type?: string | undefined;
    user_type?: string | undefined;
  };
  address: string;
  apiKey: string | undefined;
}

interface Listed {
  id: number;
  sort_key: string | number | Date;
}

/** `page` alone is an offset; with the `after` of that page it begins behind the cursor, regardless of concurrent writes. */
export function analyticsPage<Sort extends string>({ query, address, apiKey }: AskedPage<Sort>, sort: Sort) {
  const { count = PAGE_SIZE, page = 1, reverse = false, after: given, ...kept } = query;
  const order = `${sort}${reverse ? ' reversed' : ''}`;
  const after = decodeCursor(order, query.page, given);
  const range: Range = rangeOf(query);
  const walk = { sort, reverse, range, after, offset: after ? 0 : (page - 1) * count, limit: count + 1 };
  const present = <Row extends Listed>(rows: Row[], total: number) => {
    const items = rows.slice(0, count);
    const last = items.at(-1);
    const next =
      last && rows.length > count ? { page: page + 1, after: encodeCursor(order, page + 1, placeOf(last)) } : null;
    const parameters = { count, ...kept, reverse: reverse || undefined, api_key: apiKey };
    return {
      meta: { total_count: total, count: items.length },
      pagination: pageLinks(address, parameters, next),
      items,
    };
  };
  return { walk, present };
}

export function placeOf({ id, sort_key }: Listed) {
  return { id, key: sort_key instanceof Date ? sort_key.toISOString() : sort_key };
}
