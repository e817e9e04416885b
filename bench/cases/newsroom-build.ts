/** Building the web app, compression included. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../case.ts';
import { ROOT } from '../root.ts';

const MOST_SECONDS = 5;

export const newsroomBuild: Case = {
  name: 'newsroom-build',
  title: 'newsroom: build',
  reference: null,
  bar: `≤ ${MOST_SECONDS} s`,
  async run({ scale, scratch }) {
    const times: number[] = [];
    for (let run = 0; run < Math.min(scale.pairs, 3); run++) times.push(built(join(scratch, `build-${run}`)));
    return [{ figure: 'seconds', subject: times, bar: { most: MOST_SECONDS } }];
  },
};

function built(dist: string): number {
  mkdirSync(dist);
  const program = `import { buildNewsroom } from './scripts/build-newsroom.mjs'; await buildNewsroom(process.cwd() + '/', ${JSON.stringify(dist)});`;
  const began = performance.now();
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: ROOT, stdio: 'inherit' });
  return (performance.now() - began) / 1000;
}
