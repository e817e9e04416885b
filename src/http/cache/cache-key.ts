/** Where a kept answer stands: requests that must be answered alike have one place, however they are written. */
import type { Row } from '../../contract/row.ts';
import { parseQuery } from '../query.ts';

export interface CacheKey {
  key: string;
  /** The request shows a key, which has to be looked at before anything is answered. */
  showsKey: boolean;
}

const ID = /\/[1-9][0-9]{0,15}(?=\/|$)/g;
const LONGEST_ADDRESS = 2_000;

/**
 * Answers null for an address that is none of the rows', or that is odd: an escape in the path, a parameter given twice.
 * Parameters that the row does not know are no part of the place, and those it knows have one order.
 */
export function cacheKeys(rows: Row[]): (url: string) => CacheKey | null {
  const namesByShape = new Map(rows.map(({ path, query }) => [path.replace(/:\w+/g, ':'), Object.keys(query)]));
  return (url) => {
    const at = url.indexOf('?');
    const path = withoutSlash(at < 0 ? url : url.slice(0, at));
    if (url.length > LONGEST_ADDRESS || path.includes(':') || url.includes('#')) return null;
    const names = namesByShape.get(path.replace(ID, '/:'));
    if (!names) return null;
    const query = at < 0 ? {} : parseQuery(url.slice(at + 1));
    const values = names.map((name) => query[name]);
    if (!values.every((value) => value === undefined || typeof value === 'string')) return null;
    return { key: JSON.stringify([path, ...values]), showsKey: query.api_key !== undefined };
  };
}

/** One slash at the end is passed over by the router too; more are another address. */
function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
