// `npm test`: types, lint and every test, and how many passed. `--slow` runs the long tests (`*.slow.test.ts`) instead,
// `--postgres` the tests on a separate PostgreSQL server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readyToTest } from './ready.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [isSlow, onServer] = ['--slow', '--postgres'].map((flag) => process.argv.includes(flag));
const args = process.argv.slice(2).filter((arg) => !['--slow', '--postgres'].includes(arg));
const SLOWEST = 10;
/** As test/browser.ts finds it. */
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium';

await readyToTest();
// One seed for the whole run, so that one number repeats it.
process.env.SEED ??= String(Date.now() % 1_000_000);
const server = onServer ? await (await import('./postgres-server.mjs')).startServer() : null;
const reportFolder = mkdtempSync(join(tmpdir(), 'masthead-report-'));
const reportFile = join(reportFolder, 'report.json');
// Not run on a separate server, because no statement would be sent to it that other tests do not send.
const elsewhere = [
  // They use a database of their own: the embedded server and whole processes.
  ...['src/db/embedded/**', 'test/cli.test.ts', 'test/faults/**'],
  // They need no database.
  ...['src/core/**', 'src/outbound/**', 'src/images/**', 'src/storage/**', 'src/http/**', 'newsroom/**'],
  ...['bench/**', 'faults/**', 'test/architecture.test.ts', 'test/ready.test.ts', 'test/html.test.ts'],
  // Pages in a browser, clients and packages: they use the routes that the tests of each noun use.
  ...['test/journeys/**', 'test/newsroom.test.ts', 'src/sdk/**'],
  // The reading of requests, and pictures: files and image processes.
  ...['test/hostile-*.test.ts', 'src/features/media/{thumbs,hostile-paths}.test.ts'],
  // Receivers' code.
  'test/webhooks/{guide,sdk,tls,vectors}.test.ts',
].flatMap((path) => ['--exclude', path]);
const checks = [
  ['types', 'typescript/bin/tsc', ['--noEmit']],
  ['types of the newsroom', 'typescript/bin/tsc', ['--noEmit', '-p', 'newsroom']],
  ['lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']],
];
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/test-report.mjs')}`];
const tests = ['tests', 'vitest/vitest.mjs', ['run', ...reporters, ...(server ? elsewhere : []), ...args]];
process.stdout.write(`SEED=${process.env.SEED}\n`);
// The checks run at once, and each prints when it is done.
const checked = server || isSlow ? [] : await Promise.all(checks.map((check) => step(check, 'pipe')));
const passed = [...checked, await step(tests, 'inherit')];
await server?.stop();
closingLines();
rmSync(reportFolder, { recursive: true, force: true });
process.exitCode = passed.every((ok) => ok) ? 0 : 1;

async function step([name, script, stepArgs], stdio) {
  const title = `${isSlow ? 'slow ' : ''}${name}${server ? ` on PostgreSQL ${server.version}` : ''}`;
  if (stdio === 'inherit') process.stdout.write(`\n── ${title}\n`);
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...stepArgs], {
    cwd: root,
    stdio: ['inherit', stdio, stdio],
    env: {
      ...process.env,
      TEST_REPORT: reportFile,
      ...(isSlow ? { SLOW: '1' } : {}),
      ...(server ? { MASTHEAD_TEST_DATABASE_URL: server.url } : {}),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
  const [status] = await once(child, 'close');
  if (stdio === 'pipe') process.stdout.write(`\n── ${title}\n${output}`);
  process.stdout.write(`${title}: ${status === 0 ? 'ok' : 'FAILED'}\n`);
  return status === 0;
}

function closingLines() {
  const { counts, files, skipped } = report();
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  process.stdout.write(`\nThe slowest files:\n${lines.join('\n')}\n`);
  if (skipped.length > 0) process.stdout.write(`\nSkipped:\n${counted(skipped).join('\n')}\n`);
  if (!existsSync(browser)) process.stdout.write(`There is no Chromium at ${browser}: NO PAGE WAS TESTED.\n`);
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
}

/** `  3 in test/a.test.ts: php is not installed` */
function counted(skipped) {
  const places = skipped.map(({ file, note }) => `in ${file}${note ? `: ${note}` : ''}`);
  return [...new Set(places)].map((place) => {
    return `${String(places.filter((one) => one === place).length).padStart(7)} ${place}`;
  });
}

/** A run that ended before its report counts as one failure. */
function report() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return { counts: { passed: 0, failed: 1, skipped: 0 }, files: [], skipped: [] };
  }
}
