/** Where the change feed continues: behind a change, known by version, article and time. Opaque to clients. Pure. */

export interface ChangePosition {
  version: number;
  articleId: number;
  /** Milliseconds since 1970; null in cursors of earlier releases. */
  at: number | null;
}

/** Before the first change. */
export const FIRST: ChangePosition = { version: 0, articleId: 0, at: null };

/** The time tells the change from one that got the same version after the database was restored from a backup. */
export function changeCursor(change: { content_version: number; article_id: number; at: Date }): string {
  return [change.content_version, change.article_id, change.at.getTime()].join('.');
}

export function changePosition(cursor: string): ChangePosition {
  const [version = 0, articleId = 0, at = null] = cursor.split('.').map(Number);
  return { version, articleId, at };
}
