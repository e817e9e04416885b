/** The short form of `npm run faults`: processes and PostgreSQL are killed, receivers misbehave, and nothing is lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { seed, sized } from '../random.ts';

/** Repetitions of each case; 0: its own default. */
const times = sized(0, 4);
const TIMES = times ? ['--times', String(times)] : [];
const RUN = fileURLToPath(new URL('../../faults/run.mjs', import.meta.url));

it(`notifications survive faults: none is lost, changed or out of order (seed ${seed})`, async () => {
  const child = spawn(process.execPath, [RUN, '--short', '--seed', String(seed), ...TIMES], {
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
  for (const name of ['kills', 'points', 'postgres', 'model', 'stopped', 'answers'])
    expect(out).toContain(`ok     ${name} `);
});
