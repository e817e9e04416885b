/** Where a list of articles continues, and the snapshot that it shows. Both are opaque to clients. Pure. */
import { badParameter } from './errors.ts';
import { parseInstant } from './time.ts';

export const LIST_SORTS = ['updated', 'published', 'title', 'created'] as const;
/** The orders that clients can request, and those that other parameters imply: of the trash, and of a search. */
export type ListOrder = (typeof LIST_SORTS)[number] | 'deleted' | 'rank';

/** The sort key and the uid of the last article that was shown. */
export interface ListPosition {
  key: string;
  uid: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RANK = /^[0-9]{1,3}([.][0-9]{1,20})?(e-[0-9]{1,2})?$/;
const LONGEST_TITLE = 1_000;
/** A time that comes before every other. */
export const NEVER = '-infinity';

export function cursorOf(order: ListOrder, { key, uid }: ListPosition): string {
  return Buffer.from(JSON.stringify([order, key, uid])).toString('base64url');
}

/** A cursor belongs to one order; its values must have the types of the columns that they are compared with. */
export function positionOf(cursor: string, order: ListOrder): ListPosition {
  const [made, key, uid] = parts(cursor);
  if (typeof key !== 'string' || typeof uid !== 'string' || !UUID.test(uid)) throw notOurs();
  if (made !== order) throw badParameter('cursor', 'cursor belongs to a list in another order; start without one.');
  if (!isKey(order, key)) throw notOurs();
  return { key, uid };
}

function isKey(order: ListOrder, key: string): boolean {
  if (order === 'rank') return RANK.test(key);
  if (order === 'title') return key.length <= LONGEST_TITLE && !/[\p{Surrogate}\0]/u.test(key);
  return key === NEVER || (key.length > 'YYYY-MM-DD'.length && parseInstant(key) !== null);
}

function parts(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const notOurs = () => badParameter('cursor', 'cursor must come from an answer of this list.');

/** Whether PostgreSQL can parse a text as a snapshot: `xmin:xmax:xip,xip`, ascending, all of them below xmax. */
export function isSnapshot(text: string): boolean {
  if (!/^[0-9]{1,18}:[0-9]{1,18}:([0-9]{1,18}(,[0-9]{1,18})*)?$/.test(text)) return false;
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  const ids = [xmin, ...running.split(',').filter(Boolean)].map(BigInt);
  if (ids[0] === 0n || BigInt(xmin) > BigInt(xmax)) return false;
  const isRising = ids.every((id, at) => at === 0 || id >= (ids[at - 1] ?? 0n));
  return isRising && ids.slice(1).every((id) => id < BigInt(xmax));
}
