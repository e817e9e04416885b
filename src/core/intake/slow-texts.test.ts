/** Texts that were made to harm: were the time of a field to grow with the square of its length, its process would be ended. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS, LENGTH } from './testing/slow-texts.ts';

/** Of CPU, which the load of the machine does not change. A field takes a second or two of it. */
const CPU_SECONDS = 20;

const folder = mkdtempSync(join(tmpdir(), 'masthead-slow-texts-'));
const program = join(folder, 'read.mjs');
beforeAll(async () => {
  const stdin = {
    contents: "import { readTexts } from './testing/slow-texts.ts'; readTexts(process.argv[2]);",
    resolveDir: import.meta.dirname,
  };
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({ stdin, banner, bundle: true, platform: 'node', format: 'esm', outfile: program, logLevel: 'silent' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A regular expression that hangs cannot be stopped in its own process. */
function run(args: string[], cpuSeconds: number) {
  const command = `ulimit -t ${cpuSeconds} && exec "$@"`;
  const { status, signal, stderr } = spawnSync('sh', ['-c', command, 'sh', process.execPath, ...args], {
    encoding: 'utf8',
  });
  return { status, signal, stderr };
}

describe(`${LENGTH} letters`, () => {
  it.each(Object.keys(FIELDS))('in the field %s are read', (field) => {
    expect(run([program, field], CPU_SECONDS)).toEqual({ status: 0, signal: null, stderr: '' });
  });

  it('that a regular expression never finishes would end the process', () => {
    const slow = '/^(a+)+$/.test("a".repeat(100_000) + "b")';
    expect(run(['-e', slow], 2)).toMatchObject({ status: null });
  });
});
