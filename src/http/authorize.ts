/** Who calls, for which site, and whether they may: before anything else of a route runs. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../contract/row.ts';
import { forbidden, type RequestError, unauthenticated } from '../core/errors.ts';
import {
  type Access,
  type Actor,
  adminToken,
  isLimitedToOwn,
  keyActor,
  leastScope,
  may,
  reaches,
  type Scope,
  type Sites,
  sitesWith,
  stranger,
} from '../core/rights.ts';
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
  caller: Actor;
  /** Where the caller holds the right of the row. */
  sites: Sites;
  /** The name of the caller where the right covers only what the caller has created, else null. */
  createdBy: string | null;
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

interface CallerAndSite {
  caller: Actor;
  site: Site | undefined;
}

export function createAuthorize(options: AuthorizeOptions): Authorize {
  const { db, versions, limits, now } = options;
  const identify = identification(options);
  const schemes = new Set(['Bearer', ...options.apiKeySchemes].map((scheme) => scheme.toLowerCase()));

  return async (row, request, reply, siteId) => {
    const isManagement = row.api === 'manage';
    const apiKey = isManagement ? undefined : keyParameter(request);
    const shown = keyHeader(request, schemes) ?? apiKey ?? null;
    const { caller, site } = await callerAndSite(isManagement, shown, request.ip, siteId);
    limits.count(row, caller, site?.api_key_required ?? false, request, reply);
    const authorized = { caller, sites: sitesWith(caller, row.right, accessOf(row)), createdBy: null, apiKey };
    if (row.right === 'published') return { ...authorized, site: readable(caller, site, siteId, shown !== null) };
    admit(row, caller, shown !== null);
    if (siteId === undefined) return { ...authorized, site: undefined };
    if (!site || !reaches(caller, siteId)) throw noSuchSite();
    if (!may(caller, row.right, accessOf(row), siteId)) throw lacking(row);
    return { ...authorized, site, createdBy: isLimitedToOwn(caller, row.right, siteId) ? caller.name : null };
  };

  /** Strangers cost no query: management rejects them, and of content the site may be known. */
  async function callerAndSite(
    isManagement: boolean,
    shown: string | null,
    address: string,
    siteId: number | undefined,
  ): Promise<CallerAndSite> {
    if (shown !== null) return identify(shown, address, siteId);
    if (isManagement) return { caller: stranger(address), site: undefined };
    const known = siteId === undefined ? null : versions.row(siteId);
    return known ? { caller: stranger(address), site: known } : identify(null, address, siteId);
  }

  /** The administrator's token is compared; any other key is looked up together with the site, which is then known. */
  function identification({ adminToken: secret }: AuthorizeOptions) {
    const secretHash = secret === null ? null : keyHash(secret);
    const noteOncePerMinute = useNoter(db, now);
    return async (shown: string | null, address: string, siteId: number | undefined): Promise<CallerAndSite> => {
      const hash = shown === null ? null : keyHash(shown);
      const isAdmin = hash !== null && secretHash !== null && timingSafeEqual(hash, secretHash);
      const unheld = isAdmin ? adminToken(address) : stranger(address);
      if (siteId === undefined && (hash === null || isAdmin)) return { caller: unheld, site: undefined };
      const { holder, site } = await holderAndSite(db, isAdmin ? null : hash, siteId ?? null);
      if (holder) noteOncePerMinute(holder.id);
      if (site) versions.learn(site);
      return { caller: holder ? actorOf(holder, address) : unheld, site: site ?? undefined };
    };
  }
}

/** Rows of the content API only read, votes included. */
function accessOf({ method, right }: Row): Access {
  return method === 'GET' || right === 'published' ? 'read' : 'write';
}

/** Refuses who holds the right on no site at all; what is missing on the site of the request is found out later. */
function admit(row: Row, caller: Actor, showedKey: boolean): void {
  if (row.right === 'open') return;
  if (caller.name === null) throw unauthenticated(whatToShow(row, showedKey));
  if (!may(caller, row.right, accessOf(row))) throw lacking(row);
}

function whatToShow({ api }: Row, showedKey: boolean): string {
  if (api === 'manage') return 'Show a token: Authorization: Bearer <token>. It is missing or not valid.';
  return showedKey ? 'This key is not valid.' : 'Analytics needs a key: add api_key= or an Authorization header.';
}

function lacking(row: Row): RequestError {
  const scope = leastScope(row.right, accessOf(row));
  return forbidden(
    row.api === 'manage' ? `This needs a token with the scope ${scope}.` : `This needs a key with the scope ${scope}.`,
  );
}

function readable(
  caller: Actor,
  site: Site | undefined,
  siteId: number | undefined,
  showedKey: boolean,
): Site | undefined {
  if (siteId === undefined) return undefined;
  if (!site) throw noSuchSite();
  if (!site.api_key_required) return site;
  if (caller.name === null) {
    throw unauthenticated(
      showedKey ? 'This key is not valid.' : 'This site needs a key: add api_key= or an Authorization header.',
    );
  }
  if (!may(caller, 'published', 'read', siteId)) throw forbidden('This key does not open this site.');
  return site;
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

function actorOf({ id, scopes, all_sites, site_ids }: KeyHolder, address: string): Actor {
  return keyActor(id, scopes as Scope[], all_sites ? 'all' : site_ids, address); // scopes are written by createKey alone
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
