import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomNumbers, seed } from '../../../test/random.ts';
import { slowTest } from '../../../test/slow.ts';
import { isPostmaster, livePostmaster } from './postmaster.ts';
import {
  cleanUp,
  killServerAndGuardian,
  open,
  query,
  seededDataDir,
  serversUnder,
  startChild,
  temporaryFolder,
  tryKill,
  until,
} from './testing/processes.ts';

const ROUNDS = 10;
const IDS_PER_ROUND = 1_000_000;

let dataDir: string;
let pgdata: string;
beforeAll(async () => {
  dataDir = await seededDataDir();
  pgdata = join(dataDir, 'postgres');
});
afterAll(async () => expect(await cleanUp()).toEqual([]));

describe('after kill -9', () => {
  test('of only the owner: its guardian shuts the server down cleanly', async () => {
    const owner = await startChild(['serve', dataDir]);
    await owner.said('open');
    owner.process.kill('SIGKILL');
    await until(() => serversUnder(dataDir).length === 0);
    expect(existsSync(join(pgdata, 'postmaster.pid'))).toBe(false);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8').trim()).toMatch(/database system is shut down$/);
  });

  slowTest('of only the owner: a temporary socket folder is removed too', async () => {
    const home = dirname(dataDir);
    const long = join(temporaryFolder(), 'long-'.repeat(25));
    renameSync(dataDir, mkdirFor(long));
    const owner = await startChild(['serve', long]);
    const { host } = JSON.parse(await owner.said('open'));
    expect(existsSync(host)).toBe(true);
    owner.process.kill('SIGKILL');
    await until(() => !existsSync(host));
    renameSync(long, join(home, 'data'));
  });

  test('of the owner and the guardian the next serve takes the running server over, and stops it in the end', async () => {
    const owner = await startChild(['serve', dataDir]);
    await owner.said('open');
    const before = livePostmaster(pgdata);
    killAllButPostmaster(before?.pid);
    owner.process.kill('SIGKILL');
    await owner.exited;
    expect(livePostmaster(pgdata)?.pid).toBe(before?.pid);
    const next = await open(dataDir, 'serve');
    expect(livePostmaster(pgdata)?.pid).toBe(before?.pid);
    expect(await query(next, 'select 1')).toEqual([1]);
    await next.stop();
    await until(() => serversUnder(dataDir).length === 0);
  });

  slowTest('of a process that had taken a server over the server is shut down as well', async () => {
    const owner = await startChild(['serve', dataDir]);
    await owner.said('open');
    killAllButPostmaster(livePostmaster(pgdata)?.pid);
    owner.process.kill('SIGKILL');
    const next = await startChild(['serve', dataDir]);
    await next.said('open');
    next.process.kill('SIGKILL');
    await until(() => serversUnder(dataDir).length === 0);
  });

  test('of the postmaster a serve starts it again at the same address', async () => {
    const lines: string[] = [];
    const serve = await open(dataDir, 'serve', { log: (level, message) => lines.push(`${level} ${message}`) });
    const before = livePostmaster(pgdata)?.pid;
    tryKill(before);
    await until(() => answers(serve));
    expect(livePostmaster(pgdata)?.pid).not.toBe(before);
    await until(() => lines.some((line) => line.endsWith('is back.')));
    expect(lines[0]).toMatch(/^error PostgreSQL in .* stopped or closed our session/);
    expect(await query(serve, "select count(*)::int from pg_locks where locktype = 'advisory'")).toEqual([1]);
    await serve.stop();
    await until(() => serversUnder(dataDir).length === 0);
  });

  slowTest('of one session, which makes the server drop all of them, the serve takes its lock again', async () => {
    const lines: string[] = [];
    const serve = await open(dataDir, 'serve', { log: (_, message) => lines.push(message) });
    const before = livePostmaster(pgdata)?.pid;
    const [victim] = await query(serve, "select pid from pg_stat_activity where application_name = 'masthead serve'");
    tryKill(Number(victim));
    await until(() => lines.some((line) => line.endsWith('is back.')));
    expect(livePostmaster(pgdata)?.pid).toBe(before);
    expect(await query(serve, 'select 1')).toEqual([1]);
    await serve.stop();
    await until(() => serversUnder(dataDir).length === 0);
  });

  slowTest('of the owner while its server is only just starting leaves nothing running', async () => {
    for (let round = 0; round < 3; round += 1) {
      const owner = await startChild(['serve', dataDir]);
      await until(() => serversUnder(dataDir).length > 0);
      owner.process.kill('SIGKILL');
      await until(() => serversUnder(dataDir).length === 0);
    }
  });

  for (const ms of [205, 220, 240, 270])
    slowTest(`of everything, a stop ${ms} ms later, in the middle of the restart, leaves nothing`, async () => {
      const serve = await open(dataDir, 'serve');
      killServerAndGuardian(dataDir);
      await sleep(ms);
      await serve.stop();
      // The last process of a server may end a moment later.
      await until(() => serversUnder(dataDir).length === 0);
    });

  slowTest('a pid file whose pid now belongs to another process of the same account does not block', async () => {
    const serve = await startChild(['serve', dataDir]);
    await serve.said('open');
    const file = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8');
    const { pid, stop } = await processOfTheAccount();
    const pidFile = file.replace(/^\d+/, String(pid));
    const lock = readFileSync(join(dataDir, 'socket', '.s.PGSQL.5432.lock'), 'utf8').replace(/^\d+/, String(pid));
    killServerAndGuardian(dataDir);
    serve.process.kill('SIGKILL');
    await until(() => serversUnder(dataDir).length === 0);
    writeFileSync(join(pgdata, 'postmaster.pid'), pidFile);
    writeFileSync(join(dataDir, 'socket', '.s.PGSQL.5432.lock'), lock);
    expect(isPostmaster(pid, pgdata)).toBe(false);
    const next = await open(dataDir, 'serve');
    expect(await query(next, 'select 1')).toEqual([1]);
    await next.stop();
    stop();
  });
});

slowTest(`no row that was reported as written is lost when everything is killed ${ROUNDS} times`, async () => {
  const random = randomNumbers(seed);
  const written: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await startChild(['serve', dataDir, 'write', String(round * IDS_PER_ROUND)]);
    await child.said('wrote');
    await sleep(random() * 150);
    await killSome(child.process.pid, round % 3);
    if (round % 3 === 1) await sleep(random() * 300);
    child.process.kill('SIGKILL');
    await child.exited;
    written.push(...child.lines.filter((line) => line.startsWith('wrote ')).flatMap(writtenIds));
  }
  const database = await open(dataDir, 'serve');
  const found = new Set(await query(database, 'select id from written'));
  const missing = written.filter((id) => !found.has(id));
  console.info(`seed ${seed}: ${written.length} rows reported, ${found.size} found, ${missing.length} missing`);
  expect(missing, `SEED=${seed}`).toEqual([]);
  expect(await query(database, 'select count(*)::int from pg_stat_database where checksum_failures > 0')).toEqual([0]);
  await database.stop();
});

/** In turn: only the process (its guardian then stops the server), only the postmaster, both and the guardian. */
async function killSome(owner: number | undefined, which: number): Promise<void> {
  if (which === 0) tryKill(owner);
  if (which === 1) tryKill(livePostmaster(pgdata)?.pid);
  if (which === 2) {
    killServerAndGuardian(dataDir);
    tryKill(owner);
  }
}

/** Complete lines only: the kill may cut off the last one. */
function writtenIds(line: string): number[] {
  const ids = line.split(' ').slice(1).map(Number);
  return ids.length === 1 || ids.length === 20 ? ids : [];
}

function killAllButPostmaster(postmaster: number | undefined): void {
  const guardians = serversUnder(dataDir)
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== postmaster);
  for (const pid of guardians) tryKill(pid);
}

async function answers(database: Parameters<typeof query>[0]): Promise<boolean> {
  return query(database, 'select 1').then(
    () => true,
    () => false,
  );
}

function mkdirFor(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** As the database's account: PostgreSQL itself treats the pid of another account's process as stale. */
async function processOfTheAccount(): Promise<{ pid: number; stop: () => void }> {
  const { uid, gid } = statSync(pgdata);
  const child = spawn('/bin/sleep', ['60'], { cwd: '/', ...(process.getuid?.() === 0 ? { uid, gid } : {}) });
  return { pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') };
}
