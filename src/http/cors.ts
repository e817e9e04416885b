/**
 * CORS. Any page may read content and analytics, without cookies: `*`. Routes that identify visitors by a cookie must name the
 * page's origin instead. No page can vote for a visitor of another: the cookie is `SameSite=Lax`, or partitioned by the
 * embedding page (see `http/cookie.ts`). Management is open to the origins that the operator lists, never with cookies.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../contract/row.ts';
import { addVary } from './encode.ts';

/** Which origins may use a route: any, any and with cookies, or those in `MANAGE_ORIGINS`. */
export type CorsRule = 'open' | 'personal' | 'listed';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent if no other origin may use the route. */
    cors?: CorsRule | undefined;
  }
}

/** For routes that any origin may use. */
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
  if (options.isShared) return 'open';
  if (api === 'manage') return 'listed';
  return options.isPersonal ? 'personal' : 'open';
}

export interface Cors {
  /** Sets the headers of a response, also of an error. */
  allow(rule: CorsRule | undefined, request: FastifyRequest, reply: FastifyReply): void;
  /** Sets the additional headers of a preflight. */
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
  // `null` is the origin of all pages without one, such as local files.
  if (origin === undefined || origin === 'null') return;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
}
