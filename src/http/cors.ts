/**
 * What browsers let pages of other origins do. Content is read by any page and without cookies: `*`. Where visitors are told
 * apart by a cookie a browser wants its page's origin named instead. That hands nobody a vote that is not theirs: the cookie
 * is `SameSite=Lax`, or partitioned by the page that the visitor looks at (see `http/cookie.ts`).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './encode.ts';

/** For all that is open. */
export const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Warning, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
};
const SENT_HEADERS = 'Authorization, Content-Type, If-None-Match, X-Request-Id, X-Visitor';
const PREFLIGHT_SECONDS = 86_400;

/** Any page may read what is public; management is for the origin itself and for programs. */
export function isOpenToBrowsers(url: string): boolean {
  return (url.startsWith('/v1/') && !url.startsWith('/v1/manage')) || url.startsWith('/openapi.json');
}

export function openToBrowsers(request: FastifyRequest, reply: FastifyReply, isPersonal: boolean): void {
  reply.headers(OPEN_HEADERS);
  if (!isPersonal) return;
  addVary(reply, 'Origin');
  const { origin } = request.headers;
  // The origin of pages that have none of their own, which all of them share.
  if (origin === undefined || origin === 'null') return;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
}

export function preflightHeaders(allow: string[]): Record<string, string> {
  return {
    'access-control-allow-methods': allow.join(', '),
    'access-control-allow-headers': SENT_HEADERS,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  };
}
