/** The service is killed while partners send articles, and send again until they get an answer: each becomes one article. */
import { expect, it } from 'vitest';
import { testApp } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { dataFolder, kill, type Service, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = 20;
const SENDERS = 4;
/** Below the limit of a minute: each sender has a key of its own. */
const LEAST_PER_KILL = 3;

it(`neither loses nor doubles an article over ${KILLS} kills (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const app = await testApp();
  const env = { DATABASE_URL: databaseUrl(app.database), DATA_DIR: dataFolder(), LOG_LEVEL: 'silent' };
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const keyOf = async (source: number) => {
    const api_key = { name: 'P', scopes: ['guest:write'], site_ids: [site], source_id: source };
    return (await app.manage('POST', '/api-keys', { api_key })).api_key.key as string;
  };
  const source = { kind: 'guest_api', name: 'P', section_id: section.id, approval: 'auto' };
  const made = await app.manage('POST', `/sites/${site}/sources`, { source });
  let service: Service | null = null;
  const answered: string[] = [];
  const sent: string[] = [];
  let isOver = false;

  /** One request, or null if there was no answer. */
  const request = async (key: string, body: string, type: string) => {
    try {
      const response = await fetch(`${service?.url}/v1/guest/articles`, {
        ...{ method: 'POST', body },
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
      });
      const { status } = response;
      const answer = (await response.json()) as { article: { state: string }; results: { status: number }[] };
      return { status, answer };
    } catch {
      return null;
    }
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

  /** New keys within the limit of one. */
  async function sender(name: string): Promise<void> {
    let [key, left] = [await keyOf(made.source.id), 50];
    for (let number = 0; !isOver; number++) {
      const ids = [0, 1, 2].map((n) => `${name}-${number}-${n}`);
      const lines = ids.map((id) => ({ external_id: id, title: `Story ${id}` }));
      const isBulk = number % 2 === 1;
      const chosen = isBulk ? lines : lines.slice(0, 1);
      const body = isBulk
        ? chosen.map((line) => JSON.stringify(line)).join('\n')
        : JSON.stringify({ article: chosen[0] });
      sent.push(...chosen.map(({ external_id }) => external_id));
      for (;;) {
        if (--left === 0) [key, left] = [await keyOf(made.source.id), 50];
        const reply = await request(key, body, isBulk ? 'application/x-ndjson' : 'application/json');
        const isDone = reply?.status === 200 && reply.answer.results.every(({ status }) => status === 200);
        if (isDone) break;
        await pause();
      }
      answered.push(...chosen.map(({ external_id }) => external_id));
    }
  }

  service = await startService(env);
  const senders = Array.from({ length: SENDERS }, (_, n) => sender(`s${n}`));
  for (let killed = 0; killed < KILLS; killed++) {
    const before = answered.length;
    await expect.poll(() => answered.length, { interval: 5 }).toBeGreaterThanOrEqual(before + LEAST_PER_KILL);
    await new Promise((resolve) => setTimeout(resolve, random() * 100));
    kill(service.child.pid ?? 0, 'SIGKILL');
    await service.ended;
    service = await startService(env);
  }
  isOver = true;
  await Promise.all(senders);
  const rows = async (sql: string) => (await app.pool.query(sql)).rows;
  const expected = sent.map((id) => `Story ${id}`).sort();
  expect(answered.length).toBe(sent.length);
  expect((await rows('select title from article')).map(({ title }) => title).sort()).toEqual(expected);
  expect(await rows("select from source_item where state <> 'published'")).toEqual([]);
  expect((await rows('select from source_item')).length).toBe(expected.length);
  const events = await rows("select article_id from article_event where action = 'publish'");
  expect([events.length, new Set(events.map(({ article_id }) => article_id)).size]).toEqual([
    expected.length,
    expected.length,
  ]);
  console.log(`guests: seed ${seed}, ${KILLS} kills, ${expected.length} articles taken once`);
});
