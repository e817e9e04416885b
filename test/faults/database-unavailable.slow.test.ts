/**
 * The database becomes unavailable under load: cached responses are served and marked as possibly stale, everything else is 503,
 * nothing waits for its return, and the service recovers by itself.
 */
import { beforeAll, expect, it } from 'vitest';
import { ADMIN } from '../app.ts';
import { childrenOf, dataFolder, kill, postmaster, type Service, startService } from '../process.ts';

const READERS = 4;

const KEPT = '/v1/sites/1/authors';
/** Counters change without the site's version, so this route always queries the database. */
const NOT_KEPT = '/v1/sites/1/likes';

interface Seen {
  statuses: Map<number, number>;
  retryAfter: boolean;
}

const folder = dataFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const site = { id: 1, name: 'Away', url: 'https://away.example' };
  await create('/v1/manage/sites', { site });
  await create('/v1/manage/sites/1/authors', { author: { firstname: 'Ida', lastname: 'Holm' } });
});

async function create(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
}

/** Readers of a path until stopped, and the responses so far. */
function load(path: string) {
  const seen: Seen = { statuses: new Map(), retryAfter: true };
  let isDone = false;
  const reader = async () => {
    while (!isDone) {
      const answer = await fetch(service.url + path);
      await answer.arrayBuffer();
      seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503 && !answer.headers.get('retry-after')) seen.retryAfter = false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const readers = Promise.all(Array.from({ length: READERS }, reader));
  const stop = async () => {
    isDone = true;
    await readers;
  };
  return { seen, stop };
}

async function comesBack({ url }: Service): Promise<void> {
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 50 }).toBe(200);
  expect((await fetch(url + NOT_KEPT)).status).toBe(200);
  await expect.poll(() => staleness(url), { interval: 50 }).toBeNull();
}

/** The cache headers of a cached response. */
async function staleness(url: string): Promise<string | null> {
  const answer = await fetch(url + KEPT);
  expect([answer.status, JSON.parse(await answer.text()).authors.length]).toEqual([200, 1]);
  return answer.headers.get('warning');
}

it.each(['stopped', 'killed'])('PostgreSQL is %s under load', async (how) => {
  expect(await staleness(service.url)).toBeNull();
  const [kept, notKept] = [load(KEPT), load(NOT_KEPT)];
  await expect.poll(() => notKept.seen.statuses.has(200)).toBe(true);
  // Again, if it was back before any request noticed.
  const fault = async () => {
    kill(postmaster(folder) ?? 0, how === 'stopped' ? 'SIGINT' : 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 200));
    return notKept.seen.statuses.has(503);
  };
  await expect.poll(fault).toBe(true);
  await comesBack(service);
  await Promise.all([kept.stop(), notKept.stop()]);
  expect([...kept.seen.statuses.keys()]).toEqual([200]);
  expect([...notKept.seen.statuses.keys()].sort()).toEqual([200, 503]);
  expect(notKept.seen.retryAfter).toBe(true);
});

it('PostgreSQL hangs: requests still get 503', async () => {
  const before = await (await fetch(service.url + KEPT)).text();
  const server = postmaster(folder) ?? 0;
  const all = [server, ...childrenOf(server)];
  for (const pid of all) kill(pid, 'SIGSTOP');
  const replies = await Promise.all(Array.from({ length: 15 }, () => fetch(service.url + NOT_KEPT)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
  await expect.poll(() => staleness(service.url)).toBe('110 - "Response is Stale"');
  expect(await (await fetch(service.url + KEPT)).text()).toBe(before);
  expect((await fetch(`${service.url}/v1/sites/1/pages`)).status).toBe(503);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  for (const pid of all) kill(pid, 'SIGCONT');
  await comesBack(service);
});

it('afterwards the service stops cleanly', async () => {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});
