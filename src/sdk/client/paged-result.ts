/** A list that has pages: awaited, it is its first page; iterated, it is every item of every page. */
import { addressOf, type Parameters, type Route, withQueryOf } from './route.ts';

export interface PagedResult<Answer, Item> extends Promise<Answer>, AsyncIterable<Item> {
  /** The answers themselves, page by page. */
  pages(): AsyncIterable<Answer>;
}

/** Reads one address below the service or the site. */
export type Read = (address: string, signal?: AbortSignal) => Promise<unknown>;

export interface Page {
  pagination?: { older: string | null };
  more?: boolean;
  cursor?: string | null;
  [items: string]: unknown;
}

/** The default of `count`. */
const PAGE_SIZE = 20;

/** Nothing is requested before it is awaited or iterated; the first page is requested once. */
export function pagedResult(read: Read, route: Route, parameters: Parameters, signal?: AbortSignal) {
  const start = addressOf(route.path, parameters);
  const readPage = (address: string) => read(address, signal) as Promise<Page>; // a route with pages answers with a list
  let first: Promise<Page> | undefined;
  const firstPage = () => (first ??= readPage(start));

  async function* pages(): AsyncGenerator<Page> {
    let page = await firstPage();
    for (let [seen, pageNumber] = [0, 1]; ; pageNumber++) {
      yield page;
      seen += itemsOf(page, route).length;
      const next = nextAddress(route, start, parameters, { page, seen, pageNumber });
      if (next === null) return;
      page = await readPage(next);
    }
  }

  async function* items(): AsyncGenerator<unknown> {
    for await (const page of pages()) yield* itemsOf(page, route);
  }

  const list: PagedResult<Page, unknown> = {
    // biome-ignore lint/suspicious/noThenProperty: it is to be awaited
    then: (onAnswer, onError) => firstPage().then(onAnswer, onError),
    catch: (onError) => firstPage().catch(onError),
    finally: (onEnd) => firstPage().finally(onEnd),
    [Symbol.toStringTag]: 'PagedResult',
    [Symbol.asyncIterator]: items,
    pages,
  };
  return list;
}

function itemsOf(page: Page, { items = '' }: Route): unknown[] {
  return page[items] as unknown[]; // the key that holds the list
}

/** The position in the list. */
interface Progress {
  page: Page;
  seen: number;
  pageNumber: number;
}

function nextAddress(
  route: Route,
  start: string,
  parameters: Parameters,
  { page, seen, pageNumber }: Progress,
): string | null {
  const withParameters = (more: Parameters) => addressOf(route.path, { ...parameters, ...more });
  if (route.paging === 'older') return page.pagination?.older ? withQueryOf(page.pagination.older, start) : null;
  if (route.paging === 'cursor') return page.more ? withParameters({ cursor: page.cursor }) : null;
  if (itemsOf(page, route).length < Number(parameters.count ?? PAGE_SIZE)) return null;
  if (route.paging === 'offset') return withParameters({ offset: Number(parameters.offset ?? 0) + seen });
  return withParameters({ page: Number(parameters.page ?? 1) + pageNumber });
}
