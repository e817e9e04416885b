/** Data folders that cannot be used are refused with a sentence and exit code 78, by `start` and by `doctor` alike. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { canEnter } from './account.ts';
import { cleanUp, isRoot, startChild, temporaryFolder } from './testing/processes.ts';
import { refusals } from './testing/refusals.ts';

const NOBODY = 65_534;
const BAD_SETTING = { start: 78, doctor: 78 };
const DISK_TROUBLE = { start: 74, doctor: 74 };
const mounts: string[] = [];
const closedFolders: string[] = [];
/** Then no other account can run programs in it. */
const isClosed = isRoot && !canEnter({ uid: NOBODY, gid: NOBODY, name: 'nobody', switched: true }, process.cwd());

afterAll(async () => {
  for (const mount of mounts) execFileSync('umount', [mount]);
  for (const folder of closedFolders) chmodSync(folder, 0o700);
  expect(await cleanUp()).toEqual([]);
});

/** Folders that no account can use. */
function impossible(base: string): string[] {
  writeFileSync(join(base, 'file'), '');
  symlinkSync(join(base, 'loop'), join(base, 'loop'));
  symlinkSync(join(base, 'nowhere', 'else'), join(base, 'dangling'));
  const inside = ['file', 'file/data', 'loop', 'loop/data', 'dangling', 'n'.repeat(300)];
  return [...inside.map((name) => join(base, name)), '/dev/null', '/dev/null/data', '/proc/nope'];
}

/** Folders that only root can use. */
function closed(base: string): string[] {
  return Object.entries({ unwritable: 0o555, unsearchable: 0o644, unreadable: 0o000 }).flatMap(([name, mode]) => {
    const folder = join(base, name);
    mkdirSync(folder);
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    chmodSync(folder, mode);
    closedFolders.push(folder);
    return [folder, join(folder, 'data')];
  });
}

function mounted(options: string): string | null {
  const disk = temporaryFolder();
  if (!isRoot || process.platform !== 'linux') return null;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' }).status !== 0) return null;
  mounts.push(disk);
  return disk;
}

async function refusalsAs(uid: number, folders: string[]): Promise<Record<string, unknown>> {
  const child = await startChild(['try', ...folders], { uid, gid: uid });
  const outcomes = JSON.parse(await child.said('tried', 60_000));
  return Object.fromEntries(folders.map((folder, index) => [folder, outcomes[index]]));
}

const each = (folders: string[], outcome: object) => Object.fromEntries(folders.map((folder) => [folder, outcome]));

test('a path that is not a folder, leads through a file or cannot exist', async () => {
  const base = temporaryFolder();
  for (const folder of [...impossible(base), ...(isRoot ? [] : closed(base))]) {
    expect([folder, await refusals(folder)]).toEqual([folder, BAD_SETTING]);
  }
});

describe.skipIf(!isRoot || isClosed)('for an ordinary account (skipped where root cannot switch to one)', () => {
  test('also folders that it may not write, enter or read', async () => {
    const base = temporaryFolder();
    const folders = [...impossible(base), ...closed(base), '/etc', '/nope/data'];
    expect(await refusalsAs(NOBODY, folders)).toEqual(each(folders, BAD_SETTING));
  });
});

const readOnly = mounted('ro');
describe.skipIf(!readOnly)('on a read-only file system (skipped without root and mount)', () => {
  const folders = [readOnly ?? '', join(readOnly ?? '', 'data')];

  test('for root', async () => {
    for (const folder of folders) expect([folder, await refusals(folder)]).toEqual([folder, BAD_SETTING]);
  });

  test.skipIf(isClosed)('for an ordinary account', async () => {
    expect(await refusalsAs(NOBODY, folders)).toEqual(each(folders, BAD_SETTING));
  });
});

const full = mounted('nr_inodes=1,mode=777');
test.skipIf(!full)(
  'a disk without room for one more file is a disk failure (skipped without root and mount)',
  async () => {
    expect(await refusals(join(full ?? '', 'data'))).toEqual(DISK_TROUBLE);
  },
);
