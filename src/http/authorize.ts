/** Finds the caller and the site, and checks the caller's right, before anything else of a route runs. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Row } from '../contract/row.ts';
import { clientNetwork } from '../core/addresses.ts';
import { forbidden, type RequestError, unauthenticated } from '../core/errors.ts';
import {
  type Access,
  type Actor,
  adminToken,
  isLimitedToOwn,
  keyActor,
  LINK_PREFIX,
  leastScope,
  linkActor,
  may,
  type Origin,
  personActor,
  reaches,
  refuseOwnerOfSome,
  rolesWith,
  type Scope,
  type Sites,
  sitesWith,
  stranger,
} from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { noSuchSite, type Site } from '../db/site-lock.ts';
import type { SiteVersions } from '../db/site-versions.ts';
import type { Passwords } from '../features/accounts/passwords.ts';
import { type SessionHolder, sessionAndSite } from '../features/accounts/queries.ts';
import { noteSession, tokenHash } from '../features/accounts/sessions.ts';
import { refuseForeignAddress } from '../features/articles/own.ts';
import { openLink } from '../features/campaign-links/queries.ts';
import { campaignRow, noSuchCampaign } from '../features/campaigns/queries.ts';
import { keyHash, noteUse } from '../features/keys/commands.ts';
import { holderAndSite, type KeyHolder } from '../features/keys/queries.ts';
import { refuseOther } from '../features/media/commands.ts';
import { mediaById } from '../features/media/queries.ts';
import { noSuchPerson } from '../features/people/commands.ts';
import { personOn } from '../features/people/queries.ts';
import { admitGuest, NO_SOURCE } from '../features/sources/guests.ts';
import type { Limits } from './limits.ts';
import { type OriginOptions, refuseForeignOrigin } from './origin.ts';
import { sessionTokensIn } from './session-cookie.ts';
import { isId } from './validate.ts';

export interface AuthorizeOptions extends OriginOptions {
  db: Db;
  versions: SiteVersions;
  /** Schemes of `Authorization` that carry a key, besides `Bearer`. */
  apiKeySchemes: string[];
  adminToken: string | null;
  passwords: Pick<Passwords, 'areOn' | 'gate'>;
  limits: Limits;
  now: () => number;
}

export interface Authorized {
  caller: Actor;
  /** The sites on which the caller has the right of the row. */
  sites: Sites;
  /** The name of the caller if the right covers only items that the caller has created, else null. */
  createdBy: string | null;
  /** The session of a signed-in person; null for everyone else. */
  sessionId: number | null;
  site: Site | undefined;
  /** The key, if it came as a parameter. */
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
  session?: SessionHolder;
}

export function createAuthorize(options: AuthorizeOptions): Authorize {
  const { db, versions, limits, passwords, now } = options;
  const identify = identification(options);
  const noteSessionOncePerMinute = useNoter((id) => noteSession(db, id), now);
  const schemes = new Set(['Bearer', ...options.apiKeySchemes].map((scheme) => scheme.toLowerCase()));

  return async (row, request, reply, siteId) => {
    const apiKey = row.api === 'manage' ? undefined : keyParameter(request);
    const shown = keyHeader(request, schemes) ?? apiKey ?? null;
    const tokens = shown === null ? sessionsOf(row, request) : [];
    if (tokens.length > 0 || row.right === 'open') refuseForeignOrigin(request, options);
    const { caller, site, session } =
      tokens.length === 0
        ? ((await withLink(row, shown, originOf(request))) ??
          (await callerAndSite(row, shown, originOf(request), siteId)))
        : await signedInAndSite(tokens, originOf(request), siteId, row.options.isLive);
    limits.count(row, caller, site?.api_key_required ?? false, request, reply);
    if (session) dropCors(reply);
    const sites = sitesWith(caller, row.right, accessOf(row));
    const authorized = { caller, sites, createdBy: null, sessionId: session?.session_id ?? null, apiKey };
    if (row.right === 'published') return { ...authorized, site: readable(caller, site, siteId, shown !== null) };
    admit(row, caller, shown !== null);
    if (row.right === 'guest') await admitGuest(db, caller, sentBy(row));
    if (caller.campaignId !== undefined) refuseBeyondLink(row, caller.campaignId, request.params);
    if (siteId !== undefined) admitToSite(row, caller, site, siteId);
    else if (row.right === 'sites' && row.body) refuseOwnerOfSome(caller);
    if (row.options.isForAllSites && sites !== 'all')
      throw forbidden('This concerns all sites, and needs the right on all of them.');
    if (row.options.isConfirmed && session?.is_confirmed === false) throw unconfirmed();
    const createdBy = siteId !== undefined && isLimitedToOwn(caller, row.right, siteId) ? caller.name : null;
    const params = request.params as Record<string, string>; // all path parameters are text
    if (createdBy !== null && params.uid !== undefined)
      await refuseForeignAddress(db, Number(siteId), params.uid, accessOf(row), { createdBy });
    if (row.body) await refuseOutOfReach(db, row, params, sites);
    if (row.body && row.right === 'media' && siteId !== undefined && params.id !== undefined && isId(params.id))
      await refuseOther(db, await mediaById(db, siteId, Number(params.id)), createdBy);
    return { ...authorized, site, createdBy };
  };

  /** A session counts on management and analytics, and never beside a key. */
  function sessionsOf(row: Row, request: FastifyRequest): string[] {
    const { api_key } = request.query as Record<string, unknown>; // parsed from the query string
    if (request.headers.authorization !== undefined || api_key !== undefined) return [];
    if (row.api === 'content' || row.right === 'open') return [];
    return sessionTokensIn(request.headers.cookie ?? '', options.publicUrl());
  }

  async function signedInAndSite(
    tokens: string[],
    from: Origin,
    siteId: number | undefined,
    isLive = false,
  ): Promise<CallerAndSite> {
    const { holder, site } = await sessionAndSite(db, tokens.map(tokenHash), siteId ?? null, passwords);
    if (site) versions.learn(site);
    if (!holder) return { caller: stranger(from), site: undefined };
    // A stream also reconnects while no one is there.
    if (!isLive) noteSessionOncePerMinute(holder.session_id);
    if (from.address !== null) passwords.gate.know(clientNetwork(from.address));
    const { person_id: id, name, roles } = holder;
    return { caller: personActor({ id, name, roles }, from), site: site ?? undefined, session: holder };
  }

  /** Someone with a link to a campaign; null for other keys. */
  async function withLink(row: Row, shown: string | null, from: Origin): Promise<CallerAndSite | null> {
    if (row.right !== 'analytics' || !shown?.startsWith(LINK_PREFIX)) return null;
    const link = await openLink(db, tokenHash(shown));
    return link ? { caller: linkActor(link, from), site: undefined } : null;
  }

  /** Requests without a key need no query: management rejects them, and the site of a content read is often known. */
  async function callerAndSite(
    row: Row,
    shown: string | null,
    from: Origin,
    siteId: number | undefined,
  ): Promise<CallerAndSite> {
    if (shown !== null) return identify(shown, from, siteId);
    if (row.api === 'manage') return { caller: stranger(from), site: undefined };
    const known = siteId === undefined ? null : versions.row(siteId);
    return known ? { caller: stranger(from), site: known } : identify(null, from, siteId);
  }

  /** Compares the administrator's token; looks up any other key together with the site. */
  function identification({ adminToken: secret }: AuthorizeOptions) {
    const secretHash = secret === null ? null : keyHash(secret);
    const noteOncePerMinute = useNoter((id) => noteUse(db, id), now);
    return async (shown: string | null, from: Origin, siteId: number | undefined): Promise<CallerAndSite> => {
      const hash = shown === null ? null : keyHash(shown);
      const isAdmin = hash !== null && secretHash !== null && timingSafeEqual(hash, secretHash);
      const unheld = isAdmin ? adminToken(from) : stranger(from);
      if (siteId === undefined && (hash === null || isAdmin)) return { caller: unheld, site: undefined };
      const { holder, site } = await holderAndSite(db, isAdmin ? null : hash, siteId ?? null);
      if (holder) noteOncePerMinute(holder.id);
      if (site) versions.learn(site);
      return { caller: holder ? actorOf(holder, from) : unheld, site: site ?? undefined };
    };
  }
}

/** Rows of the content API only read, votes included. */
function accessOf({ method, right }: Row): Access {
  return method === 'GET' || right === 'published' ? 'read' : 'write';
}

/** What a partner sends with a row of the guest API. */
function sentBy({ body, options }: Row): 'nothing' | 'article' | 'file' {
  if (!body) return 'nothing';
  return options.isUpload ? 'file' : 'article';
}

/** Rejects callers who have the right on no site. */
function admit(row: Row, caller: Actor, showedKey: boolean): void {
  if (row.right === 'open') return;
  if (caller.name === null) throw unauthenticated(whatToShow(row, showedKey));
  const isForPeople = row.right === 'self' || row.options.isForPeople;
  if (isForPeople && caller.kind !== 'person') throw forbidden('This is for people: sign in instead of sending a key.');
  if (row.right === 'self') return;
  if (!may(caller, row.right, accessOf(row))) throw lacking(row, caller);
}

function admitToSite(row: Row, caller: Actor, site: Site | undefined, siteId: number): void {
  if (!site || !reaches(caller, siteId)) throw noSuchSite();
  if (!may(caller, row.right, accessOf(row), siteId)) throw lacking(row, caller);
}

function whatToShow({ api, right }: Row, showedKey: boolean): string {
  if (right === 'self') return 'Sign in first: POST /v1/manage/sessions. There is no session, or it has ended.';
  if (api === 'manage') return 'Send a token: Authorization: Bearer <token>, or sign in. It is missing or invalid.';
  return showedKey ? 'This key is invalid.' : 'Analytics needs a key: add api_key= or an Authorization header.';
}

function lacking(row: Row, { kind }: Actor): RequestError {
  const access = accessOf(row);
  if (row.right === 'guest') return forbidden(NO_SOURCE);
  if (kind === 'person') return forbidden(`Your role does not allow this; it is for ${rolesWith(row.right, access)}.`);
  const shown = row.api === 'manage' ? 'token' : 'key';
  return forbidden(`This needs a ${shown} with the scope ${leastScope(row.right, access)}.`);
}

const unconfirmed = () =>
  forbidden(
    'Confirm your identity first, with your password or a passkey: PUT /v1/manage/sessions/current/confirmation. It is valid for ten minutes.',
    { needsConfirmation: true },
  );

/** A link shows the figures of one campaign and nothing else. */
function refuseBeyondLink({ options }: Row, campaignId: number, params: unknown): void {
  if (!options.isForLinks)
    throw forbidden('This link shows the figures of one campaign; it is no key for anything else.');
  const { campaign_id: asked } = params as Record<string, string>; // all path parameters are text
  if (Number(asked) !== campaignId) throw noSuchCampaign();
}

/** Campaigns and people have no site in their address: those of other sites are 404 before a body is read. */
async function refuseOutOfReach(db: Db, row: Row, params: Record<string, string>, sites: Sites): Promise<void> {
  const { campaign_id: campaign, id } = params;
  if (sites === 'all') return;
  if (campaign !== undefined && isId(campaign)) await campaignRow(db, Number(campaign), sites);
  if (row.right === 'people' && id !== undefined && isId(id) && !(await personOn(db, Number(id), sites)))
    throw noSuchPerson();
}

/** Only pages of this service may read answers to a session. */
function dropCors(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) if (name.startsWith('access-control-')) reply.removeHeader(name);
  reply.header('cross-origin-resource-policy', 'same-origin');
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
      showedKey ? 'This key is invalid.' : 'This site needs a key: add api_key= or an Authorization header.',
    );
  }
  if (!may(caller, 'published', 'read', siteId)) throw forbidden('This key is not valid for this site.');
  return site;
}

/** `Authorization: Bearer …` or `SERVICE-API-KEY …`; schemes are compared in lower case, as HTTP requires. */
function keyHeader(request: FastifyRequest, schemes: ReadonlySet<string>): string | null {
  const [scheme = '', key = ''] = (request.headers.authorization ?? '').split(/\s+/, 2);
  return schemes.has(scheme.toLowerCase()) && key !== '' ? key : null;
}

/** Readers may send their key as the parameter `api_key` instead. */
function keyParameter(request: FastifyRequest): string | undefined {
  const parameter = (request.query as Record<string, unknown>).api_key; // parsed from the query string
  return typeof parameter === 'string' && parameter !== '' ? parameter : undefined;
}

function actorOf({ id, name, scopes, all_sites, site_ids, source }: KeyHolder, from: Origin): Actor {
  // Scopes are written by createKey alone.
  return keyActor({ id, name, scopes: scopes as Scope[], sites: all_sites ? 'all' : site_ids, source }, from);
}

function originOf({ ip, id }: FastifyRequest): Origin {
  return { address: ip, requestId: id };
}

/** Calls `note` once a minute for each id. */
function useNoter(note: (id: number) => Promise<void>, now: () => number): (id: number) => void {
  let minute = 0;
  const noted = new Set<number>();
  return (id) => {
    const present = Math.floor(now() / 60_000);
    if (present !== minute) noted.clear();
    minute = present;
    if (noted.has(id)) return;
    noted.add(id);
    // Failing to record a use does not fail the request; the next one records it.
    note(id).catch(() => noted.delete(id));
  };
}
