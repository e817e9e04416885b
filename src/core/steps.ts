/** Long work in short steps, as a generator that pauses between them. */

export function finished<Result>(work: Generator<void, Result, undefined>): Result {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
  }
}
