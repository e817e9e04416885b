/** Servers of feeds, each on a port of its own: Masthead asks one host after the other, and a port belongs to the host. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../processes/worker.ts';

/** `silent` never answers, `dripping` never ends its answer, `broken` closes the connection. */
export type Manner = 'well' | 'silent' | 'dripping' | 'broken';

export interface FeedOrder {
  /** Documents of feeds that are opened. */
  opened?: string[];
  /** How feeds answer from now on, by port. */
  manners?: [port: number, manner: Manner][];
}

export interface FeedReport {
  /** Of the feeds that were opened, in order. */
  ports: number[];
  /** Requests since the last order, and when they arrived, in milliseconds since 1970. */
  requests: { port: number; at: number; status: number }[];
}

const DRIP_MS = 200;
const feeds = new Map<number, { document: string; etag: string; manner: Manner }>();
const hanging = new Set<IncomingMessage>();
let requests: FeedReport['requests'] = [];

/** Ends what hangs whenever manners change. */
answer(async ({ opened = [], manners = [] }: FeedOrder): Promise<FeedReport> => {
  const ports: number[] = [];
  for (const document of opened) ports.push(await openFeed(document));
  for (const [port, manner] of manners) Object.assign(feeds.get(port) ?? {}, { manner });
  if (manners.length > 0) for (const { socket } of hanging) socket.destroy();
  const report = { ports, requests };
  requests = [];
  return report;
});

async function openFeed(document: string): Promise<number> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address
  feeds.set(port, { document, etag: `"${port}"`, manner: 'well' });
  return port;
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const port = request.socket.localPort ?? 0;
  const { document, etag, manner } = feeds.get(port) ?? { document: '', etag: '', manner: 'broken' };
  const isKnown = request.headers['if-none-match'] === etag;
  const status = manner !== 'well' ? 0 : isKnown ? 304 : 200;
  requests.push({ port, at: performance.timeOrigin + performance.now(), status });
  if (status > 0) response.writeHead(status, { etag, 'content-type': 'application/rss+xml' });
  if (status > 0) return void response.end(isKnown ? undefined : document);
  if (manner === 'broken') return void request.socket.destroy();
  hanging.add(request);
  request.socket.once('close', () => hanging.delete(request));
  if (manner === 'dripping') drip(request, response);
}

function drip(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/rss+xml' });
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  request.socket.once('close', () => clearInterval(timer));
}
