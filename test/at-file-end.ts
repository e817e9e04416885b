/** Work for the end of the test file. `afterAll` cannot be called inside a test; this can. */
type Work = () => unknown;

const pending: Work[] = [];

export function atFileEnd(work: Work): void {
  pending.push(work);
}

/** Runs in reverse order, and completely even if some of it fails. */
export async function cleanUpFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const work of pending.splice(0).reverse()) {
    try {
      await work();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `cleaning up after the file failed: ${errors.join('; ')}`);
}
