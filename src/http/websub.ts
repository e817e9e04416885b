/** `/intake/websub/{token}`: where hubs confirm subscriptions and announce changes of feeds. The token and a signature identify them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gone, notFound, tooLarge, tooSlow } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import { confirmSubscription, pollAfterPush, pushedTo, signatureCheck } from '../features/sources/hubs.ts';
import { letSend, refuseCoded } from './body.ts';
import type { Limits } from './limits.ts';

export interface WebSubOptions {
  db: Db;
  limits: Limits;
}

const ADDRESS = '/intake/websub/:token';
const MOST_BYTES = 10 * 1024 * 1024;
const BODY_MS = 30_000;
/** As `newToken` makes them. Others are not looked up: a NUL, for instance, is no text for PostgreSQL. */
const TOKEN = /^[\w-]{43}$/;
/** Letters that no browser takes for HTML. */
const CHALLENGE = /^[\w.~=+/:-]{1,500}$/;

export function mountWebSub(app: FastifyInstance, { db, limits }: WebSubOptions): void {
  app.get(ADDRESS, async (request, reply) => {
    limits.countStranger(request, reply);
    const hub = asked(request);
    const [mode, topic] = [hub('mode'), hub('topic')];
    // A refusal has no challenge.
    const challenge = mode === 'denied' ? '' : hub('challenge');
    const isWanted =
      (mode === 'denied' || CHALLENGE.test(challenge)) &&
      URL.canParse(topic) &&
      (await confirmSubscription(db, tokenOf(request), { mode, topic, leaseS: secondsOf(hub('lease_seconds')) }));
    if (!isWanted) throw notFound('There is no such request for a subscription.');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(challenge);
  });
  app.post(ADDRESS, async (request, reply) => {
    limits.countStranger(request, reply);
    const subscription = await pushedTo(db, tokenOf(request));
    if (!subscription) throw gone('There is no such subscription.');
    const check = signatureCheck(subscription.secret, String(request.headers['x-hub-signature'] ?? ''));
    // The standard wants a success for a wrong signature too, so that nobody can try out signatures.
    if (check) {
      await readInto(request, reply, check.hmac);
      if (check.isRight()) await pollAfterPush(db, subscription);
    }
    return reply.code(202).send();
  });
}

function tokenOf({ params }: FastifyRequest): string {
  const { token } = params as { token: string }; // by its route
  if (!TOKEN.test(token)) throw notFound('There is no such subscription.');
  return token;
}

function asked({ query }: FastifyRequest): (name: string) => string {
  const given = query as Record<string, unknown>;
  return (name) => {
    const value = given[`hub.${name}`];
    return typeof value === 'string' && !value.includes('\0') ? value : '';
  };
}

const secondsOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

/** The body is signed, and otherwise not looked at: the feed itself is read. */
async function readInto(
  request: FastifyRequest,
  reply: FastifyReply,
  hmac: { update(part: Buffer): unknown },
): Promise<void> {
  refuseCoded(request);
  if (Number(request.headers['content-length']) > MOST_BYTES) throw tooLarge('The content is larger than 10 MiB.');
  letSend(request.raw, reply.raw);
  const late = tooSlow('The content took too long to arrive.');
  const timer = setTimeout(() => request.raw.destroy(late), BODY_MS);
  let bytes = 0;
  try {
    for await (const part of request.raw) {
      bytes += part.length;
      if (bytes > MOST_BYTES) throw tooLarge('The content is larger than 10 MiB.');
      hmac.update(part);
    }
  } finally {
    clearTimeout(timer);
  }
}
