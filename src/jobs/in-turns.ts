import { setImmediate } from 'node:timers/promises';

/** Runs work that pauses between short steps, so that the event loop is not blocked. */
export async function inTurns<Result>(work: Generator<void, Result, undefined>): Promise<Result> {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
