/** Programs of other commits, built with the packages that are installed here. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { atFileEnd } from './at-file-end.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Returns the file to start. */
export function programOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-release-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['-c', 'safe.directory=*', '-C', ROOT, 'archive', commit], {
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return join(folder, 'dist/cli/main.js');
}
