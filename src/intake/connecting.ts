/**
 * Connects accounts at their networks: a person consents there, the network sends the browser back with a code, and the code becomes
 * tokens. The network is asked outside of transactions; what it answers is stored in one.
 */
import { randomBytes } from 'node:crypto';
import type { Network } from '../core/intake/networks/networks.ts';
import type { Client, Tokens } from '../core/intake/networks/oauth.ts';
import { type Actor, may } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import { transaction } from '../db/transaction.ts';
import {
  type Authorization,
  createAuthorization,
  endChoice,
  type Offered,
  offerChoices,
  offeredTo,
  takeAuthorization,
} from '../features/network-accounts/authorizations.ts';
import { type Need, reserve } from '../features/network-accounts/budget.ts';
import {
  type Connected,
  connectAccount,
  OtherAccount,
  reconnectAccount,
} from '../features/network-accounts/connect.ts';
import { accountIfAny } from '../features/network-accounts/queries.ts';
import { NetworkProblem } from '../networks/connector.ts';
import { CONNECTORS } from '../networks/connectors.ts';
import type { Choice, Identity } from '../networks/identify.ts';
import { consentUrl, registerApp, tokensOfCode } from '../networks/oauth.ts';
import { baseOf, clientOf, type NetworkTools } from './network-tools.ts';
import { callerOf, countIdentity, identityOf } from './token-owner.ts';
import { pollTrackersOf } from './trackers-of.ts';

/** Why the browser came back without an account, as one word for the page that it returns to. */
export type Refusal = 'expired' | 'denied' | 'refused' | 'unavailable' | 'forbidden' | 'other' | 'nothing' | 'limited';

export interface Returned {
  returnTo: string;
  /** Of the account that was connected. */
  id?: number;
  /** Of a choice that the person must make. */
  choice?: string;
  refusal?: Refusal;
}

export interface Place {
  /** That the network sends the browser back to. */
  redirectUri: string;
  /** Of this service. */
  website: string;
}

/** Who holds the session that the browser came back with. */
export interface Holder {
  sessionId: number;
  caller: Actor;
}

type Begun = Omit<Authorization, 'proof' | 'session_id'>;

const HOME = '/newsroom';
const VERIFIER_BYTES = 48;
const REQUESTS = 3;

/** The address at the network that the browser opens next. */
export async function beginConnecting(
  db: Db,
  tools: NetworkTools,
  begun: Begun,
  { sessionId }: Holder,
  place: Place,
): Promise<string> {
  const host = hostOf(tools, begun);
  const client = await clientFor(db, tools, begun, host, place);
  const verifier = randomBytes(VERIFIER_BYTES).toString('base64url');
  const proof = tools.secrets.seal(JSON.stringify({ verifier, client } satisfies Proof));
  const state = await createAuthorization(db, { ...begun, session_id: sessionId, proof });
  return consentUrl(host, { client, redirectUri: place.redirectUri, state, verifier });
}

interface Proof {
  verifier: string;
  client: Client;
}

const hostOf = (tools: NetworkTools, { network, fields, is_demo }: Begun) => ({
  ...{ guard: tools.guard, network, base: baseOf(tools, { network, server: fields.server, is_demo }) },
});

/** The operator's client; servers of Mastodon give a new one for each consent, and forget those that nobody uses. */
async function clientFor(
  db: Db,
  tools: NetworkTools,
  { network, fields, is_demo }: Begun,
  host: ReturnType<typeof hostOf>,
  { redirectUri, website }: Place,
): Promise<Client> {
  if (network === 'mastodon') {
    await reserveAt(db, fields.server);
    return registerApp(host, redirectUri, website);
  }
  const client = clientOf(tools, network, is_demo);
  if (client) return client;
  throw new NetworkProblem({ code: 'forbidden', message: 'The settings have no client.', isDefinite: false });
}

/** Registration, token and the look at the account count like all requests to a server. */
async function reserveAt(db: Db, server: string | null): Promise<void> {
  const { ceiling = 0, window = 0 } = CONNECTORS.mastodon.limits.all ?? {};
  const need: Need = { key: `mastodon:${server}`, bucket: 'all', amount: REQUESTS, ceiling, window };
  if ((await reserve(db, [need])) === null) return;
  const message = 'The requests that the server allows in this window are used up.';
  throw new NetworkProblem({ code: 'rate_limited', message, isDefinite: false }, { isOwnLimit: true });
}

/** When the browser comes back. The state can be used once, even if this fails. */
export async function completeConnecting(
  db: Db,
  tools: NetworkTools,
  { code = '', state = '', error = '' }: { code?: string; state?: string; error?: string },
  holderOf: (siteId: number) => Promise<Holder | null>,
  place: Place,
): Promise<Returned> {
  const asked = await takeAuthorization(db, state);
  const holder = asked ? await holderOf(asked.site_id) : null;
  if (!asked || holder?.sessionId !== asked.session_id) return { returnTo: HOME, refusal: 'expired' };
  const { return_to: returnTo } = asked;
  if (!may(holder.caller, 'networks', 'write', asked.site_id)) return { returnTo, refusal: 'forbidden' };
  if (code === '') return { returnTo, refusal: error === 'access_denied' ? 'denied' : 'refused' };
  try {
    const { client, verifier }: Proof = JSON.parse(tools.secrets.open(asked.proof));
    const proof = { client, redirectUri: place.redirectUri, verifier };
    const tokens = await tokensOfCode(hostOf(tools, asked), proof, code);
    const identity = await identityOf(db, tools, asked, tokens, client);
    return { returnTo, ...(await settled(db, tools, { asked, holder, tokens, identity, client })) };
  } catch (problem) {
    if (problem instanceof OtherAccount) return { returnTo, refusal: 'other' };
    if (problem instanceof NetworkProblem) return { returnTo, refusal: REFUSALS[problem.code] ?? 'refused' };
    throw problem;
  }
}

const REFUSALS: Partial<Record<NetworkProblem['code'], Refusal>> = {
  ...{ network_unavailable: 'unavailable', bad_response: 'unavailable' },
  ...{ rate_limited: 'limited', quota_exhausted: 'limited' },
};

interface Completion {
  asked: Authorization;
  holder: Holder;
  tokens: Tokens;
  identity: Identity;
  client: Client;
}

async function settled(db: Db, tools: NetworkTools, done: Completion): Promise<Omit<Returned, 'returnTo'>> {
  const { asked, holder, identity, tokens } = done;
  const { choices } = identity;
  if (choices === null) return { id: await stored(db, tools, done, null) };
  const [only] = choices;
  if (!only) return { refusal: 'nothing' };
  const wanted = await wantedOf(db, asked);
  const chosen = choices.length === 1 ? only : choices.find(({ external_id }) => external_id === wanted);
  if (chosen) return { id: await stored(db, tools, done, chosen) };
  if (wanted !== null) return { refusal: 'other' };
  const sealed = tools.secrets.seal(JSON.stringify({ tokens, identity, client: done.client.id } satisfies Kept));
  const offered = choices.map(({ external_id, name }) => ({ external_id, name }));
  return { choice: await offerChoices(db, { ...asked, session_id: holder.sessionId }, sealed, offered) };
}

/** What the account had that is connected again. */
async function wantedOf(db: Db, { site_id, account_id }: Authorization): Promise<string | null> {
  const account = account_id === null ? undefined : await accountIfAny(db, site_id, account_id);
  return account?.way === 'oauth' ? account.external_id : null;
}

/** Between the consent and the choice. */
interface Kept {
  tokens: Tokens;
  identity: Identity;
  client: string;
}

export interface Pending {
  network: Network;
  name: string;
  choices: Offered[];
}

/** Null: there is no such choice, or not for this session. */
export async function pendingChoice(
  db: Db,
  { siteId, sessionId, token }: { siteId: number; sessionId: number; token: string },
): Promise<Pending | null> {
  const found = await offeredTo(db, { siteId, sessionId }, token);
  return found ? { network: found.network, name: found.fields.name, choices: found.choices } : null;
}

/** The account; null as above, or if that cannot be chosen. */
export async function choose(
  db: Db,
  tools: NetworkTools,
  { site, holder, token }: { site: Pick<Site, 'id'>; holder: Holder; token: string },
  externalId: string,
): Promise<number | null> {
  const asked = await offeredTo(db, { siteId: site.id, sessionId: holder.sessionId }, token);
  const kept: Kept | null = asked ? JSON.parse(tools.secrets.open(asked.tokens)) : null;
  const choice = kept?.identity.choices?.find(({ external_id }) => external_id === externalId);
  if (!asked || !kept || !choice) return null;
  const { tokens, identity } = kept;
  const client = { id: kept.client, secret: null };
  return stored(db, tools, { asked, holder, identity, client, tokens: withDates(tokens) }, choice, token);
}

/** JSON has no dates. */
const withDates = ({ until, refreshUntil, ...tokens }: Tokens): Tokens => ({
  ...{ ...tokens, until: until && new Date(until), refreshUntil: refreshUntil && new Date(refreshUntil) },
});

async function stored(
  db: Db,
  tools: NetworkTools,
  { asked, holder, tokens, identity, client }: Completion,
  choice: Choice | null,
  token?: string,
): Promise<number> {
  const { network, fields, account_id, is_demo } = asked;
  const now = new Date();
  const request = { site: { id: asked.site_id }, caller: holder.caller };
  const connected: Connected = {
    ...{ ...fields, network, is_demo, external_id: choice?.external_id ?? null },
    // The token of a page does not end.
    tokens: choice?.token ? { ...NEVER_ENDS, access: choice.token } : tokens,
    caller: callerOf(network, choice?.external_id ?? identity.id ?? tokens.user, client),
    connected_as: choice?.name ?? identity.name,
  };
  const row = await transaction(db, async (tx) => {
    if (token !== undefined && !(await endChoice(tx, token))) throw new OtherAccount();
    return account_id === null
      ? connectAccount(tx, tools.secrets, request, connected, now)
      : reconnectAccount(tx, tools.secrets, request, account_id, connected, now);
  });
  if (account_id === null) await countIdentity(db, row);
  else await pollTrackersOf(db, row);
  return row.id;
}

const NEVER_ENDS = { refresh: null, until: null, refreshUntil: null, user: null };
