import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'faults/**/*.test.ts'],
    globalSetup: ['test/database.ts'],
    // No test is about time: limits are there to end what hangs, and leave room for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 25_000 } },
    // Many tests wait for other processes, so that two at once keep two cores busy, and no more.
    maxWorkers: 2,
    pool: 'forks',
  },
});
