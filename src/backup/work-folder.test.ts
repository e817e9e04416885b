import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atFileEnd } from '../../test/at-file-end.ts';
import { inWorkFolder, removeAbandonedWork } from './work-folder.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'masthead-work-'));
atFileEnd(() => rmSync(dataDir, { recursive: true, force: true }));

/** A process that has ended. */
const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
const left = (maker: number) => {
  const folder = join(dataDir, `backup-work-${maker}-x`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'data'), 'x');
};

it('what a killed backup has left is removed, and what one in progress or others have made stays', async () => {
  mkdirSync(join(dataDir, 'postgres'));
  left(ended);
  left(process.ppid);
  await inWorkFolder(dataDir, async () => {
    await removeAbandonedWork(dataDir);
    const names = readdirSync(dataDir).map((name) => name.replace(/-\w{6}$/, '-own'));
    expect(names.sort()).toEqual(
      [`backup-work-${process.pid}-own`, `backup-work-${process.ppid}-x`, 'postgres'].sort(),
    );
  });
});

it('a process that has just started removes what a former one of its number has left', async () => {
  left(process.pid);
  await removeAbandonedWork(dataDir);
  expect(readdirSync(dataDir)).toContain(`backup-work-${process.pid}-x`);
  await removeAbandonedWork(dataDir, { hasJustStarted: true });
  expect(readdirSync(dataDir)).not.toContain(`backup-work-${process.pid}-x`);
});
