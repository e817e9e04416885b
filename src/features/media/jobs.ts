import { type JobHandler, jobKind, onJob } from '../../jobs/kinds.ts';
import { every } from '../../jobs/schedules.ts';
import { deleteOldThumbs, deleteStrayBytes, deleteUnusedBlobs, deleteUnusedItems } from './garbage.ts';
import type { MediaTools } from './tools.ts';

const collecting = jobKind<object>('media.collect');
const DAY = 86_400;

/** Nightly. */
export function collectGarbage(tools: MediaTools, mostThumbBytes: number): JobHandler {
  return onJob(collecting, async ({ db, signal }) => {
    await deleteUnusedItems(db, signal);
    await deleteUnusedBlobs(db, tools, signal);
    await deleteOldThumbs(db, tools, mostThumbBytes, signal);
    await deleteStrayBytes(db, tools, new Date(), signal);
  });
}

export const dailyCollection = every(DAY, 'collect unused media', collecting, {});
