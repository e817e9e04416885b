/** The benchmark as run from the command line, on minimal data. It checks its responses itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const RUN = fileURLToPath(new URL('../bench/run.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'masthead-bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bench(...args: string[]) {
  const child = spawn(process.execPath, [RUN, ...args], { stdio: 'pipe' });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    err += part;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

const TINY = ['--short', '--sizes', '100,100,100', '--pairs', '1', '--seconds', '0.1'];

it('the benchmark runs cases beside their references, prints the results and writes them to a file', async () => {
  const file = join(folder, 'result.json');
  const names = ['not-modified', 'uncached-list', 'publish'];
  const { code, out, err } = await bench(...TINY, '--json', file, ...names);
  expect(code, err).toBe(0);
  const { results } = JSON.parse(readFileSync(file, 'utf8'));
  expect(results.map((result: { case: { name: string } }) => result.case.name)).toEqual(names);
  for (const { case: told, measurements, failure } of results) {
    expect(failure).toBeUndefined();
    expect(out).toContain(told.title);
    for (const { subject, reference, ratio } of measurements) {
      expect([...subject, ...(reference ?? [])].every((value: number) => value >= 0)).toBe(true);
      expect(ratio).not.toBeUndefined();
    }
  }
});
