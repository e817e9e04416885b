/** Waiting at the end, for no longer than is given. */
import { setTimeout as sleep } from 'node:timers/promises';

export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(ms, null, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

export async function until(isDone: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!isDone() && performance.now() < end) await sleep(5);
}
