import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take a quarter of a minute and more: begun first, so that none of them runs alone at the end. */
const LONG = [
  'test/clean-ups',
  'test/life/',
  'test/faults/',
  'test/cli.',
  'test/bench.slow.test.ts',
  'test/guides.slow.test.ts',
  'src/db/embedded/',
  'src/jobs/processes.test.ts',
  'test/journeys/',
  'test/webhooks/',
  'src/transfer/',
  'src/core/html.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((long) => moduleId.includes(`/${long}`));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

const FOLDERS = ['src', 'newsroom', 'test', 'bench', 'faults'];
/** `npm run test:slow` runs the slow files and no others; `npm test` the others. */
const isSlow = process.env.SLOW === '1';

export default defineConfig({
  test: {
    include: FOLDERS.map((folder) => `${folder}/**/*${isSlow ? '.slow' : ''}.test.ts`),
    exclude: isSlow ? [] : ['**/*.slow.test.ts'],
    globalSetup: ['test/database.ts'],
    // No test is about time: limits are there to end what hangs, and leave room for a busy machine.
    testTimeout: isSlow ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    // Many tests wait for other processes or for a timer, so that three at once keep two cores busy.
    maxWorkers: 3,
    pool: 'forks',
    // Files share the modules they import: loading them takes some two seconds of CPU, more than most files take to run.
    isolate: false,
    setupFiles: ['test/setup-file.ts'],
    sequence: { sequencer: LongFirst },
  },
});
