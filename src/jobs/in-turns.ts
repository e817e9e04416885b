import { setImmediate } from 'node:timers/promises';

/** Runs work that pauses between short steps; what else the process has to do comes in between. */
export async function inTurns<Result>(work: Generator<void, Result, undefined>): Promise<Result> {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
