/** Runs cases of `npm run faults` in their short form. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { seed } from '../random.ts';

const RUN = fileURLToPath(new URL('../../faults/run.mjs', import.meta.url));

/** `times` repetitions of each case, or as many as the short form has. */
export async function expectNoFaults(cases: string[], times: number | null = null): Promise<void> {
  const size = times === null ? [] : ['--times', String(times)];
  const options = ['--short', '--only', cases.join(), '--seed', String(seed), ...size];
  const child = spawn(process.execPath, [RUN, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
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
  for (const name of cases) expect(out).toContain(`ok     ${name} `);
}
