/** Who asks, for which site, and whether they may: before anything else of a route runs. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row, Scope } from '../contract/row.ts';
import { clientNetwork } from '../core/addresses.ts';
import { forbidden, tooMany, unauthenticated } from '../core/errors.ts';
import { adminToken, type Caller, may, nobody, reaches } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { noSuchSite, type Site } from '../db/site-lock.ts';
import type { SiteVersions } from '../db/site-versions.ts';
import { keyHash, noteUse } from '../features/keys/commands.ts';
import { holderAndSite, type KeyHolder } from '../features/keys/queries.ts';
import { createLimiter, type Limiter } from './rate-limit.ts';

export interface AuthorizeOptions {
  db: Db;
  versions: SiteVersions;
  /** Schemes of `Authorization` that carry a key, beside `Bearer`. */
  apiKeySchemes: string[];
  adminToken: string | null;
  /** Content reads a minute; 0 means no limit. */
  rateLimit: number;
  manageLimit?: number;
  strangerLimit?: number;
  voteLimit?: number;
  now: () => number;
}

export interface Authorized {
  caller: Caller;
  site: Site | undefined;
  /** The key, where it came as a parameter. */
  apiKey: string | undefined;
}

export type Authorize = (
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  siteId?: number,
) => Promise<Authorized>;

/** Management requests a minute for each key: far above what people and imports do, below what hurts. */
const MANAGE_LIMIT = 60_000;
/** The same for an address that shows no valid key: enough for mistakes, too few to guess. */
const STRANGER_LIMIT = 600;
/** Votes a minute from one address: an office or a school behind one may vote, a script gets nowhere. */
const VOTE_LIMIT = 60;

export function createAuthorize(options: AuthorizeOptions): Authorize {
  const { db, versions, now } = options;
  const managers = createLimiter(options.manageLimit ?? MANAGE_LIMIT, now);
  const strangers = createLimiter(options.strangerLimit ?? STRANGER_LIMIT, now);
  const voters = createLimiter(options.voteLimit ?? VOTE_LIMIT, now);
  const readers = options.rateLimit > 0 ? createLimiter(options.rateLimit, now) : null;
  const identify = identification(options);
  const schemes = new Set(['Bearer', ...options.apiKeySchemes].map((scheme) => scheme.toLowerCase()));

  return async (row, request, reply, siteId) => {
    const isManagement = row.api === 'manage';
    const isAnalytics = row.api === 'analytics';
    const apiKey = isManagement ? undefined : keyParameter(request);
    const shown = keyHeader(request, schemes) ?? apiKey ?? null;
    const known = isManagement || shown !== null || siteId === undefined ? null : versions.row(siteId);
    const { caller, site } = known ? { caller: nobody, site: known } : await identify(shown, siteId);
    const limiter = limiterOf(row, caller);
    const from = () => clientNetwork(request.ip);
    // Votes are counted by address alone: a key makes nobody more than one voter.
    if (limiter) announce(limiter, limiter === voters ? from() : (caller.name ?? from()), reply);
    if (isManagement) admitManager(caller, row);
    if (isAnalytics) admitAnalyst(caller, shown !== null);
    if (siteId === undefined) return { caller, site: undefined, apiKey };
    if (!site || (isManagement && !reaches(caller, siteId))) throw noSuchSite();
    if (!isManagement) admitReader(caller, site, shown !== null);
    return { caller, site, apiKey };
  };

  function limiterOf(row: Row, caller: Caller): Limiter | null {
    if (row.options.isPersonal) return voters;
    if (row.api === 'manage') return caller.name ? managers : strangers;
    if (row.api === 'analytics' && !caller.name) return strangers;
    return readers;
  }

  function announce(limiter: Limiter, name: string, reply: FastifyReply): void {
    const { limit, remaining, reset, isExceeded } = limiter.take(name);
    reply.header('ratelimit-limit', limit).header('ratelimit-remaining', remaining).header('ratelimit-reset', reset);
    if (isExceeded) throw tooMany(reset);
  }

  /** The administrator's token is compared; any other key is looked up together with the site, which is then known. */
  function identification({ adminToken: secret }: AuthorizeOptions) {
    const secretHash = secret === null ? null : keyHash(secret);
    const noteOncePerMinute = useNoter(db, now);
    return async (shown: string | null, siteId: number | undefined): Promise<Omit<Authorized, 'apiKey'>> => {
      const hash = shown === null ? null : keyHash(shown);
      const isAdmin = hash !== null && secretHash !== null && timingSafeEqual(hash, secretHash);
      if (siteId === undefined && (hash === null || isAdmin))
        return { caller: isAdmin ? adminToken : nobody, site: undefined };
      const { holder, site } = await holderAndSite(db, isAdmin ? null : hash, siteId ?? null);
      if (holder) noteOncePerMinute(holder.id);
      if (site) versions.learn(site);
      return { caller: isAdmin ? adminToken : holder ? callerOf(holder) : nobody, site: site ?? undefined };
    };
  }
}

function admitManager(caller: Caller, row: Row): void {
  if (caller.name === null)
    throw unauthenticated('Show a token: Authorization: Bearer <token>. It is missing or not valid.');
  const scope: Scope = row.options.scope ?? (row.method === 'GET' ? 'manage:read' : 'manage:write');
  if (!may(caller, scope)) throw forbidden(`This needs a token with the scope ${scope}.`);
}

function admitAnalyst(caller: Caller, showedKey: boolean): void {
  if (caller.name === null) {
    throw unauthenticated(
      showedKey ? 'This key is not valid.' : 'Analytics needs a key: add api_key= or an Authorization header.',
    );
  }
  if (!may(caller, 'analytics:read')) throw forbidden('This needs a key with the scope analytics:read.');
}

function admitReader(caller: Caller, site: Site, showedKey: boolean): void {
  if (!site.api_key_required) return;
  if (caller.name === null) {
    throw unauthenticated(
      showedKey ? 'This key is not valid.' : 'This site needs a key: add api_key= or an Authorization header.',
    );
  }
  if (!may(caller, 'content:read') || !reaches(caller, site.id)) throw forbidden('This key does not open this site.');
}

/** `Authorization: Bearer …` or `SERVICE-API-KEY …`; schemes are compared in lower case, as HTTP has it. */
function keyHeader(request: FastifyRequest, schemes: ReadonlySet<string>): string | null {
  const [scheme = '', key = ''] = (request.headers.authorization ?? '').split(/\s+/, 2);
  return schemes.has(scheme.toLowerCase()) && key !== '' ? key : null;
}

/** Readers may show their key as the parameter `api_key` instead. */
function keyParameter(request: FastifyRequest): string | undefined {
  const parameter = (request.query as Record<string, unknown>).api_key; // parsed from the query string
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined;
}

function callerOf({ id, scopes, all_sites, site_ids }: KeyHolder): Caller {
  return { name: `key:${id}`, scopes: scopes as Scope[], sites: all_sites ? 'all' : site_ids }; // written by createKey alone
}

function useNoter(db: Db, now: () => number): (id: number) => void {
  const noted = new Map<number, number>();
  return (id) => {
    const minute = Math.floor(now() / 60_000);
    if (noted.get(id) === minute) return;
    noted.set(id, minute);
    // A use that could not be noted is no reason to fail the request; the next one notes it.
    noteUse(db, id).catch(() => noted.delete(id));
  };
}
