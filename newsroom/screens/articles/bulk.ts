/** Bulk operations on articles, and their undo. */
import type { ArticleOperation, OperationResult } from '../../../src/sdk/client.ts';
import type { ArticleRow } from './rows.ts';

export type BulkAction =
  | { kind: 'publish' | 'unpublish' | 'delete' }
  /** With a section for articles whose own was deleted. */
  | { kind: 'restore'; section_id?: number }
  | { kind: 'change'; change: BulkChange };
export type BulkChange =
  | { field: 'section'; id: number }
  | { field: 'category'; id: number | null }
  | { field: 'tag'; tag: string }
  | { field: 'author'; id: number };

/** The most operations that a request may have. */
const BATCH = 100;

export type UndoRow = Life & Pick<ArticleRow, 'title' | 'section_id' | 'category_id' | 'tags' | 'author_ids'>;
/** An article before an action: its state, and which text is public or scheduled. */
export type Life = Pick<
  ArticleRow,
  'uid' | 'version' | 'state' | 'published_version' | 'publish_at' | 'scheduled_version'
>;

/** With the version on the screen, so that the service rejects articles that someone else has changed. */
export function operationsOf(action: BulkAction, rows: readonly UndoRow[]): ArticleOperation[] {
  return rows.map((row) => ({
    uid: row.uid,
    if_match: row.version,
    action: action.kind,
    ...(action.kind === 'change' ? { article: changeOf(action.change, row) } : {}),
    ...(action.kind === 'restore' && action.section_id !== undefined ? { section_id: action.section_id } : {}),
  }));
}

function changeOf(change: BulkChange, { tags, author_ids }: UndoRow): NonNullable<ArticleOperation['article']> {
  if (change.field === 'section') return { section_id: change.id };
  if (change.field === 'category') return { category_id: change.id };
  if (change.field === 'tag') return { tags: [...new Set([...tags, change.tag])] };
  return { author_ids: [...new Set([...author_ids, change.id])] };
}

/** The articles that an action changed and Undo can bring back. A publication of changes has no way back. */
export function undoableOf<Article extends Life>(
  action: BulkAction,
  rows: readonly Article[],
  results: readonly OperationResult[],
): Article[] {
  const done = new Set(results.filter(isDone).map(({ uid }) => uid));
  return rows.filter(({ uid, state }) => done.has(uid) && !(action.kind === 'publish' && state === 'published'));
}

/** The inverse operations, for the versions that the action created: later changes stay. */
export function inverseOf(
  action: BulkAction,
  rows: readonly UndoRow[],
  results: readonly OperationResult[],
  now: Date,
): ArticleOperation[] {
  return undoableOf(action, rows, results).flatMap((row): ArticleOperation[] => {
    const { uid } = row;
    const version = results.find((result) => result.uid === uid)?.version ?? null;
    const known = version === null ? {} : { if_match: version };
    if (action.kind === 'change') return [{ uid, ...known, action: 'change', article: formerOf(action.change, row) }];
    if (action.kind === 'restore') return [{ uid, ...known, action: 'delete' }];
    if (action.kind === 'delete') return [{ uid, ...known, action: 'restore' }, ...publicAgain(row, now)];
    if (action.kind === 'publish') return [{ uid, ...known, action: 'unpublish' }, ...publicAgain(row, now)];
    return publicAgain(row, now);
  });
}

/** Publishes or schedules the version that was public or scheduled, if its time has not passed: later changes stay unpublished. */
function publicAgain(row: Life, now: Date): ArticleOperation[] {
  const { uid, version, state, publish_at } = row;
  const known = state === 'published' ? row.published_version : row.scheduled_version;
  const earlier = known === null || known === version ? {} : { version: known };
  const operation = { uid, if_match: version, action: 'publish' as const, ...earlier };
  if (state === 'published') return [operation];
  if (state !== 'scheduled' || !publish_at) return [];
  return new Date(publish_at) > now ? [{ ...operation, publish_at }] : [];
}

export interface Left {
  uid: string;
  /** The service's reason; undefined if the time of a schedule has passed. */
  reason: string | undefined;
}

/** What an undo left: operations that failed, and articles that are not public or scheduled again. */
export function leftBy(
  action: BulkAction,
  rows: readonly Life[],
  operations: readonly ArticleOperation[],
  results: readonly OperationResult[],
): { failed: Left[]; unpublished: Left[] } {
  const isAgain = (at: number) => operations[at]?.action === 'publish';
  const left = (result: OperationResult): Left => ({ uid: result.uid, reason: reasonOf(result) });
  const failed = results.filter((result, at) => !isDone(result) && !isAgain(at)).map(left);
  const isLife = action.kind === 'delete' || action.kind === 'unpublish' || action.kind === 'publish';
  const wasPublic = rows.filter(({ state }) => isLife && (state === 'published' || state === 'scheduled'));
  const unpublished = wasPublic.flatMap(({ uid }): Left[] => {
    if (failed.some((one) => one.uid === uid)) return [];
    const again = results.find((result, at) => result.uid === uid && isAgain(at));
    if (!again) return [{ uid, reason: undefined }];
    return isDone(again) ? [] : [left(again)];
  });
  return { failed, unpublished };
}

function reasonOf({ failure }: OperationResult): string | undefined {
  return failure?.problems?.[0]?.message ?? failure?.error;
}

function formerOf({ field }: BulkChange, row: UndoRow): NonNullable<ArticleOperation['article']> {
  if (field === 'section') return { section_id: row.section_id };
  if (field === 'category') return { category_id: row.category_id };
  return field === 'tag' ? { tags: row.tags } : { author_ids: row.author_ids };
}

/** Whether it is restored once a section is chosen. */
export function needsSection({ failure }: OperationResult): boolean {
  return failure?.missing_field === 'section_id';
}

export function isDone({ status }: OperationResult): boolean {
  return status < 300;
}

export function inBatches(operations: readonly ArticleOperation[]): ArticleOperation[][] {
  const count = Math.ceil(operations.length / BATCH);
  return Array.from({ length: count }, (_, at) => operations.slice(at * BATCH, (at + 1) * BATCH));
}
