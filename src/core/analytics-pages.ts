/** Pages of the analytics API: `older` has a page number for people and a cursor for exactness. */
import { badParameter } from './errors.ts';
import { link, type Parameters } from './pagination.ts';

/** The cursor of a page: sort key and id of its last item. */
export interface PageCursor {
  key: string | number;
  id: number;
}

export interface PageLinks {
  base: string;
  older: string | null;
}

/** A cursor is valid for one order and one page only. */
export function encodeCursor(order: string, page: number, { key, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([order, key, id, page])).toString('base64url');
}

/** Null if the cursor is of another page than `page`: a client that counts pages up in `older` means the number. */
export function decodeCursor(order: string, page: number | undefined, text: string | undefined): PageCursor | null {
  if (text === undefined) return null;
  const [of, key, id, at = page] = parsed(text);
  const isKey = typeof key === 'string' || (typeof key === 'number' && Number.isFinite(key));
  if (of !== order || !isKey || !Number.isSafeInteger(id)) {
    throw badParameter('after', 'after is not from a page in this order; use the link `older` unchanged.');
  }
  return page === undefined || at === page ? { key: key as string | number, id: id as number } : null;
}

/** `base` has the caller's parameters, `older` also the cursor. */
export function pageLinks(address: string, kept: Parameters, next: { page: number; after: string } | null): PageLinks {
  const base = link(address, kept);
  return { base, older: next && link(address, { ...kept, ...next }) };
}

function parsed(text: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
