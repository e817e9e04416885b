/** Asks the networks for tokens: for a code that a person brought back, and for a token that is about to end. */
import { createHash } from 'node:crypto';
import type { Network } from '../core/intake/networks/networks.ts';
import {
  type Client,
  MASTODON_APPS,
  OAUTH,
  type OauthFacts,
  type Place,
  refusalOf,
  type Tokens,
  tokensIn,
} from '../core/intake/networks/oauth.ts';
import { objectOf, textOf } from '../core/intake/networks/post.ts';
import type { AddressGuard } from '../outbound/connect.ts';
import { type NetworkAnswer, request } from './client.ts';
import { NetworkProblem } from './connector.ts';

/** Where the network is. */
export interface Host {
  guard: AddressGuard;
  network: Network;
  /** Of a simulator, or of the server of the account; null: the network itself. */
  base: string | null;
  signal?: AbortSignal;
}

export interface Consent {
  client: Client;
  redirectUri: string;
  state: string;
  verifier: string;
}

const LONGEST_ID = 500;

export function factsOf(network: Network): OauthFacts {
  const facts = OAUTH[network];
  if (!facts) throw new Error(`${network} has no OAuth.`);
  return facts;
}

const addressOf = ({ base }: Pick<Host, 'base'>, { origin, path }: Place) => `${base ?? origin}${path}`;

/** The page of the network where a person consents. */
export function consentUrl(host: Pick<Host, 'network' | 'base'>, { client, redirectUri, state, verifier }: Consent) {
  const { consent, clientName, scope, parameters, hasPkce } = factsOf(host.network);
  const url = new URL(addressOf(host, consent));
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = {
    ...{ response_type: 'code', [clientName]: client.id, redirect_uri: redirectUri, scope, state, ...parameters },
    ...(hasPkce ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** Of the Graph API, the token of a code lives for an hour and is exchanged for one that lives for weeks. */
export async function tokensOfCode(
  host: Host,
  { client, redirectUri, verifier }: Omit<Consent, 'state'>,
  code: string,
): Promise<Tokens> {
  const { hasPkce, token, scope } = factsOf(host.network);
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const proof: Record<string, string> = hasPkce ? { code_verifier: verifier } : {};
  const tokens = await asked(host, client, { ...grant, ...proof, scope });
  return token.origin === 'https://graph.facebook.com' ? exchanged(host, client, tokens.access) : tokens;
}

/** A new token, perhaps with a new refresh token. */
export function renewedTokens(host: Host, client: Client, refresh: string): Promise<Tokens> {
  return factsOf(host.network).renewal === 'exchange'
    ? exchanged(host, client, refresh)
    : asked(host, client, { grant_type: 'refresh_token', refresh_token: refresh });
}

const exchanged = (host: Host, client: Client, access: string) =>
  asked(host, client, { grant_type: 'fb_exchange_token', fb_exchange_token: access });

async function asked(host: Host, client: Client, fields: Record<string, string>): Promise<Tokens> {
  const { token, clientName, secretIn } = factsOf(host.network);
  const isBasic = secretIn === 'header' && client.secret !== null;
  const named = isBasic ? {} : { [clientName]: client.id };
  const secret: Record<string, string> =
    secretIn === 'body' && client.secret !== null ? { client_secret: client.secret } : {};
  const headers: Record<string, string> = isBasic ? { authorization: basic(client) } : {};
  const answer = await post(host, token, { ...fields, ...named, ...secret }, headers);
  const refusal = refusalOf(answer.status, answer.body);
  const tokens = refusal ? null : tokensIn(answer.body, new Date());
  if (tokens) return tokens;
  const failure = refusal ?? { code: 'bad_response' as const, message: 'There is no token.', isDefinite: false };
  // The body may repeat what was sent.
  const retryAfter = /^\d{1,6}$/.test(answer.headers['retry-after'] ?? '') ? Number(answer.headers['retry-after']) : 0;
  throw new NetworkProblem(failure, { details: JSON.stringify({ status: answer.status }), retryAfter });
}

/** Both are escaped first (RFC 6749, 2.3.1). */
function basic({ id, secret }: Client): string {
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function post(
  { guard, base, signal }: Host,
  place: Place,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<NetworkAnswer> {
  const form = new URLSearchParams(fields);
  return request(guard, addressOf({ base }, place), null, { headers, form, ...(signal ? { signal } : {}) });
}

/** A client at a server of Mastodon, which gives one to everyone who asks. */
export async function registerApp(host: Host, redirectUri: string, website: string): Promise<Client> {
  const fields = { client_name: 'Masthead', redirect_uris: redirectUri, scopes: factsOf(host.network).scope, website };
  const { status, body } = await post(host, { origin: null, path: MASTODON_APPS }, fields);
  const { client_id, client_secret } = objectOf(body);
  const [id, secret] = [textOf(client_id, LONGEST_ID), textOf(client_secret, LONGEST_ID)];
  if (status === 200 && id !== '' && secret !== '') return { id, secret };
  const code = status === 429 ? 'rate_limited' : status >= 500 ? 'network_unavailable' : 'bad_response';
  throw new NetworkProblem(
    { code, message: 'The server did not register the app.', isDefinite: false },
    { details: JSON.stringify({ status }) },
  );
}
