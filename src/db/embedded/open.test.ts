import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slowTest } from '../../../test/slow.ts';
import { mayTryAgain } from './ownership.ts';
import { livePostmaster } from './postmaster.ts';
import {
  cleanUp,
  open,
  query,
  seededDataDir,
  serversUnder,
  startChild,
  temporaryFolder,
  until,
} from './testing/processes.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await seededDataDir();
});
afterAll(async () => expect(await cleanUp()).toEqual([]));

describe('a data folder', () => {
  test('keeps its data over two starts, and nothing runs after a stop', async () => {
    const first = await open(dataDir, 'serve');
    await query(first, "create table kept as select 'Žluťoučký' as word");
    await first.stop();
    await first.stop();
    await until(() => serversUnder(dataDir).length === 0);
    const second = await open(dataDir, 'serve');
    expect(await query(second, 'select upper(word) from kept')).toEqual(['ŽLUŤOUČKÝ']);
    await second.stop();
    await until(() => serversUnder(dataDir).length === 0);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is ready');
  });

  test('has a safe, quiet server: no TCP port, private socket, checksums, UTF-8, fsync, a small log', async () => {
    const database = await open(dataDir, 'serve', { settings: { work_mem: '9MB' } });
    const safe = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
    const names = ['listen_addresses', ...safe, 'work_mem', 'max_wal_size'];
    const shown = await Promise.all(names.map((name) => query(database, `show ${name}`)));
    expect(shown.flat()).toEqual(['', 'on', 'on', 'on', 'on', '9MB', '256MB']);
    expect(
      await query(
        database,
        'select pg_encoding_to_char(encoding), datlocale from pg_database where datname = current_database()',
      ),
    ).toEqual(['UTF8', 'C.UTF-8']);
    expect(await query(database, 'select inet_server_addr(), current_user, current_database()')).toEqual([
      null,
      'masthead',
      'masthead',
    ]);
    expect(listeningSockets(livePostmaster(join(dataDir, 'postgres'))?.pid)).toEqual([]);
    expect(statSync(database.connection.host).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    await database.stop();
  });

  slowTest('with a path too long for a socket gets a private temporary folder, removed at the stop', async () => {
    const long = movedTo(join(temporaryFolder(), 'long-'.repeat(25), 'data'));
    const database = await open(long, 'serve');
    expect(database.connection.host.startsWith(long)).toBe(false);
    expect(statSync(database.connection.host).mode & 0o777).toBe(0o700);
    expect(await query(database, 'select 1')).toEqual([1]);
    await database.stop();
    expect(statSync(database.connection.host, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('may have a comma, a quote and a space in its path', async () => {
    const odd = movedTo(join(temporaryFolder(), `a, b"c'd`, 'data'));
    const database = await open(odd, 'command');
    expect(database.connection.host).toContain(`a, b"c'd`);
    expect(await query(database, 'select 1')).toEqual([1]);
    await database.stop();
  });
});

describe('a second process', () => {
  test('that serves the same folder is refused with exit code 75 while the first goes on', async () => {
    const first = await open(dataDir, 'serve');
    const second = await startChild(['serve', dataDir]);
    const { message, exitCode } = JSON.parse(await second.said('failed'));
    expect(exitCode).toBe(75);
    expect(message).toContain(dataDir);
    expect(message).not.toContain('\n');
    expect(await second.exited).toBe(75);
    expect(await query(first, 'select 1')).toEqual([1]);
    await first.stop();
  });

  test('that runs a command uses the server of a running serve and leaves it running', async () => {
    const serve = await open(dataDir, 'serve');
    const command = await startChild(['command', dataDir]);
    expect(JSON.parse(await command.said('open')).host).toBe(serve.connection.host);
    command.process.stdin?.write('stop\n');
    expect(await command.exited).toBe(0);
    expect(await query(serve, 'select 1')).toEqual([1]);
    await serve.stop();
  });

  slowTest('that runs a command may finish when the first command, which started the server, is done', async () => {
    const first = await startChild(['command', dataDir]);
    await first.said('open');
    const second = await open(dataDir, 'command');
    first.process.stdin?.write('stop\n');
    await sleep(300);
    expect(await query(second, 'select 1')).toEqual([1]);
    await second.stop();
    expect(await first.exited).toBe(0);
    await until(() => serversUnder(dataDir).length === 0);
  });

  test('that serves waits for a running command to end', async () => {
    const command = await startChild(['command', dataDir]);
    await command.said('open');
    const serving = open(dataDir, 'serve');
    await sleep(300);
    command.process.stdin?.write('stop\n');
    const serve = await serving;
    expect(await query(serve, 'select 1')).toEqual([1]);
    await serve.stop();
  });

  slowTest(
    'started at the same moment on a new folder never makes a second server: one serves, one is refused',
    async () => {
      const newDir = join(temporaryFolder(), 'data');
      const both = await Promise.all([startChild(['serve', newDir]), startChild(['serve', newDir])]);
      const told = () => both.map((child) => child.lines[0]?.split(' ')[0]);
      await Promise.race(both.map((child) => child.said('failed')));
      await Promise.race(both.map((child) => child.said('open')));
      expect(told().sort()).toEqual(['failed', 'open']);
      const winner = both[told().indexOf('open')];
      const connection = JSON.parse((await winner?.said('open')) ?? '');
      expect(await query({ connection }, 'select 1')).toEqual([1]);
      winner?.process.stdin?.write('stop\n');
      expect(await winner?.exited).toBe(0);
      await until(() => serversUnder(newDir).length === 0);
    },
  );

  slowTest('and three more commands started at the same moment all get to work', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => open(dataDir, 'command')));
    expect(await Promise.all(all.map((database) => query(database, 'select 1')))).toEqual([[1], [1], [1], [1]]);
    await Promise.all(all.map((database) => database.stop()));
    await until(() => serversUnder(dataDir).length === 0);
  });
});

test.each([
  // The owner ended between the two queries, no matter how long we had waited for it.
  [undefined, 29_000, true],
  ['masthead command', 29_000, true],
  ['masthead command', 31_000, false],
  ['masthead serve', 1_000, true],
  ['masthead serve', 3_000, false],
])('a start that finds the folder in use by %s, after %i ms, tries again: %s', (heldBy, waitedMs, again) => {
  expect(mayTryAgain(heldBy, waitedMs)).toBe(again);
});

/** Moves the data folder: nothing in it may depend on its path. */
function movedTo(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  renameSync(dataDir, path);
  dataDir = path;
  return path;
}

/** TCP sockets in state LISTEN (0A) that the process has open. */
function listeningSockets(pid: number | undefined): string[] {
  if (process.platform !== 'linux') return [];
  const inodes = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => fields[9]);
  const listening = new Set([...inodes('/proc/net/tcp'), ...inodes('/proc/net/tcp6')]);
  return socketInodes(pid).filter((inode) => listening.has(inode));
}

function socketInodes(pid: number | undefined): string[] {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
