import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { slowTest } from '../../../test/slow.ts';
import { databaseAccount } from './account.ts';
import { usableBinaries } from './binaries.ts';
import { postgresFailure } from './failures.ts';
import { cleanUp, isRoot, open, query, serversUnder, temporaryFolder } from './testing/processes.ts';

const DEAD_PID = 4_194_304;

let dataDir: string;
beforeAll(async () => {
  dataDir = join(temporaryFolder(), 'data');
  mkdirSync(join(dataDir, `postgres.new-${DEAD_PID}-00000000`, 'base'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
});
afterAll(async () => expect(await cleanUp()).toEqual([]));

slowTest('an initdb that was killed half-way does not block the next start, nor does a half-made folder', async () => {
  const lines: string[] = [];
  const database = await open(dataDir, 'serve', { log: (level, message) => lines.push(`${level} ${message}`) });
  expect(await query(database, 'select 1')).toEqual([1]);
  await database.stop();
  const names = readdirSync(dataDir).sort();
  expect(names).toEqual(['postgres', 'postgres.log', expect.stringMatching(/^postgres\.unfinished-/), 'socket']);
  expect(lines).toEqual([expect.stringMatching(/^warn .* is an unfinished initdb/)]);
});

test('a database that has lost its pg_control is not replaced by an empty one', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18\n');
  writeFileSync(join(folder, 'postgres', 'postmaster.opts'), '');
  await expect(open(folder, 'serve')).rejects.toMatchObject({
    exitCode: 69,
    message: expect.stringContaining('backup'),
  });
});

test('a database of another major version gives an error with instructions', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'postgres'), { mode: 0o700 });
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '16\n');
  const opening = open(folder, 'serve');
  await expect(opening).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/created by PostgreSQL 16 and this is PostgreSQL 18.*backup.*masthead upgrade-data/),
  });
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '99\n');
  await expect(open(folder, 'serve')).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/created by PostgreSQL 99 .*run the newer version of Masthead/),
  });
});

test('a server that does not start is reported with the error lines of its log, on one line', async () => {
  const opening = open(dataDir, 'serve', { settings: { shared_buffers: 'many' } });
  await expect(opening).rejects.toMatchObject({
    exitCode: 69,
    message: expect.stringMatching(
      /^Starting PostgreSQL \(.*\) failed: invalid value for parameter "shared_buffers": "many"[^\n]*$/,
    ),
  });
  expect(serversUnder(dataDir)).toEqual([]);
});

test('a log over 10 MB is truncated at a start, and a log that is a link is refused', async () => {
  const log = join(dataDir, 'postgres.log');
  truncateSync(log, 11 * 1024 * 1024);
  await (await open(dataDir, 'command')).stop();
  expect(statSync(log).size).toBeLessThan(100_000);
  expect(readFileSync(log, 'utf8')).toContain('ready to accept');
  execFileSync('mv', [log, `${log}.real`]);
  symlinkSync(`${log}.real`, log);
  await expect(open(dataDir, 'command')).rejects.toMatchObject({ exitCode: 78 });
  execFileSync('mv', [`${log}.real`, log]);
});

test('on a platform without binaries the error asks for DATABASE_URL', () => {
  const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64');
  const account = databaseAccount(join(dataDir, 'postgres'));
  expect(() => usableBinaries(account, dataDir)).toThrow(/no embedded PostgreSQL for .*-riscv64; set DATABASE_URL/);
  arch.mockRestore();
});

test('a data folder that leads through a file is refused', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(open(join(file, 'data'), 'serve')).rejects.toMatchObject({ exitCode: 78 });
});

test.each([
  ['x [1] FATAL:  could not write: No space left on device', 74],
  ['2026-01-31 12:00:00.000 UTC [7] PANIC:  could not fsync: Input/output error', 74],
  ['initdb: error: invalid locale name', 69],
])('%s gives exit code %i', (output, exitCode) => {
  expect(postgresFailure('Starting', '/data', output).exitCode).toBe(exitCode);
});

describe.skipIf(!canMount())('on a full disk (skipped without root and mount: it needs a small tmpfs)', () => {
  test('creating and starting say so with exit code 74, and work again once there is space', async () => {
    const disk = smallDisk('20m');
    await expect(open(join(disk, 'data'), 'serve')).rejects.toMatchObject({
      exitCode: 74,
      message: expect.stringContaining('is full'),
    });
    expect(readdirSync(join(disk, 'data')).filter((name) => name.startsWith('postgres.'))).toEqual([]);
    execFileSync('mount', ['-o', 'remount,size=80m', disk]);
    await (await open(join(disk, 'data'), 'serve')).stop();
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'fill')}`, 'bs=1k'], { stdio: 'ignore' });
    await expect(open(join(disk, 'data'), 'serve')).rejects.toMatchObject({ exitCode: 74 });
    execFileSync('rm', [join(disk, 'fill')]);
    const database = await open(join(disk, 'data'), 'serve');
    expect(await query(database, 'select 1')).toEqual([1]);
    await database.stop();
    execFileSync('umount', [disk]);
  });
});

function smallDisk(size: string): string {
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  chmodSync(disk, 0o755);
  return disk;
}

function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const disk = temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
  if (mounted) execFileSync('umount', [disk]);
  return mounted;
}
