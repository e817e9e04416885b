/** Bulk operations on articles, and their undo. */
import type { ArticleOperation, OperationResult } from '../../../src/sdk/client.ts';
import type { ArticleRow } from './rows.ts';

export type BulkAction =
  | { kind: 'publish' | 'unpublish' | 'delete' | 'restore' }
  | { kind: 'change'; change: BulkChange };
export type BulkChange =
  | { field: 'section'; id: number }
  | { field: 'category'; id: number | null }
  | { field: 'tag'; tag: string }
  | { field: 'author'; id: number };

/** The most operations that a request may have. */
const BATCH = 100;

type Row = Pick<ArticleRow, 'uid' | 'version' | 'section_id' | 'category_id' | 'tags' | 'author_ids'>;

/** With the version on the screen, so that the service rejects articles that someone else has changed. */
export function operationsOf(action: BulkAction, rows: readonly Row[]): ArticleOperation[] {
  return rows.map((row) => ({
    uid: row.uid,
    if_match: row.version,
    action: action.kind,
    ...(action.kind === 'change' ? { article: changeOf(action.change, row) } : {}),
  }));
}

function changeOf(change: BulkChange, { tags, author_ids }: Row): NonNullable<ArticleOperation['article']> {
  if (change.field === 'section') return { section_id: change.id };
  if (change.field === 'category') return { category_id: change.id };
  if (change.field === 'tag') return { tags: [...new Set([...tags, change.tag])] };
  return { author_ids: [...new Set([...author_ids, change.id])] };
}

const INVERSE = { publish: 'unpublish', unpublish: 'publish', delete: 'restore', restore: 'delete' } as const;

/** The inverse of the operations that succeeded, for the versions that they created: later changes stay. */
export function inverseOf(
  action: BulkAction,
  rows: readonly Row[],
  results: readonly OperationResult[],
): ArticleOperation[] {
  return results.filter(isDone).flatMap(({ uid, version }) => {
    const row = rows.find((one) => one.uid === uid);
    if (!row) return [];
    const known = version === null ? {} : { if_match: version };
    if (action.kind !== 'change') return { uid, ...known, action: INVERSE[action.kind] };
    return { uid, ...known, action: 'change' as const, article: formerOf(action.change, row) };
  });
}

function formerOf({ field }: BulkChange, row: Row): NonNullable<ArticleOperation['article']> {
  if (field === 'section') return { section_id: row.section_id };
  if (field === 'category') return { category_id: row.category_id };
  return field === 'tag' ? { tags: row.tags } : { author_ids: row.author_ids };
}

export function isDone({ status }: OperationResult): boolean {
  return status < 300;
}

export function inBatches(operations: readonly ArticleOperation[]): ArticleOperation[][] {
  const count = Math.ceil(operations.length / BATCH);
  return Array.from({ length: count }, (_, at) => operations.slice(at * BATCH, (at + 1) * BATCH));
}
