/** The fields that a form sends, and the problems that an answer reports. Pure. */
import type { MastheadError } from '../../src/sdk/client.ts';

/** The fields whose values differ. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>; // some of its own entries
}

type Failed = Pick<MastheadError, 'status' | 'message' | 'problems'> & { body?: Record<string, unknown> };

/** The problem of a field, or of a part of it: `/links/website` belongs to `links`. */
export function problemAt(failed: Failed, name: string): string | undefined {
  if (clashOf(failed) === name) return failed.message;
  const place = `/${name}`;
  return failed.problems.find(({ path }) => path === place || path.startsWith(`${place}/`))?.message;
}

/** The problems that belong to no field. */
export function restOf(failed: Failed, names: readonly string[]): string | null {
  if (failed.problems.length === 0) return names.includes(clashOf(failed) ?? '') ? null : failed.message;
  const rest = failed.problems.filter(({ path }) => !names.includes(path.split('/')[1] ?? ''));
  return rest.length === 0 ? null : rest.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join(' ');
}

/** For a 409: the field whose value is taken. */
function clashOf({ body = {} }: Failed): string | undefined {
  return typeof body.taken_field === 'string' ? body.taken_field : undefined;
}

/** Whether someone else has saved the item since it was read. */
export function isStale({ status, body = {} }: Failed): boolean {
  return status === 409 && typeof body.version === 'number';
}

const KINDS = ['article', 'published_article', 'section', 'webhook', 'source'] as const;

export interface Blocker {
  count: number;
  kind: (typeof KINDS)[number];
}

/** Why an item cannot be deleted; null for a reason that this page has no words for. */
export function blockerOf({ body }: { body: Record<string, unknown> }): Blocker | null {
  const { kind, count } = (body.used_by ?? {}) as Partial<Record<keyof Blocker, unknown>>; // checked below
  const known = KINDS.find((one) => one === kind);
  return known && typeof count === 'number' ? { kind: known, count } : null;
}
