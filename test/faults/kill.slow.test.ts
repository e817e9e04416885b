/** Acknowledged means committed: after kill -9 at random moments every acknowledged write is there. */
import { expect, it } from 'vitest';
import { ADMIN } from '../app.ts';
import { dataFolder, kill, postmaster, type Service, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = 8;

it(`loses nothing over ${KILLS} kills while writing (seed ${seed})`, async () => {
  const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'silent' };
  const random = randomNumbers(seed);
  const acknowledged: number[] = [];
  let service = await startService(env);
  await createSite(service);
  for (let round = 0; round < KILLS; round++) {
    const before = acknowledged.length;
    const writing = writeUntilItEnds(service, acknowledged);
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, 30 + random() * 250));
    const server = postmaster(env.DATA_DIR);
    // Kill the process alone, or PostgreSQL at the same moment, so that nothing stops cleanly.
    if (round % 2 && server) kill(server, 'SIGKILL');
    kill(service.child.pid ?? 0, 'SIGKILL');
    await Promise.all([writing, service.ended]);
    service = await startService(env);
  }
  const kept = new Set(await allPages(service));
  console.log(`kill: seed ${seed}, ${acknowledged.length} acknowledged writes`);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});

const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };

async function createSite({ url }: Service): Promise<void> {
  const body = '{"site":{"id":1,"name":"Kill","url":"https://kill.example"}}';
  expect((await fetch(`${url}/v1/manage/sites`, { method: 'POST', headers, body })).status).toBe(201);
}

async function writeUntilItEnds({ url }: Service, acknowledged: number[]): Promise<void> {
  try {
    for (;;) {
      const answer = await fetch(`${url}/v1/manage/sites/1/pages`, {
        method: 'POST',
        headers,
        body: '{"page":{"name":"x"}}',
      });
      if (answer.status === 201) acknowledged.push(((await answer.json()) as { page: { id: number } }).page.id);
    }
  } catch {
    // The connection was cut: an unanswered write may or may not be there.
  }
}

async function allPages({ url }: Service): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/v1/manage/sites/1/pages?count=100&page=${page}`, { headers });
    const { pages } = (await answer.json()) as { pages: { id: number }[] };
    if (pages.length === 0) return ids;
    ids.push(...pages.map(({ id }) => id));
  }
}
