/** Tests that take long and cover what a shorter one in the same file does not. */
import { test } from 'vitest';

/** Only `npm run test:slow` runs it: a `.slow.test.ts` beside the file imports the file. */
export const slowTest: (name: string, work: () => Promise<void>) => void =
  process.env.SLOW === '1' ? test : () => undefined;
