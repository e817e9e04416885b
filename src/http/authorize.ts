/** Who asks, for which site, and whether they may: before anything else of a route runs. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row, Scope } from '../contract/row.ts';
import { forbidden, unauthenticated } from '../core/errors.ts';
import { adminToken, type Caller, may, nobody, reaches } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { noSuchSite, type Site } from '../db/site-lock.ts';
import type { SiteVersions } from '../db/site-versions.ts';
import { keyHash, noteUse } from '../features/keys/commands.ts';
import { holderAndSite, type KeyHolder } from '../features/keys/queries.ts';
import type { Limits } from './limits.ts';

export interface AuthorizeOptions {
  db: Db;
  versions: SiteVersions;
  /** Schemes of `Authorization` that carry a key, beside `Bearer`. */
  apiKeySchemes: string[];
  adminToken: string | null;
  limits: Limits;
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

export function createAuthorize(options: AuthorizeOptions): Authorize {
  const { db, versions, limits, now } = options;
  const identify = identification(options);
  const schemes = new Set(['Bearer', ...options.apiKeySchemes].map((scheme) => scheme.toLowerCase()));

  return async (row, request, reply, siteId) => {
    const isManagement = row.api === 'manage';
    const apiKey = isManagement ? undefined : keyParameter(request);
    const shown = keyHeader(request, schemes) ?? apiKey ?? null;
    const { caller, site } = await callerAndSite(isManagement, shown, siteId);
    limits.count(row, caller, site?.api_key_required ?? false, request, reply);
    if (isManagement) admitManager(caller, row);
    if (row.api === 'analytics') admitAnalyst(caller, shown !== null);
    if (siteId === undefined) return { caller, site: undefined, apiKey };
    if (!site || (isManagement && !reaches(caller, siteId))) throw noSuchSite();
    if (!isManagement) admitReader(caller, site, shown !== null);
    return { caller, site, apiKey };
  };

  /** The database is not asked about strangers: management refuses them, and of content the site may be known. */
  async function callerAndSite(isManagement: boolean, shown: string | null, siteId: number | undefined) {
    if (shown !== null) return identify(shown, siteId);
    if (isManagement) return { caller: nobody, site: undefined };
    const known = siteId === undefined ? null : versions.row(siteId);
    return known ? { caller: nobody, site: known } : identify(null, siteId);
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
