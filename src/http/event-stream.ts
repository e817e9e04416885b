/**
 * Server-sent events. A stream is cut when its reader is slow, when the caller's right has ended, and after a quarter of an
 * hour, so that a buffering proxy forwards it in the end. A client reconnects and misses nothing.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notAcceptable, RequestError, unavailable } from '../core/errors.ts';
import type { EventStream } from '../features/handler.ts';
import type { Live, Subscriber } from '../features/live/hub.ts';
import type { ReadRequest } from './read.ts';
import type { Route } from './route.ts';

const LONGEST_MS = 15 * 60_000;
/** Bytes that a reader may be behind. */
const MOST_UNREAD = 256 * 1024;
const RETRY_MS = 3_000;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // For nginx: do not buffer.
  'x-accel-buffering': 'no',
};

export async function sendEvents(
  route: Route,
  { asked }: ReadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { live } = route.options;
  if (!live) throw unavailable('This process serves no live events.');
  const stream = (await route.handler(route.options.db, asked)) as EventStream; // by its row
  if (stream.isOnce) return reply.headers(HEADERS).send(await eventsOnce(live, stream));
  if (!(request.headers.accept ?? '').includes('text/event-stream'))
    throw notAcceptable(
      'This is a stream of events: send Accept: text/event-stream, or once=true to get the current events.',
    );
  if (request.method === 'HEAD') return reply.headers(HEADERS).send();
  openStream(live, stream, route, request, reply);
  return reply;
}

async function eventsOnce(live: Live, { subscriber, since }: EventStream): Promise<string> {
  const events: string[] = [];
  await live.catchUp({ ...subscriber, send: (...event) => events.push(eventText(...event)), end: () => {} }, since);
  return events.join('');
}

function openStream(live: Live, stream: EventStream, route: Route, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  const subscriber: Subscriber = { ...stream.subscriber, send, end };
  const unsubscribe = live.subscribe(subscriber); // throws beyond the limits, before anything is sent
  const timers = [
    setInterval(() => write(':\n\n'), live.heartbeatMs),
    setInterval(check, live.checkMs),
    setTimeout(end, longest()),
  ];
  raw.once('close', close);
  // The server answers clients that closed their side (http/app.ts); a stream without a reader must end.
  const { socket } = request.raw;
  socket.once('end', end);
  reply.headers(HEADERS).hijack();
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  write(`retry: ${RETRY_MS}\n\n`);
  live.catchUp(subscriber, stream.since).catch(end);

  function send(...event: Parameters<Subscriber['send']>): void {
    write(eventText(...event));
  }

  function write(text: string): void {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > MOST_UNREAD) raw.destroy();
  }

  function end(): void {
    raw.end();
    close();
  }

  function close(): void {
    socket.off('end', end);
    unsubscribe();
    for (const timer of timers) clearInterval(timer);
  }

  /** Roles, sessions and keys may have ended since. */
  async function check(): Promise<void> {
    try {
      const { createdBy } = await route.options.authorize(route.row, request, unsent(), subscriber.siteId);
      subscriber.createdBy = createdBy;
    } catch (error) {
      // While the database is unavailable nothing is sent anyway.
      if (!(error instanceof RequestError) || error.status >= 500 || error.status === 429) return;
      send('end', { error: error.message });
      end();
    }
  }
}

/** Random, so that streams do not end at the same time. */
const longest = () => LONGEST_MS * (0.8 + 0.2 * Math.random());

/** Discards headers: those of the stream were sent long ago. */
function unsent(): FastifyReply {
  const reply = { header: () => reply, getHeaders: () => ({}), removeHeader: () => reply };
  return reply as unknown as FastifyReply; // all that authorization uses of it
}

function eventText(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
