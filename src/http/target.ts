/** Rejects what Node's parser accepts: request targets that are not a path, and an unclear Host. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { malformed } from '../core/errors.ts';

/** A proxy may have understood an unclear request differently, so the connection is closed. */
export function refuseTarget({ raw }: FastifyRequest, reply: FastifyReply): void {
  const problem = targetProblem(raw.url ?? '') ?? hostProblem(raw.rawHeaders, raw.httpVersion);
  if (problem === null) return;
  reply.header('connection', 'close');
  throw malformed(problem);
}

/** Other forms are `GET http://host/path` and `OPTIONS *`. */
function targetProblem(url: string): string | null {
  if (url.startsWith('/') && !url.includes('#')) return null;
  return 'The request target must be a path such as /v1/sites/1, without a host or a fragment.';
}

function hostProblem(rawHeaders: string[], httpVersion: string): string | null {
  const hosts = hostCount(rawHeaders);
  if (hosts > 1) return 'Send one Host header.';
  return hosts === 0 && httpVersion !== '1.0' ? 'Send a Host header.' : null;
}

/** From the raw headers: `headers` of Node drops repeated ones. */
function hostCount(rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
