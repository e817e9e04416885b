// `npm test`: types, lint and every test, and how many passed. `--postgres` runs the tests on a separate PostgreSQL server.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ready } from './ready.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2).filter((arg) => arg !== '--postgres');
const onServer = process.argv.includes('--postgres');

ready();
const server = onServer ? await (await import('./postgres-server.mjs')).startServer() : null;
const report = join(mkdtempSync(join(tmpdir(), 'masthead-report-')), 'report.json');
// Tests of the embedded server and of whole processes bring their own database: they say nothing about another one.
const ownDatabase = [
  'src/db/embedded/**',
  'test/cli.test.ts',
  'test/guides.test.ts',
  'test/faults/**',
  'test/bench.test.ts',
].flatMap((path) => ['--exclude', path]);
const steps = [
  ['types', 'typescript/bin/tsc', ['--noEmit']],
  ['lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']],
  [
    'tests',
    'vitest/vitest.mjs',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(server ? ownDatabase : []),
      ...args,
    ],
  ],
];
const passed = steps.filter(([name]) => !server || name === 'tests').map(step);
await server?.stop();
closingLine();
process.exitCode = passed.every((ok) => ok) ? 0 : 1;

function step([name, script, stepArgs]) {
  process.stdout.write(`\n── ${name}${server ? ` on PostgreSQL ${server.version}` : ''}\n`);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...stepArgs], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(server ? { MASTHEAD_TEST_DATABASE_URL: server.url } : {}) },
  });
  process.stdout.write(`${name}: ${status === 0 ? 'ok' : 'FAILED'}\n`);
  return status === 0;
}

function closingLine() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
  } catch {
    process.stdout.write('\n0 passed, 1 failed\n');
  }
  rmSync(report, { force: true });
}
