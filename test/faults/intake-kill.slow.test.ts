/** The service is killed while it takes items from feeds of bad servers: every item becomes one article, none is lost or doubled. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { feedServer, rss } from '../../src/intake/testing/feeds.ts';
import { testApp, webhookTools } from '../app.ts';
import { databaseUrl } from '../database.ts';
import { dataFolder, kill, startService } from '../process.ts';
import { randomNumbers, seed } from '../random.ts';

const KILLS = 40;
const ITEMS_PER_ROUND = 6;

it(`neither loses nor doubles an item over ${KILLS} kills (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const app = await testApp({ webhooks: webhookTools() });
  const env = {
    DATABASE_URL: databaseUrl(app.database),
    DATA_DIR: dataFolder(),
    LOG_LEVEL: 'silent',
    WEBHOOK_ALLOW_PRIVATE: '1',
  };
  const [server, other] = [await feedServer(), await feedServer()];
  const titles: Record<string, string[]> = { '/all': [], '/new': [] };
  let isBad = true;
  const documentOf = (path: string) =>
    rss((titles[path] ?? []).map((title) => ({ id: title, title, link: `https://o.example/${title}` })));
  const cut = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '100000' });
    response.write(documentOf(url).slice(0, 300), () => response.destroy());
  };
  // One server sends everything every time, the other one answers 304 and fails.
  server.answers.set('/all', (_, response) => void response.end(documentOf('/all')));
  other.answers.set('/new', (request, response) => {
    const etag = `"${titles['/new']?.length}"`;
    const luck = isBad ? random() : 1;
    if (luck < 0.2) response.writeHead(503).end();
    else if (luck < 0.4) cut(request, response);
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(documentOf('/new'));
  });

  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const add = async (url: string, approval: string) =>
    (
      await app.manage('POST', `/sites/${site}/sources`, {
        source: { url, section_id: section.id, approval, backlog: 200 },
      })
    ).source.id;
  const sources = [
    await add(`http://127.0.0.1:${server.port}/all`, 'auto'),
    await add(`http://127.0.0.1:${other.port}/new`, 'hold'),
  ];
  const rows = async (sql: string) => (await app.pool.query(sql)).rows;
  const round = async () => {
    for (const path of Object.keys(titles))
      for (let n = 0; n < ITEMS_PER_ROUND; n++) titles[path]?.push(`${path.slice(1)}-${titles[path]?.length}`);
    // A dead process holds its hosts for half a minute.
    await app.pool.query('delete from source_host');
    for (const id of sources) await app.manage('POST', `/sites/${site}/sources/${id}/poll`, {}, 202);
  };

  for (let killed = 0; killed < KILLS; killed++) {
    await round();
    const asked = () => server.requests.length + other.requests.length;
    const before = asked();
    const service = await startService(env);
    const found = (await rows('select from source_item')).length;
    // In every other round the kill waits until a poll has committed; a busy machine would not get that far.
    if (killed % 2) await expect.poll(asked, { interval: 5 }).toBeGreaterThan(before);
    else
      await expect
        .poll(async () => (await rows('select from source_item')).length, { interval: 5 })
        .toBeGreaterThan(found);
    await new Promise((resolve) => setTimeout(resolve, random() * 250));
    kill(service.child.pid ?? 0, 'SIGKILL');
    await service.ended;
  }
  isBad = false;
  await round();
  await startService(env);
  const expected = Object.values(titles).flat().sort();
  await expect.poll(async () => (await rows('select title from article')).length).toBe(expected.length);
  await expect.poll(async () => rows("select from source_item where state not in ('held', 'published')")).toEqual([]);
  expect((await rows('select title from article')).map(({ title }) => title).sort()).toEqual(expected);
  expect((await rows('select title from source_item')).map(({ title }) => title).sort()).toEqual(expected);
  const sent = await rows("select article_id from article_event where action = 'publish'");
  expect([sent.length, new Set(sent.map(({ article_id }) => article_id)).size]).toEqual([
    expected.length / 2,
    expected.length / 2,
  ]);
  expect(await rows('select kind, last_error from failed_job')).toEqual([]);
  console.log(`intake: seed ${seed}, ${KILLS} kills, ${expected.length} items taken once`);
});
