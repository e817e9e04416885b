/** Simulated feeds: the same invented items as RSS, Atom, RDF and JSON Feed, with entity tags. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, type Requests } from './control.ts';

export interface SimulatedItem {
  id: string;
  title: string;
  body: string;
  at: string;
}

interface Fault {
  path: string;
  status: number;
  retry_after?: number;
}

export interface FeedSimulation {
  items: SimulatedItem[];
  faults: Map<string, Fault>;
}

const TITLE = 'Simulated harbour office';
const HOME = 'https://simulated.example/';
export const FIRST_ITEMS: Partial<SimulatedItem>[] = [
  'The pier is closed for repairs',
  'Herring boats are back',
  'Fog is expected until noon',
].map((title) => ({ title }));
const START = Date.UTC(2026, 2, 1);
const HOUR = 3_600_000;

export function newFeeds(items: Partial<SimulatedItem>[]): FeedSimulation {
  const simulation: FeedSimulation = { items: [], faults: new Map() };
  for (const item of items) addItem(simulation, item);
  return simulation;
}

export function answerFeed(
  simulation: FeedSimulation,
  requests: Requests,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const format = FORMATS[pathname];
  const fault = simulation.faults.get(pathname);
  const etag = `"${simulation.items.length}"`;
  const isKnown = request.headers['if-none-match'] === etag;
  const status = fault?.status ?? (format ? (isKnown ? 304 : 200) : 404);
  requests.add({ path: pathname, if_none_match: request.headers['if-none-match'] ?? null, status });
  const headers = { etag, ...(fault?.retry_after ? { 'retry-after': String(fault.retry_after) } : {}) };
  if (status !== 200 || !format) return void response.writeHead(status, headers).end();
  response
    .writeHead(200, { ...headers, 'content-type': format.type })
    .end(format.write([...simulation.items].reverse()));
}

/** Null: there is no such control. */
export async function controlFeeds(
  simulation: FeedSimulation,
  name: string,
  request: IncomingMessage,
): Promise<{ status: number; body: object } | null> {
  if (name === 'items') return { status: 201, body: { item: addItem(simulation, await bodyOf(request)) } };
  if (name !== 'faults') return null;
  const { path = '', status = 0, retry_after } = await bodyOf<Partial<Fault>>(request);
  if (status === 0) simulation.faults.delete(path);
  else simulation.faults.set(path, { path, status, ...(retry_after ? { retry_after } : {}) });
  return { status: 200, body: { faults: [...simulation.faults.values()] } };
}

function addItem(simulation: FeedSimulation, { id, title, body }: Partial<SimulatedItem>): SimulatedItem {
  const number = simulation.items.length + 1;
  const item = {
    id: id ?? `sim-${number}`,
    title: title ?? `Simulated item ${number}`,
    body: body ?? `<p>Item ${number} of a simulated feed. Nobody wrote it, and nothing of it has happened.</p>`,
    at: new Date(START + number * HOUR).toISOString(),
  };
  simulation.items = [...simulation.items.filter((known) => known.id !== item.id), item];
  return item;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const pageOf = ({ id }: SimulatedItem) => `${HOME}${encodeURIComponent(id)}`;

const FORMATS: Record<string, { type: string; write(items: SimulatedItem[]): string }> = {
  '/feeds/rss.xml': {
    type: 'application/rss+xml',
    write: (items) =>
      `<?xml version="1.0"?><rss version="2.0"><channel><title>${TITLE}</title><link>${HOME}</link>${items
        .map(
          (item) =>
            `<item><guid isPermaLink="false">${escaped(item.id)}</guid><title>${escaped(item.title)}</title><link>${pageOf(item)}</link><pubDate>${new Date(item.at).toUTCString()}</pubDate><description>${escaped(item.body)}</description></item>`,
        )
        .join('')}</channel></rss>`,
  },
  '/feeds/atom.xml': {
    type: 'application/atom+xml',
    write: (items) =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>${TITLE}</title><id>${HOME}</id><link href="${HOME}"/><updated>${items[0]?.at}</updated>${items
        .map(
          (item) =>
            `<entry><id>${escaped(item.id)}</id><title>${escaped(item.title)}</title><link href="${pageOf(item)}"/><published>${item.at}</published><updated>${item.at}</updated><content type="html">${escaped(item.body)}</content></entry>`,
        )
        .join('')}</feed>`,
  },
  '/feeds/rdf.xml': {
    type: 'application/rdf+xml',
    write: (items) =>
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="${HOME}"><title>${TITLE}</title><link>${HOME}</link></channel>${items
        .map(
          (item) =>
            `<item rdf:about="${pageOf(item)}"><title>${escaped(item.title)}</title><link>${pageOf(item)}</link><dc:date>${item.at}</dc:date><description>${escaped(item.body)}</description></item>`,
        )
        .join('')}</rdf:RDF>`,
  },
  '/feeds/feed.json': {
    type: 'application/feed+json',
    write: (items) =>
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: TITLE,
        home_page_url: HOME,
        items: items.map((item) => ({
          id: item.id,
          url: pageOf(item),
          title: item.title,
          content_html: item.body,
          date_published: item.at,
        })),
      }),
  },
};
