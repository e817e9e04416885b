/** Cache keys: requests that must get the same response have the same key, however they are written. */
import type { Row } from '../../contract/row.ts';
import { parseQuery } from '../query.ts';

export interface CacheKey {
  key: string;
  /** The request carries an API key, which must be checked first. */
  showsKey: boolean;
}

const ID = /\/[1-9][0-9]{0,15}(?=\/|$)/g;
const LONGEST_ADDRESS = 2_000;

/**
 * Null for an address without a row and for unusual ones: an escape in the path, a repeated parameter. Unknown parameters are
 * not part of the key; known ones have a fixed order.
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

/** The router ignores one trailing slash too; more make another address. */
function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
