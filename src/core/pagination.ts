/** The links of an article list. */

export interface PageWalk {
  /** The address without parameters. */
  base: string;
  /** Parameters of the request that every link repeats. */
  kept: Record<string, string | number | undefined>;
  since_id: number | undefined;
  /** Highest id on the page; null if it is empty. */
  highest: number | null;
  /** `max_id` of the next page; null on the last one. */
  next: number | null;
}

export interface Pagination {
  base: string;
  refresh: string;
  older: string | null;
}

export function articlePagination({ base, kept, since_id, highest, next }: PageWalk): Pagination {
  return {
    base,
    refresh: link(base, { ...kept, since_id: highest ?? since_id ?? 0 }),
    // A list that began with since_id ends there.
    older: next === null ? null : link(base, { ...kept, since_id, max_id: next }),
  };
}

export type Parameters = Record<string, string | number | boolean | undefined>;

/** An address with its parameters; undefined ones are omitted. */
export function link(base: string, parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  if (given.length === 0) return base;
  return `${base}?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}
