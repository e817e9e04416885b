/** A server of feeds, and an application whose sources read it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { type TestApp, testApp, webhookTools } from '../../../test/app.ts';
import { atFileEnd } from '../../../test/at-file-end.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FeedServer {
  port: number;
  /** What is answered at a path; the rest is 404. */
  answers: Map<string, Answer>;
  requests: IncomingMessage[];
}

export async function feedServer(): Promise<FeedServer> {
  const answers: FeedServer['answers'] = new Map();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, answers, requests };
}

/** A document as it is. */
export const document =
  (body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/xml', ...headers }).end(body);

export interface Item {
  id?: string;
  title?: string;
  link?: string;
  body?: string;
  date?: string;
  more?: string;
}

export const rss = (items: Item[], more = '') => `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Harbour office</title><link>https://office.example/</link>${more}${items.map(rssItem).join('')}</channel></rss>`;

function rssItem({ id, title, link, body, date, more = '' }: Item): string {
  const tag = (name: string, text?: string) => (text === undefined ? '' : `<${name}>${text}</${name}>`);
  const guid = id === undefined ? '' : `<guid isPermaLink="false">${id}</guid>`;
  const parts = [
    tag('title', title),
    tag('link', link),
    body && tag('description', `<![CDATA[${body}]]>`),
    tag('pubDate', date),
  ];
  return `<item>${guid}${parts.join('')}${more}</item>`;
}

export interface Desk {
  app: TestApp;
  server: FeedServer;
  site: number;
  section: number;
  /** Answers at a path, and the source that reads it. Every source has a host of its own. */
  add(path: string, answer: Answer | string, fields?: object): Promise<number>;
  /** Polls, and waits until all its items are taken. */
  poll(id: number): Promise<Source>;
  source(id: number): Promise<Source>;
  /** The oldest first. */
  items(id: number): Promise<Ledger[]>;
  articles(): Promise<Article[]>;
}
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
type Source = any;
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
export type Ledger = any;
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
type Article = any;

export async function desk(): Promise<Desk> {
  const guard = webhookTools({ resolve: async () => ['127.0.0.1'] });
  const app = await testApp({ webhooks: guard }, { isWorking: true });
  const server = await feedServer();
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const path = `/sites/${site}/sources`;
  const source = async (id: number) => (await app.manage('GET', `${path}/${id}`)).source;
  const settled = async (id: number, before: string | null) => {
    await expect.poll(async () => (await source(id)).last_poll_at).not.toBe(before);
    const waiting = "select count(*)::int from job where kind = 'intake.item'";
    await expect.poll(async () => (await app.pool.query(waiting)).rows[0].count).toBe(0);
    return source(id);
  };
  let hosts = 0;
  return {
    ...{ app, server, site, section: section.id, source },
    async add(at, answer, fields = {}) {
      server.answers.set(at, typeof answer === 'string' ? document(answer) : answer);
      const url = `http://host${++hosts}.test:${server.port}${at}`;
      const made = await app.manage('POST', path, { source: { url, section_id: section.id, ...fields } });
      await settled(made.source.id, null);
      return made.source.id;
    },
    async poll(id) {
      await app.pool.query('delete from source_host');
      const { last_poll_at } = await source(id);
      await app.manage('POST', `${path}/${id}/poll`, {}, 202);
      return settled(id, last_poll_at);
    },
    async items(id) {
      const { source_items } = await app.manage('GET', `/sites/${site}/source-items?source_id=${id}&count=100`);
      return source_items.reverse();
    },
    async articles() {
      const { articles } = await app.manage('GET', `/sites/${site}/articles?count=100&sort=created`);
      return articles;
    },
  };
}
