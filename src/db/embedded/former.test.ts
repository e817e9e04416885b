import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { finishSwap, keptDatabases, majorOf, swapDatabases } from './former.ts';

const folder = mkdtempSync(join(tmpdir(), 'masthead-former-'));
afterAll(() => rmSync(folder, { recursive: true }));

let pgdata: string;
const control = (at: string) => join(at, 'global', 'pg_control');
const asideOf = (at: string) => `${control(at)}.upgraded`;

function made(at: string, major: number) {
  mkdirSync(join(at, 'global'), { recursive: true });
  writeFileSync(join(at, 'PG_VERSION'), `${major}\n`);
  writeFileSync(control(at), `of ${major}`);
}

beforeEach(() => {
  pgdata = join(mkdtempSync(join(folder, 'data-')), 'postgres');
  made(pgdata, 17);
  made(`${pgdata}.upgraded`, 18);
});

function expectSwapped() {
  expect(readdirSync(join(pgdata, '..')).sort()).toEqual(['postgres', 'postgres.17']);
  expect([majorOf(pgdata), majorOf(`${pgdata}.17`)]).toEqual([18, 17]);
  for (const at of [pgdata, `${pgdata}.17`]) {
    expect(readdirSync(join(at, 'global'))).toEqual(['pg_control']);
    expect(readFileSync(control(at), 'utf8')).toBe(`of ${majorOf(at)}`);
  }
}

test('a complete new database takes the place of the old one, which stays whole', () => {
  swapDatabases(pgdata);
  expectSwapped();
  expect(keptDatabases(pgdata)).toEqual([`${pgdata}.17`]);
});

test('a server that was started in the last moment keeps its database', () => {
  writeFileSync(join(pgdata, 'postmaster.pid'), '1\n');
  expect(() => swapDatabases(pgdata)).toThrow('A service was started');
  expect([majorOf(pgdata), existsSync(control(pgdata)), existsSync(asideOf(pgdata))]).toEqual([17, true, false]);
});

test('nothing is exchanged before the command has closed the old database', () => {
  finishSwap(pgdata);
  expect([majorOf(pgdata), majorOf(`${pgdata}.upgraded`)]).toEqual([17, 18]);
});

test('a missing database is not replaced by one that waits for another', () => {
  renameSync(pgdata, `${pgdata}.away`);
  made(`${pgdata}.16`, 16);
  finishSwap(pgdata);
  expect(existsSync(pgdata)).toBe(false);
});

test('a swap that was killed is finished, whichever renames it had done', () => {
  renameSync(control(pgdata), asideOf(pgdata));
  finishSwap(pgdata);
  expectSwapped();
  renameSync(pgdata, `${pgdata}.upgraded`);
  renameSync(control(`${pgdata}.17`), asideOf(`${pgdata}.17`));
  finishSwap(pgdata);
  expectSwapped();
  renameSync(control(`${pgdata}.17`), asideOf(`${pgdata}.17`));
  finishSwap(pgdata);
  expectSwapped();
});

test('an old database that was closed is opened again if the new one is gone', () => {
  renameSync(control(pgdata), asideOf(pgdata));
  rmSync(`${pgdata}.upgraded`, { recursive: true });
  finishSwap(pgdata);
  expect([majorOf(pgdata), existsSync(control(pgdata))]).toEqual([17, true]);
});
