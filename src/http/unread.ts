/**
 * Requests that are answered before their body was read. The connection is closed after the response; our side first, while a
 * little of the body is discarded, so that clients that are still sending can read the response.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MOST_DISCARDED = 64 * 1024;
/** How long a client may keep sending after the response. */
export const LINGER = 2_000;

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

/** Called before a response is sent. */
export function closeIfUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!hasBody(raw) || raw.readableEnded) return;
  reply.header('connection', 'close');
  discardRest(raw);
}

/** Node calls `destroySoon` after the last response of a connection. Closing with unread data resets the connection. */
export function discardRest(raw: IncomingMessage): void {
  const { socket } = raw;
  const close = socket.destroySoon.bind(socket);
  let left = MOST_DISCARDED;
  let isAnswered = false;
  const stop = () => {
    raw.pause();
    if (isAnswered) close();
  };
  raw.on('data', (part: Buffer) => {
    left -= part.length;
    if (left <= 0) stop();
  });
  raw.once('end', stop);
  raw.resume();
  socket.destroySoon = () => {
    isAnswered = true;
    if (left <= 0 || raw.readableEnded) return close();
    socket.end();
    const timer = setTimeout(close, LINGER);
    socket.once('close', () => clearTimeout(timer));
  };
}
