/** A list that has pages: awaited, it is its first page; iterated, it is every item of every page. */
import { addressOf, type CallOptions, type Parameters, type Route, withQueryOf } from './route.ts';

export interface PagedResult<Answer, Item> extends Promise<Answer>, AsyncIterable<Item> {
  /** The answers themselves, page by page. */
  pages(): AsyncIterable<Answer>;
}

/** Asks for one address below the service or the site. */
export type Read = (address: string, signal?: AbortSignal) => Promise<unknown>;

export interface Answered {
  pagination?: { older: string | null };
  [items: string]: unknown;
}

/** What the service gives to who does not say how many. */
const PAGE_SIZE = 20;

/** Nothing is asked before it is awaited or iterated; the first page is asked for once. */
export function walk<Answer, Item>(read: Read, route: Route, parameters: Parameters, options: CallOptions) {
  const { signal } = options;
  const start = addressOf(route.path, parameters);
  const ask = (address: string) => read(address, signal) as Promise<Answered>; // a route with pages answers with a list
  let first: Promise<Answered> | undefined;
  const firstPage = () => (first ??= ask(start));

  async function* pages(): AsyncGenerator<Answered> {
    let answer = await firstPage();
    for (let taken = 0; ; ) {
      yield answer;
      taken += itemsOf(answer, route).length;
      const next = nextAddress(route, start, parameters, answer, taken);
      if (next === null) return;
      answer = await ask(next);
    }
  }

  async function* items(): AsyncGenerator<unknown> {
    for await (const answer of pages()) yield* itemsOf(answer, route);
  }

  const list: PagedResult<Answered, unknown> = {
    // biome-ignore lint/suspicious/noThenProperty: it is to be awaited
    then: (onAnswer, onError) => firstPage().then(onAnswer, onError),
    catch: (onError) => firstPage().catch(onError),
    finally: (onEnd) => firstPage().finally(onEnd),
    [Symbol.toStringTag]: 'Walk',
    [Symbol.asyncIterator]: items,
    pages,
  };
  return list as PagedResult<Answer, Item>; // the types of answer and item are the route’s
}

export function itemsOf(answer: Answered, { items = '' }: Route): unknown[] {
  return answer[items] as unknown[]; // the key that holds the list
}

function nextAddress(
  { path, paging, items = '' }: Route,
  start: string,
  parameters: Parameters,
  answer: Answered,
  taken: number,
): string | null {
  if (paging === 'older') {
    const older = answer.pagination?.older;
    return older ? withQueryOf(older, start) : null;
  }
  const { count = PAGE_SIZE, offset = 0 } = parameters;
  if (itemsOf(answer, { path, items }).length < Number(count)) return null;
  return addressOf(path, { ...parameters, offset: Number(offset) + taken });
}
