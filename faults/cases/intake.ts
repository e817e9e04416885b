/** kill -9 of processes that take items from feeds, whose servers fail: every item becomes one article, none is lost or doubled. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Given } from '../case.ts';
import { newSite, type Site } from '../site.ts';
import type { Stage } from '../stage.ts';

const KILLS = 200;
const KILLS_SHORT = 3;
const ITEMS_A_ROUND = 6;
/** Every third round two processes run at once. */
const BOTH_EVERY = 3;
const LONGEST_LIFE_MS = 250;
const LONGEST_WAIT_MS = 5_000;
const DRAIN_TIMEOUT_MS = 120_000;
const POLL_MS = 10;

export const intake: Case = {
  name: 'intake',
  title: 'processes that take items from feeds are killed, and the servers of the feeds fail',
  isShort: true,
  async run(given) {
    const feeds = [await startFeed('all', given), await startFeed('new', given)] as const;
    try {
      return await killed(given, feeds);
    } finally {
      for (const { server } of feeds) server.close().closeAllConnections();
    }
  },
};

interface Feed {
  server: Server;
  url: string;
  name: 'all' | 'new';
  titles: string[];
  requests: number;
  isBad: boolean;
  /** The next request fails. */
  failsOnce: boolean;
}

/** `all` sends everything every time; `new` answers 304, breaks off and fails. */
async function startFeed(name: Feed['name'], { random }: Given): Promise<Feed> {
  const server = createServer(({ headers }, response) => {
    feed.requests += 1;
    const etag = `"${feed.titles.length}"`;
    const luck = feed.isBad && name === 'new' ? random() : 1;
    const isRefused = luck < 0.2 || feed.failsOnce;
    feed.failsOnce = false;
    if (isRefused) response.writeHead(503).end();
    else if (luck < 0.4) breakOff(response, documentOf(feed));
    else if (name === 'new' && headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, name === 'new' ? { etag } : {}).end(documentOf(feed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
  const feed: Feed = { server, url, name, titles: [], requests: 0, isBad: true, failsOnce: false };
  return feed;
}

function breakOff(response: ServerResponse, document: string): void {
  response.writeHead(200, { 'content-length': '1000000' });
  response.write(document.slice(0, 300), () => response.destroy());
}

function documentOf({ titles }: Feed): string {
  const items = titles.map((title) => `<item><guid>${title}</guid><title>${title}</title></item>`);
  return `<rss version="2.0"><channel><title>Faults</title>${items.join('')}</channel></rss>`;
}

async function killed(given: Given, feeds: readonly Feed[]) {
  const { stage, random } = given;
  const site = await newSite(stage);
  const sources: number[] = [];
  for (const { url, name } of feeds) {
    const source = { url, section_id: site.section, approval: name === 'all' ? 'auto' : 'hold', backlog: 200 };
    sources.push((await site.manage('POST', '/sources', { source })).source?.id ?? 0);
  }
  const wanted = given.times ?? (given.isShort ? KILLS_SHORT : KILLS);
  let kills = 0;
  while (kills < wanted && !given.isInterrupted()) {
    await offer(stage, site, sources, feeds);
    const workers = await Promise.all(Array.from({ length: kills % BOTH_EVERY ? 1 : 2 }, () => stage.worker()));
    await (kills % 2 ? asked(feeds) : stored(stage, site));
    await sleep(random() * LONGEST_LIFE_MS);
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
    kills += workers.length;
    given.say(`${kills} kills, ${feeds.reduce((sum, { titles }) => sum + titles.length, 0)} items`);
  }
  for (const feed of feeds) Object.assign(feed, { isBad: false, failsOnce: true });
  await offer(stage, site, sources, feeds);
  const last = await stage.worker();
  const faults = await checked(stage, site, feeds);
  await last.kill('SIGKILL');
  await site.close();
  const requests = feeds.reduce((sum, feed) => sum + feed.requests, 0);
  return { figures: { kills, items: feeds.flatMap(({ titles }) => titles).length, requests }, faults };
}

/** Why nothing more is taken. */
async function states(stage: Stage, site: Site): Promise<string[]> {
  const rows = await stage.query(
    `select id, failures, last_error, last_poll_at, next_poll_at, (select json_agg(lane) from job_lane lane where kind like 'source%') as lanes,
       (select json_agg(job) from job) as jobs, (select json_agg(host) from source_host host) as hosts
     from source where site_id = $1`,
    [site.id],
  );
  return rows.map((row) => JSON.stringify(row));
}

/** New items, and a poll that is due. A dead process holds its host for half a minute. */
async function offer(stage: Stage, site: Site, sources: number[], feeds: readonly Feed[]): Promise<void> {
  for (const { name, titles } of feeds) for (let n = 0; n < ITEMS_A_ROUND; n++) titles.push(`${name}-${titles.length}`);
  await stage.query('delete from source_host');
  for (const id of sources) await site.manage('POST', `/sources/${id}/poll`, {});
}

async function asked(feeds: readonly Feed[]): Promise<void> {
  const requests = () => feeds.reduce((sum, feed) => sum + feed.requests, 0);
  const before = requests();
  await until(async () => requests() > before, LONGEST_WAIT_MS);
}

/** A poll has committed. */
async function stored(stage: Stage, site: Site): Promise<void> {
  const count = async () => (await stage.query('select from source_item where site_id = $1', [site.id])).length;
  const before = await count();
  await until(async () => (await count()) > before, LONGEST_WAIT_MS);
}

async function until(isTrue: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await isTrue()) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** A poll that failed, as on a busy machine its parser may, is repeated after minutes. Here it is repeated at once. */
async function hurry(stage: Stage, site: Site): Promise<void> {
  const failed = 'select id::float8 from source where site_id = $1 and failures > 0 and next_poll_at > now()';
  for (const { id } of await stage.query<{ id: number }>(failed, [site.id])) {
    await stage.query('delete from source_host');
    await site.manage('POST', `/sources/${id}/poll`, {});
  }
}

async function checked(stage: Stage, site: Site, feeds: readonly Feed[]): Promise<string[]> {
  const expected = feeds.flatMap(({ titles }) => titles).sort();
  const titlesIn = async (table: string) =>
    (await stage.query<{ title: string }>(`select title from ${table} where site_id = $1 order by title`, [site.id]))
      .map(({ title }) => title)
      .sort();
  const isTaken = async () => {
    await hurry(stage, site);
    const { length } = await stage.query(
      "select from source_item where site_id = $1 and state in ('held', 'published')",
      [site.id],
    );
    return length >= expected.length;
  };
  const faults = (await until(isTaken, DRAIN_TIMEOUT_MS))
    ? []
    : ['not every item was taken', ...(await states(stage, site))];
  for (const table of ['source_item', 'article']) faults.push(...differences(table, expected, await titlesIn(table)));
  const published = expected.filter((title) => title.startsWith('all-')).length;
  const events = await stage.query<{ article_id: number }>(
    "select article_id from article_event where site_id = $1 and action = 'publish'",
    [site.id],
  );
  const articles = new Set(events.map(({ article_id }) => article_id)).size;
  if (events.length !== published || articles !== published)
    faults.push(`${events.length} publications of ${articles} articles, ${published} were expected`);
  const failed = await stage.query<{ kind: string; last_error: string }>(
    "select kind, last_error from failed_job where kind like 'intake.%'",
  );
  return [...faults, ...failed.map(({ kind, last_error }) => `${kind} failed for good: ${last_error}`)];
}

function differences(where: string, expected: string[], found: string[]): string[] {
  const counts = new Map<string, number>();
  for (const title of found) counts.set(title, (counts.get(title) ?? 0) + 1);
  return expected.flatMap((title) => {
    const times = counts.get(title) ?? 0;
    return times === 1 ? [] : [`${title} is ${times} times in ${where}`];
  });
}
