/** Where the change feed continues: after a change, identified by version, article and time. Opaque to clients. Pure. */

export interface ChangePosition {
  version: number;
  articleId: number;
  /** Milliseconds since 1970; null in cursors of earlier releases. */
  at: number | null;
}

/** Before the first change. */
export const FIRST: ChangePosition = { version: 0, articleId: 0, at: null };

/** The time distinguishes the change from one with the same version after a restore from a backup. */
export function changeCursor(change: { content_version: number; article_id: number; at: Date }): string {
  return [change.content_version, change.article_id, change.at.getTime()].join('.');
}

export function changePosition(cursor: string): ChangePosition {
  const [version = 0, articleId = 0, at = null] = cursor.split('.').map(Number);
  return { version, articleId, at };
}
