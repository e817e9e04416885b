/** The one mapping from errors to responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { conflict, malformed, RequestError, tookTooLong, unavailable, unsupportedMedia } from '../core/errors.ts';
import { isPassing } from '../db/passing.ts';
import { writeFailure } from '../db/write-health.ts';
import type { Unrouted } from './addresses.ts';
import type { AnswerStale } from './cache/front-cache.ts';
import { type Cors, OPEN_HEADERS } from './cors.ts';
import { JSON_TYPE, SECURITY_HEADERS } from './default-headers.ts';
import type { Limits } from './limits.ts';
import { closeIfUnread, discardRest, hasBody, LINGER } from './unread.ts';

/** The statement timeout of the server; our own comes a moment later, without a code (db/pg-adapter.ts). */
const CANCELLED = '57014';
const TIMED_OUT = 'Query read timeout';
/** Raised by draw_id of the migrations. */
const NO_ID_LEFT = '2200H';
/** Retrying soon does not help: an operator has to act. */
const WRITES_RETRY = 30;
const UNREADABLE: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_INVALID_URL: [
    '400 Bad Request',
    'The address contains invalid characters: percent-escape spaces and letters beyond ASCII in UTF-8, such as %C3%A4 for ä.',
  ],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or the headers are too long.'],
};

/** `answerStale` serves a cached response if the database is the reason. */
export function answerErrors(app: FastifyInstance, answerStale: () => AnswerStale | null): void {
  app.setErrorHandler((error: Error, request, reply) => {
    if ((isPassing(error) || error.message === TIMED_OUT) && answerStale()?.(request.raw, reply.raw))
      return reply.hijack();
    const answer = asRequestError(error, request.id);
    if (answer.status >= 500) {
      request.log[answer.status === 503 ? 'warn' : 'error']({ err: error }, answer.message);
    }
    return sendError(reply, answer);
  });
}

export function sendError(reply: FastifyReply, { status, message, details }: RequestError): FastifyReply {
  const { allow, retryAfter, parameter, problems, facts, needsConfirmation } = details;
  if (allow) reply.header('allow', allow.join(', '));
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body = {
    error: message,
    ...(parameter ? { parameter } : {}),
    ...(problems ? { problems } : {}),
    ...facts,
    ...(needsConfirmation ? { needs_confirmation: true } : {}),
  };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .serializer(String)
    .send(JSON.stringify(body));
}

/** The parts that handle requests without a route. */
export interface Reception {
  addresses: (request: FastifyRequest) => Unrouted;
  limits: Limits;
  cors: Cors;
}

/** Errors of Fastify before a route runs, such as an address that is not UTF-8. No hook has run. */
export function answerFrameworkError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  { addresses, limits, cors }: Reception,
): void {
  reply.headers({ 'x-request-id': request.id, ...SECURITY_HEADERS });
  cors.allow(addresses(request).cors, request, reply);
  closeIfUnread(request, reply);
  sendError(reply, asRequestError(limitError(() => limits.countUnknown(request, reply)) ?? error, request.id));
}

function limitError(count: () => void): Error | null {
  try {
    count();
    return null;
  } catch (error) {
    return error as Error; // only RequestErrors are thrown there
  }
}

/** Invalid HTTP is answered on the bare connection, unless a response is being sent on it. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // Node has no public name for the response in progress; its own handler reads this field too.
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse | null };
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  // Of these errors, pages can cause only this one. Its address is unknown, and its message the same for everyone.
  const cors = error.code === 'HPE_HEADER_OVERFLOW' ? OPEN_HEADERS : {};
  endWith(socket, status, message, { ...SECURITY_HEADERS, ...cors });
}

/** `CONNECT` is for proxies. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  endWith(socket, '400 Bad Request', 'CONNECT is not supported: this is not a proxy.');
}

/** Node leaves the body of a 417 empty. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: 'Expect supports only 100-continue; leave it out.' });
  const length = Buffer.byteLength(body);
  response.writeHead(417, { 'content-type': JSON_TYPE, 'content-length': length, connection: 'close' });
  if (hasBody(request)) discardRest(request);
  response.end(body);
}

/** Gives the client a moment to read the response before the connection closes. */
function endWith(socket: Duplex, status: string, message: string, headers: Record<string, string> = {}): void {
  const body = JSON.stringify({ error: message });
  const fixed = { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries({ ...fixed, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}

export function asRequestError(error: Error, requestId: string): RequestError {
  if (error instanceof RequestError) return error;
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number };
  const failure = writeFailure(error);
  if (failure !== null) return unavailable(`This cannot be saved now: ${failure}.`, WRITES_RETRY);
  if (code === CANCELLED || error.message === TIMED_OUT) return tookTooLong();
  if (isPassing(error)) return unavailable('The database is unavailable; try again in a moment.');
  if (code === NO_ID_LEFT) return conflict('There is no free id: an import used the largest possible one.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return unsupportedMedia('Send the body as application/json.');
  }
  if (code === 'FST_ERR_BAD_URL') return malformed('The address contains a malformed escape.');
  if (statusCode >= 400 && statusCode < 500)
    return new RequestError(statusCode, `${error.message.replace(/\.?$/, '.')}`);
  return new RequestError(500, `Something went wrong on our side; the log has it under request id ${requestId}.`);
}
