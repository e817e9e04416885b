// Writes src/contract/reference/answers.generated.ts: sends every example of the reference to a demo and stores the answers.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './bundled.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const env = { ...process.env, WRITE_EXAMPLES: '1' };
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/examples.test.ts'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
