/** Reports of an image process to the service: what its work has cost so far. */
import type { WorkProgress } from './work.ts';

const REPORT_MS = 100;

/** Decoders run in other threads, so that this one can report. */
export function reporting(): NodeJS.Timeout {
  const began = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(began);
    const progress: WorkProgress = { cpu: (user + system) / 1_000, rss: process.memoryUsage.rss() };
    process.send?.(progress);
  }, REPORT_MS);
}
