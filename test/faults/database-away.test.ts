/**
 * The database goes away under load: what is kept is served and says that it may be stale, everything else is 503 within 5
 * seconds, nothing hangs, and it recovers by itself.
 */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { dataFolder, kill, postmaster, type Service, startService } from '../process.ts';

const READERS = 8;
// The limit is 5 s, and never a hang over 10 s.
const LONGEST_ANSWER = 10_000;

const KEPT = '/v1/sites/1/authors';
/** Counters move without the site's version, so that this is asked of the database every time. */
const NOT_KEPT = '/v1/sites/1/likes';

interface Seen {
  statuses: Map<number, number>;
  slowest: number;
  retryAfter: boolean;
}

async function load({ url }: Service, path: string, until: () => boolean): Promise<Seen> {
  const seen: Seen = { statuses: new Map(), slowest: 0, retryAfter: true };
  const reader = async () => {
    while (!until()) {
      const began = Date.now();
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      seen.slowest = Math.max(seen.slowest, Date.now() - began);
      seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503 && !answer.headers.get('retry-after')) seen.retryAfter = false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return seen;
}

async function comesBack({ url }: Service): Promise<void> {
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 50 }).toBe(200);
  expect((await fetch(url + NOT_KEPT)).status).toBe(200);
  await expect.poll(() => staleness(url), { interval: 50 }).toBeNull();
}

/** What the kept answer says about itself. */
async function staleness(url: string): Promise<string | null> {
  const answer = await fetch(url + KEPT);
  expect([answer.status, JSON.parse(await answer.text()).authors.length]).toEqual([200, expect.any(Number)]);
  return answer.headers.get('warning');
}

it.each(['stopped', 'killed'])('PostgreSQL is %s under load', { timeout: 60_000 }, async (how) => {
  const folder = dataFolder();
  const service = await startService({ DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'silent' });
  let done = false;
  expect(await staleness(service.url)).toBeNull();
  const loading = Promise.all([KEPT, NOT_KEPT].map((path) => load(service, path, () => done)));
  await new Promise((resolve) => setTimeout(resolve, 300));
  kill(postmaster(folder) ?? 0, how === 'stopped' ? 'SIGINT' : 'SIGKILL');
  await expect.poll(async () => (await fetch(service.url + NOT_KEPT)).status, { interval: 5 }).toBe(503);
  await comesBack(service);
  done = true;
  const [kept, seen] = await loading;
  if (!kept || !seen) throw new Error('two paths were asked');
  expect([...kept.statuses.keys()]).toEqual([200]);
  expect([...seen.statuses.keys()].sort()).toEqual([200, 503]);
  expect(seen.retryAfter).toBe(true);
  expect(seen.slowest).toBeLessThan(LONGEST_ANSWER);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});

it('PostgreSQL hangs: requests are answered with 503 within their time', { timeout: 60_000 }, async () => {
  const folder = dataFolder();
  const service = await startService({ DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'silent' });
  const before = await (await fetch(service.url + KEPT)).text();
  const server = postmaster(folder) ?? 0;
  const all = [server, ...childrenOf(server)];
  for (const pid of all) kill(pid, 'SIGSTOP');
  const began = Date.now();
  const replies = await Promise.all(Array.from({ length: 15 }, () => fetch(service.url + NOT_KEPT)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Date.now() - began).toBeLessThan(LONGEST_ANSWER);
  await expect.poll(() => staleness(service.url)).toBe('110 - "Response is Stale"');
  expect(await (await fetch(service.url + KEPT)).text()).toBe(before);
  expect((await fetch(`${service.url}/v1/sites/1/pages`)).status).toBe(503);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  for (const pid of all) kill(pid, 'SIGCONT');
  await comesBack(service);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});

function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);
}
