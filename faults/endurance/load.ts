/** The mixed load: reads, searches, votes, uploads, figures of a campaign and a feed, each as fast as its pause allows. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ADMIN_TOKEN } from '../service.ts';
import type { Site } from '../site.ts';

export interface Load {
  counts: Record<string, number>;
  /** Requests that failed, and when. */
  failures: { at: number; what: string }[];
  feed: { fails: boolean };
  stop(): Promise<void>;
}

const bearer = { authorization: `Bearer ${ADMIN_TOKEN}` };
const json = { ...bearer, 'content-type': 'application/json' };
const READERS = 3;
const TIMEOUT_MS = 20_000;
/** The same again and again, so that what is stored stays the same. */
const PICTURES = 40;
const ENTRIES = 2_000;
const ENTRIES_AT_ONCE = 50;
const ITEMS_OF_FEED = 20;
const FEED_MOVES_MS = 10_000;
const WORDS = ['syksyllä', 'change', 'sillat', 'nousevat change', 'nothing'];

export async function startLoad(site: Site, address: () => string, random: () => number): Promise<Load> {
  const feed = await startFeed();
  const source = { url: feed.url, section_id: site.section, approval: 'auto', backlog: ITEMS_OF_FEED };
  const sourceId = (await site.manage('POST', '/sources', { source })).source?.id;
  const campaign = { name: 'Endurance', service_site_id: site.id };
  await site.manage('PATCH', '', { site: { voting_enabled: true } });
  const { campaign: made } = JSON.parse(await call('/v1/manage/campaigns', 'POST', { campaign }));
  const load: Load = {
    counts: {},
    failures: [],
    feed,
    async stop() {
      isDone = true;
      await Promise.all(running);
      feed.close();
    },
  };
  let isDone = false;
  let round = 0;

  async function call(path: string, method = 'GET', body?: unknown): Promise<string> {
    const answer = await fetch(address() + path, {
      method,
      headers: body instanceof FormData ? bearer : json,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 200)}`);
    return text;
  }

  async function repeat(what: string, pauseMs: number, once: () => Promise<unknown>): Promise<void> {
    while (!isDone) {
      try {
        await once();
        load.counts[what] = (load.counts[what] ?? 0) + 1;
      } catch (error) {
        load.failures.push({ at: performance.now(), what: `${what}: ${(error as Error).message}` });
        await sleep(200);
      }
      await sleep(pauseMs);
    }
  }

  const pick = (count: number) => Math.floor(random() * count);
  const list = `/v1/sites/${site.id}/articles`;

  async function read(): Promise<void> {
    const { articles } = JSON.parse(await call(`${list}?count=${1 + pick(20)}&page=${1 + pick(4)}`));
    const one = articles[pick(articles.length)];
    if (one) await unlessGone(call(`/v1/sites/${site.id}/articles/${one.id}`));
  }

  async function upload(): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([await picture(round++ % PICTURES)]), 'picture.png');
    const { media_item } = JSON.parse(await call(`/v1/manage/sites/${site.id}/media`, 'POST', form));
    const thumb = media_item.path.replace('/files/', '/thumbs/').replace('.png', `_s${100 + pick(PICTURES)}x0.png`);
    await call(thumb);
  }

  async function sendEntries(): Promise<void> {
    const first = pick(ENTRIES / ENTRIES_AT_ONCE) * ENTRIES_AT_ONCE;
    const entries = Array.from({ length: ENTRIES_AT_ONCE }, (_, n) => entryOf(first + n, pick(1_000)));
    await call(`/v1/manage/campaigns/${made.id}/entries`, 'POST', { entries });
  }

  async function vote(): Promise<void> {
    const { articles } = JSON.parse(await call(`${list}?count=20`));
    const one = articles[pick(articles.length)];
    if (one) await unlessGone(call(`/v1/sites/${site.id}/likes/${one.id}`, 'POST', { vote: 'up' }));
  }

  const running = [
    ...Array.from({ length: READERS }, () => repeat('reads', 20, read)),
    repeat('searches', 200, () =>
      call(`/v1/sites/${site.id}/search/articles?q=${encodeURIComponent(WORDS[pick(WORDS.length)] ?? '')}`),
    ),
    repeat('reports', 1_000, () => call(`/v1/campaigns/${made.id}/campaign_report`)),
    repeat('uploads', 2_000, upload),
    repeat('entries', 1_000, sendEntries),
    repeat('votes', 1_000, vote),
    repeat('polls', FEED_MOVES_MS, async () => {
      feed.newest += 2;
      await call(`/v1/manage/sites/${site.id}/sources/${sourceId}/poll`, 'POST', {});
    }),
  ];
  return load;
}

/** An article may have been unpublished since it was listed. */
async function unlessGone(request: Promise<unknown>): Promise<void> {
  await request.catch((error: Error) => {
    if (!error.message.includes('was answered with 404')) throw error;
  });
}

function entryOf(number: number, likes: number) {
  return {
    item_type: 'twitter',
    item_id: `entry-${number}`,
    published_at: new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString(),
    item_url: `https://network.example/${number}`,
    text: 'Seen at the harbour #harbour',
    user: { user_id: `u${number % 90}`, username: `user${number % 90}`, followers: number % 90 },
    stat1: likes,
  };
}

function picture(number: number): Promise<Buffer<ArrayBuffer>> {
  const background = { r: number * 6, g: 80, b: 120 };
  const create = { width: 800, height: 600, channels: 3 as const, background };
  return sharp({ create }).png().toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

/** Its newest items; each poll finds two new ones. */
async function startFeed() {
  const feed = { url: '', newest: ITEMS_OF_FEED, fails: false, close: () => void server.close().closeAllConnections() };
  const server = createServer((_, response) => {
    if (feed.fails) return response.writeHead(503).end();
    const items = Array.from({ length: ITEMS_OF_FEED }, (__, n) => feed.newest - n).map(
      (n) => `<item><guid>item-${n}</guid><title>From the feed ${n}</title></item>`,
    );
    return response.end(`<rss version="2.0"><channel><title>Endurance</title>${items.join('')}</channel></rss>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  feed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
  return feed;
}
