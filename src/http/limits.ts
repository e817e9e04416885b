/** Which rate limit a request counts against. `RateLimit-*` headers announce it; beyond it the response is 429. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../contract/row.ts';
import { clientNetwork } from '../core/addresses.ts';
import { tooMany } from '../core/errors.ts';
import type { Actor } from '../core/rights.ts';
import { createLimiter, type Limiter } from './rate-limit.ts';

export interface LimitOptions {
  /** Content reads a minute; 0 means no limit. */
  rateLimit: number;
  manageLimit?: number;
  strangerLimit?: number;
  voteLimit?: number;
  guestLimit?: number;
  now: () => number;
}

export interface Limits {
  /** Counts a request for this row. `needsKey`: the site is closed. */
  count(row: Row, caller: Actor, needsKey: boolean, request: FastifyRequest, reply: FastifyReply): void;
  /** Counts a request for an address or a method that does not exist. */
  countUnknown(request: FastifyRequest, reply: FastifyReply): void;
  /** Refuses a client that has asked for too many of them, before any work, and counts nothing. */
  refuseUnknown(request: FastifyRequest): void;
  /** Counts a request without a key, by client address. */
  countStranger(request: FastifyRequest, reply: FastifyReply): void;
}

/** Management requests a minute per key: far above people and imports, below what overloads the service. */
const MANAGE_LIMIT = 60_000;
/** Requests a minute per client address without a valid key, and for unknown addresses: too few to guess keys. */
const STRANGER_LIMIT = 600;
/** Requests a minute per key of a partner; one may have 500 articles. */
const GUEST_LIMIT = 60;
/** Votes a minute per client address: enough for an office or a school, too few for a script. */
const VOTE_LIMIT = 60;

export function createLimits(options: LimitOptions): Limits {
  const { now } = options;
  const managers = createLimiter(options.manageLimit ?? MANAGE_LIMIT, now);
  const strangers = createLimiter(options.strangerLimit ?? STRANGER_LIMIT, now);
  const voters = createLimiter(options.voteLimit ?? VOTE_LIMIT, now);
  const guests = createLimiter(options.guestLimit ?? GUEST_LIMIT, now);
  const readers = options.rateLimit > 0 ? createLimiter(options.rateLimit, now) : null;

  function limiterOf(row: Row, caller: Actor, needsKey: boolean): Limiter | null {
    if (row.options.isPersonal) return voters;
    if (row.right === 'guest' && caller.source) return guests;
    if (row.api === 'manage') return caller.name ? managers : strangers;
    if (row.api === 'analytics' && caller.kind === 'stranger') return strangers;
    if (needsKey && !caller.name) return strangers;
    return readers;
  }

  return {
    count(row, caller, needsKey, request, reply) {
      const limiter = limiterOf(row, caller, needsKey);
      if (!limiter) return;
      // Votes count by client address alone: a key must not allow more votes.
      const isByAddress = limiter === voters || caller.kind === 'stranger';
      announce(limiter, isByAddress ? clientNetwork(request.ip) : String(caller.name), reply);
    },
    countUnknown(request, reply) {
      const address = clientNetwork(request.ip);
      for (const limiter of [strangers, readers]) if (limiter) announce(limiter, address, reply);
    },
    refuseUnknown(request) {
      const { isExceeded, reset } = strangers.look(clientNetwork(request.ip));
      if (isExceeded) throw tooMany(reset);
    },
    countStranger: (request, reply) => announce(strangers, clientNetwork(request.ip), reply),
  };
}

function announce(limiter: Limiter, name: string, reply: FastifyReply): void {
  const { limit, remaining, reset, isExceeded } = limiter.take(name);
  reply.header('ratelimit-limit', limit).header('ratelimit-remaining', remaining).header('ratelimit-reset', reset);
  if (isExceeded) throw tooMany(reset);
}
