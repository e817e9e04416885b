/**
 * What browsers let pages of other origins do. Content and analytics are read by any page and without cookies: `*`. Where
 * visitors are told apart by a cookie a browser wants its page's origin named instead. That hands nobody a vote that is not
 * theirs: the cookie is `SameSite=Lax`, or partitioned by the page that the visitor looks at (see `http/cookie.ts`).
 * Management is open to the origins that the operator lists, and never with cookies.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../contract/row.ts';
import { addVary } from './encode.ts';

/** Which origins may use a route: any, any and with cookies, or those in `MANAGE_ORIGINS`. */
export type CorsRule = 'open' | 'personal' | 'listed';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: no other origin. */
    cors?: CorsRule | undefined;
  }
}

/** For all that is open. */
export const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Warning, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
};
const MANAGE_EXPOSED =
  'ETag, Idempotent-Replay, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';
const SENT_HEADERS = 'Authorization, Content-Type, If-None-Match, X-Request-Id, X-Visitor';
const MANAGE_SENT = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';
const PREFLIGHT_SECONDS = 86_400;

export function corsRule({ api, options }: Row): CorsRule {
  if (api === 'manage') return 'listed';
  return options.isPersonal ? 'personal' : 'open';
}

export interface Cors {
  /** Sets the headers of an answer, errors included. */
  allow(rule: CorsRule | undefined, request: FastifyRequest, reply: FastifyReply): void;
  /** Sets what is added in the answer to a preflight. */
  allowMethods(rule: CorsRule | undefined, methods: string[], request: FastifyRequest, reply: FastifyReply): void;
}

export function createCors(manageOrigins: string[]): Cors {
  const listed = new Set(manageOrigins);
  const isListed = ({ headers }: FastifyRequest) => headers.origin !== undefined && listed.has(headers.origin);
  return {
    allow(rule, request, reply) {
      if (rule === undefined) return;
      if (rule === 'listed') return allowListed(request, reply);
      reply.headers(OPEN_HEADERS);
      if (rule === 'personal') nameOrigin(request, reply);
    },
    allowMethods(rule, methods, request, reply) {
      if (rule === undefined || (rule === 'listed' && !isListed(request))) return;
      reply.headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': rule === 'listed' ? MANAGE_SENT : SENT_HEADERS,
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      });
    },
  };

  function allowListed(request: FastifyRequest, reply: FastifyReply): void {
    if (listed.size === 0) return;
    addVary(reply, 'Origin');
    if (!isListed(request)) return;
    reply.headers({
      'access-control-allow-origin': request.headers.origin,
      'access-control-expose-headers': MANAGE_EXPOSED,
    });
  }
}

function nameOrigin({ headers }: FastifyRequest, reply: FastifyReply): void {
  addVary(reply, 'Origin');
  const { origin } = headers;
  // The origin of pages that have none of their own, which all of them share.
  if (origin === undefined || origin === 'null') return;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
}
