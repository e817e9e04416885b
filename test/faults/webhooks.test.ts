/**
 * The short form of `npm run faults`: processes and PostgreSQL are killed, receivers misbehave, and nothing is lost. `npm test` runs
 * the cases that are the same each time and cover every step and every answer; `npm run test:slow` all, four times each.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { seed, sized } from '../random.ts';

const isSlow = sized(0, 1) === 1;
const CASES = isSlow ? ['kills', 'points', 'postgres', 'model', 'stopped', 'answers'] : ['points', 'answers'];
const SIZE = isSlow ? ['--times', '4'] : [];
const RUN = fileURLToPath(new URL('../../faults/run.mjs', import.meta.url));

it(`notifications survive faults: none is lost, changed or out of order (seed ${seed})`, async () => {
  const child = spawn(process.execPath, [RUN, '--short', '--only', CASES.join(), '--seed', String(seed), ...SIZE], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    err += part;
  });
  const [code] = await once(child, 'close');
  console.info(out);
  expect(code, `${out}\n${err}`).toBe(0);
  for (const name of CASES) expect(out).toContain(`ok     ${name} `);
});
