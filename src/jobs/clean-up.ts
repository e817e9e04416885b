/**
 * Periodic clean-ups. Each deletes in batches, one short transaction per batch, until nothing is left to delete: one
 * statement over everything would hit the statement timeout and delete nothing, every time.
 */
import { type Tx, transaction } from '../db/transaction.ts';
import { type JobHandler, jobKind, onJob } from './kinds.ts';
import { every, type Schedule } from './schedules.ts';

export interface CleanUp {
  handler: JobHandler;
  schedule: Schedule;
}

interface CleanUpOptions<Position> {
  /** The name of the schedule; it must not change. */
  name: string;
  kind: string;
  everySeconds: number;
  /**
   * Deletes one batch after `after` (null: from the start) and returns where it stopped, or null when nothing is left.
   * A position lets a batch pass over rows that must stay, instead of reading them again in every batch.
   */
  deleteBatch(tx: Tx, after: Position | null): Promise<Position | null>;
}

export function cleanUp<Position>(options: CleanUpOptions<Position>): CleanUp {
  const kind = jobKind<object>(options.kind);
  const handler = onJob(kind, async ({ db, signal }) => {
    let position: Position | null = null;
    do {
      // An interrupted clean-up is retried and starts over.
      signal.throwIfAborted();
      position = await transaction(db, (tx) => options.deleteBatch(tx, position));
    } while (position !== null);
  });
  return { handler, schedule: every(options.everySeconds, options.name, kind, {}) };
}

/** For batches without a position: `true` says that there may be more. */
export const fromTheStart = (isMore: boolean) => (isMore ? ('start' as const) : null);
