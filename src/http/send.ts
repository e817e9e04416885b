/** Sends an answer, or a cached response. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Variant } from './cache/cached-response.ts';
import { JSON_TYPE } from './default-headers.ts';
import { Gzipped, isKnown } from './encode.ts';
import type { Answer } from './run.ts';

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Variant | Answer): FastifyReply {
  return 'full' in answer ? sendKept(request, reply, answer) : sendMade(reply, answer);
}

function sendMade(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (body instanceof Gzipped) return reply.type(JSON_TYPE).header('content-encoding', 'gzip').send(body.bytes);
  return status === 204 || status === 302 ? reply.send() : reply.type(JSON_TYPE).serializer(String).send(body);
}

/** The same bytes and headers as the front cache writes. */
function sendKept(request: FastifyRequest, reply: FastifyReply, { tag, full, short, body }: Variant): FastifyReply {
  const isShort = isKnown(request.headers['if-none-match'], tag);
  const { headers } = isShort ? short : full;
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
  return isShort ? reply.code(304).send() : reply.code(200).send(body);
}
