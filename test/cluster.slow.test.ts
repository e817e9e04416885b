/** `WORKERS`: several processes on one port, of which any may end. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ADMIN } from './app.ts';
import { childrenOf, dataFolder, freePort, kill, launch, postmaster, type Service, startService } from './process.ts';

const POLL = { timeout: 60_000, interval: 50 };
const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json', connection: 'close' };

/** Each on a connection of its own, which the next process takes. */
async function ask({ url }: Service, method: string, path: string, body?: object) {
  const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: response.status, text: await response.text() };
}

/** Those that serve; the embedded PostgreSQL is a child, too. */
const parts = ({ child }: Service, folder: string) =>
  childrenOf(child.pid ?? 0).filter((pid) => pid !== postmaster(folder) && isNode(pid));

function isNode(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js\0start');
  } catch {
    return false;
  }
}

it('three processes serve on one port, count together, and are replaced when one is killed', async () => {
  const DATA_DIR = dataFolder();
  const service = await startService({ DATA_DIR, WORKERS: '3', LOG_LEVEL: 'error', DRAIN_S: '0' });
  const site = { site: { id: 1, name: 'P', url: 'https://p.example' } };
  expect((await ask(service, 'POST', '/v1/manage/sites', site)).status).toBe(201);
  expect(parts(service, DATA_DIR)).toHaveLength(3);

  // Every process counts its own requests; any of them answers for all.
  const countOf = async () => {
    const { text } = await ask(service, 'GET', '/metrics');
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith('masthead_http_requests_total') && line.includes('/v1/sites/:site_id"'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  for (let n = 0; n < 30; n++) expect((await ask(service, 'GET', '/v1/sites/1')).status).toBe(200);
  for (let n = 0; n < 3; n++) expect(await countOf()).toBe(30);

  // What one has written, all serve.
  const section = { section: { id: 1, name: 'News' } };
  expect((await ask(service, 'POST', '/v1/manage/sites/1/sections', section)).status).toBe(201);
  const reads = async () => Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(service, 'GET', '/v1/sites/1/sections')));
  await expect.poll(async () => (await reads()).every(({ text }) => text.includes('News')), POLL).toBe(true);

  const before = parts(service, DATA_DIR);
  kill(before[1] ?? 0, 'SIGKILL');
  await expect.poll(() => parts(service, DATA_DIR).filter((pid) => !before.includes(pid)), POLL).toHaveLength(1);
  await expect.poll(() => parts(service, DATA_DIR).length, POLL).toBe(3);
  await expect
    .poll(async () => (await reads()).map(({ status }) => status), POLL)
    .toEqual([200, 200, 200, 200, 200, 200]);
  expect(service.output()).toContain('is started again');

  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  expect(parts(service, DATA_DIR)).toEqual([]);
  expect(postmaster(DATA_DIR)).toBeNull();
});

it('while they stop, every answer is a whole one', async () => {
  const service = await startService({ DATA_DIR: dataFolder(), WORKERS: '2', LOG_LEVEL: 'error', DRAIN_S: '1' });
  const statuses = new Set<number>();
  let isOver = false;
  const readers = [1, 2, 3].map(async () => {
    while (!isOver) {
      const status = await ask(service, 'GET', '/healthz').then(
        ({ status }) => status,
        () => null, // the port is closed
      );
      if (status === null) return;
      statuses.add(status);
    }
  });
  service.child.kill('SIGTERM');
  await sleep(300);
  expect((await ask(service, 'GET', '/readyz')).status).toBe(503);
  expect((await service.ended).code).toBe(0);
  isOver = true;
  await Promise.all(readers);
  expect([...statuses]).toEqual([200]);
});

it('a start that fails says why once, and ends all of them', async () => {
  const port = await freePort();
  const first = await startService({ DATA_DIR: dataFolder(), PORT: String(port), LOG_LEVEL: 'error', DRAIN_S: '0' });
  const env = { DATA_DIR: dataFolder(), PORT: String(port), WORKERS: '2', LOG_LEVEL: 'error' };
  const { code, err } = await launch(['start'], env).ended;
  expect([code, err]).toEqual([75, `masthead: Port ${port} on 127.0.0.1 is in use by another program; set PORT.\n`]);
  first.child.kill('SIGTERM');
  await first.ended;
});

it('all end when the first process is killed', async () => {
  const DATA_DIR = dataFolder();
  const service = await startService({ DATA_DIR, WORKERS: '2', LOG_LEVEL: 'silent', DRAIN_S: '0' });
  const pids = parts(service, DATA_DIR);
  expect(pids).toHaveLength(2);
  service.child.kill('SIGKILL');
  await expect.poll(() => pids.filter(isNode), POLL).toEqual([]);
});
