/** A noun for lists and forms: its address, and how it is read and written. */
import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../src/sdk/client/error.ts';
import { type Api, useApi } from '../api/api.ts';
import { useSite } from '../shell/context.ts';

export interface Noun<T extends { id: number }> {
  /** The last part of its address; the first of its query keys. */
  key: string;
  nameOf(item: T): string;
  api(manage: Api['manage'], siteId: number): NounApi<T>;
  /** The fields of a new one, before anything is typed. */
  blank: T;
  /** The fields that are always sent with a new item, so that the service reports missing ones. */
  required: readonly (keyof T)[];
}

/** The item as read or saved. */
export interface Stored<T> {
  item: T;
  etag: string | null;
  /** The parts that the service removed from the HTML. */
  removed: readonly Problem[];
}

export interface NounApi<T> {
  list(): Promise<T[]>;
  read(id: number): Promise<Stored<T>>;
  create(values: Partial<T>): Promise<Stored<T>>;
  change(id: number, values: Partial<T>, etag: string | null): Promise<Stored<T>>;
  remove(id: number): Promise<void>;
}

type Answer<One extends string, T> = { [K in One]: T } & { etag: string | null; removed?: Problem[] };

/** The methods that the client has for every noun. */
interface Methods<One extends string, T> {
  list(siteId: number, options: { count: number }): AsyncIterable<T>;
  read(siteId: number, id: number): Promise<Answer<One, NoInfer<T>>>;
  create(siteId: number, values: never): Promise<Answer<One, NoInfer<T>>>;
  change(
    siteId: number,
    id: number,
    values: never,
    options: { ifMatch: string | null },
  ): Promise<Answer<One, NoInfer<T>>>;
  remove(siteId: number, id: number): Promise<void>;
}

const MOST = 100;

export function nounApi<One extends string, T>(siteId: number, one: One, methods: Methods<One, T>): NounApi<T> {
  const stored = (answer: Answer<One, T>): Stored<T> => ({
    item: answer[one],
    etag: answer.etag,
    removed: answer.removed ?? [],
  });
  return {
    list: async () => {
      const items: T[] = [];
      for await (const item of methods.list(siteId, { count: MOST })) items.push(item);
      return items;
    },
    read: async (id) => stored(await methods.read(siteId, id)),
    // The service checks the values; forms hold the noun's own fields.
    create: async (values) => stored(await methods.create(siteId, values as never)),
    change: async (id, values, ifMatch) => stored(await methods.change(siteId, id, values as never, { ifMatch })),
    remove: (id) => methods.remove(siteId, id),
  };
}

export function useNounApi<T extends { id: number }>(noun: Noun<T>): NounApi<T> {
  const { manage } = useApi();
  return noun.api(manage, useSite().id);
}

/** All of them: a site has few of each. The key is that of api/queries.ts, so that fields that offer them follow. */
export function useNounList<T extends { id: number }>(noun: Noun<T>) {
  const api = useNounApi(noun);
  return useQuery({ queryKey: [noun.key, useSite().id], queryFn: api.list, staleTime: 60_000 });
}
