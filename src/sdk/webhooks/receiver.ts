/** Receivers for node:http and Express, for Fastify, and for servers that use Request and Response (Hono and others). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inOrder, type KeptVersions } from './in-order.ts';
import type { Notification } from './notification.ts';
import { optionsFault, type Received, type VerifyOptions, verify } from './verify.ts';

/** Called for everything but tests, which are answered without it. */
export type Handle = (notification: Notification) => Promise<void> | void;

export interface ReceiverOptions extends VerifyOptions {
  /** Stores the newest version of each article; in memory by default. */
  versions?: KeptVersions;
  /** The largest accepted body, in bytes. */
  limit?: number;
  /** Called for refused requests and for errors of the handler. */
  onError?: (error: Error) => void;
}

interface Reply {
  status: number;
  error?: string;
}

const LIMIT = 10 * 1024 * 1024;
const TOO_LARGE: Reply = { status: 413, error: 'The body is too large.' };
const READ_ALREADY =
  'The body was parsed before the receiver saw it, and the signature covers the raw bytes. Mount the receiver before express.json().';

/** For `http.createServer(…)`, and for `app.post('/path', …)` of Express, before any `express.json()`. */
export function nodeReceiver(options: ReceiverOptions, handle: Handle) {
  const receive = receiver(options, handle);
  return async (request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request, options.limit ?? LIMIT);
    const reply = body instanceof Uint8Array ? await receive(receivedFrom(request, body)) : body;
    if (reply.status === 413) response.setHeader('connection', 'close');
    response.statusCode = reply.status;
    if (reply.error !== undefined) response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(reply.error === undefined ? undefined : JSON.stringify({ error: reply.error }));
  };
}

/** For `app.post('/path', (context) => receive(context.req.raw))` of Hono, and similar servers. */
export function fetchReceiver(options: ReceiverOptions, handle: Handle) {
  const receive = receiver(options, handle);
  return async (request: Request): Promise<Response> => {
    const body = new Uint8Array(await request.arrayBuffer());
    const isTooLarge = body.length > (options.limit ?? LIMIT);
    const { status, error } = isTooLarge
      ? TOO_LARGE
      : await receive({ method: request.method, headers: request.headers, body });
    return error === undefined ? new Response(null, { status }) : Response.json({ error }, { status });
  };
}

interface FastifyLike {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown;
  post(
    path: string,
    handle: (
      request: { headers: Received['headers']; body: unknown },
      reply: { code(status: number): { send(body?: unknown): unknown } },
    ) => Promise<unknown>,
  ): unknown;
}

/** For `app.register(fastifyReceiver('/path', options, handle))`; the raw body is available only in this scope. */
export function fastifyReceiver(path: string, options: ReceiverOptions, handle: Handle) {
  const receive = receiver(options, handle);
  return async (app: FastifyLike): Promise<void> => {
    app.removeAllContentTypeParsers();
    const parsing = { parseAs: 'buffer', bodyLimit: options.limit ?? LIMIT } as const;
    app.addContentTypeParser('*', parsing, (_request, body, done) => done(null, body));
    app.post(path, async ({ headers, body }, reply) => {
      const { status, error } = await receive({ headers, body: Buffer.isBuffer(body) ? body : '' });
      return reply.code(status).send(error === undefined ? undefined : { error });
    });
  };
}

/** 204 when it was handled, 401 when it is not ours, 500 when the handler failed: then Masthead retries. */
function receiver(options: ReceiverOptions, handle: Handle): (received: Received) => Promise<Reply> {
  const fault = optionsFault(options);
  if (fault !== null) throw new Error(fault);
  const handleInOrder = inOrder(handle, options.versions);
  return async (received) => {
    if ((received.method ?? 'POST') !== 'POST') return { status: 405, error: 'Notifications are sent by POST.' };
    const verdict = verify(received, options);
    if (!verdict.ok) {
      options.onError?.(new Error(`Refused a request (${verdict.reason}): ${verdict.message}`));
      return { status: 401, error: verdict.message };
    }
    if (verdict.notification.isTest) return { status: 204 };
    try {
      await handleInOrder(verdict.notification);
      return { status: 204 };
    } catch (error) {
      options.onError?.(error as Error);
      return { status: 500, error: 'The notification could not be handled; send it again.' };
    }
  };
}

async function bodyOf(request: IncomingMessage & { body?: unknown }, limit: number): Promise<Uint8Array | Reply> {
  if (request.body instanceof Uint8Array) return request.body;
  if (request.readableEnded || request.body !== undefined) return { status: 500, error: READ_ALREADY };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return TOO_LARGE;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function receivedFrom(request: IncomingMessage, body: Uint8Array): Received {
  return { method: request.method ?? 'POST', headers: request.headers, body };
}
