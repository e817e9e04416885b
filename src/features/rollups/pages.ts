/** What the two lists of the analytics API have in common: where a page begins, and what is said around it. */
import { decodePlace, encodePlace, pageLinks } from '../../core/analytics-pages.ts';
import { type Range, rangeOf } from '../../core/spans.ts';

const PAGE_SIZE = 20;

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

/** A bare `page` is an offset; with `after` the page begins behind that place, whatever was written meanwhile. */
export function analyticsPage<Sort extends string>({ query, address, apiKey }: AskedPage<Sort>, sort: Sort) {
  const { count = PAGE_SIZE, page = 1, reverse = false, after: given, ...kept } = query;
  const order = `${sort}${reverse ? ' reversed' : ''}`;
  const after = decodePlace(order, given);
  const range: Range = rangeOf(query);
  const walk = { sort, reverse, range, after, offset: after ? 0 : (page - 1) * count, limit: count + 1 };
  const present = <Row extends Listed>(rows: Row[], total: number) => {
    const items = rows.slice(0, count);
    const last = items.at(-1);
    const next = last && rows.length > count ? { page: page + 1, after: encodePlace(order, placeOf(last)) } : null;
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
