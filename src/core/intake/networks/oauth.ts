/**
 * How accounts are connected at their networks: where a person consents, what becomes of the code (RFC 6749, 7636), and how tokens are
 * renewed. One row each; Bluesky signs in with a password of an app instead.
 */
import { failureOf as graphFailureOf } from './graph.ts';
import type { Network } from './networks.ts';
import { type Failure, objectOf } from './post.ts';

/** Null for the origin: the server of the account. */
export interface Place {
  origin: string | null;
  path: string;
}

export interface OauthFacts {
  /** The page of the network. */
  consent: Place;
  /** Where codes and refresh tokens become tokens. */
  token: Place;
  scope: string;
  /** What else the page of the network is given. */
  parameters: Record<string, string>;
  /** The name of the client's id. */
  clientName: 'client_id' | 'client_key';
  /** Whether the network checks that the code comes back to who asked for it. */
  hasPkce: boolean;
  /** Where the client's secret is sent. */
  secretIn: 'header' | 'body';
  /** How a token is renewed: with a token of its own, or by exchanging it while it is valid; null: never. */
  renewal: 'refresh_token' | 'exchange' | null;
  /** Whom the network counts requests by. */
  countedBy: 'user' | 'client';
}

const GRAPH: Omit<OauthFacts, 'scope' | 'renewal'> = {
  consent: { origin: 'https://www.facebook.com', path: '/v26.0/dialog/oauth' },
  token: { origin: 'https://graph.facebook.com', path: '/v26.0/oauth/access_token' },
  ...{ parameters: {}, clientName: 'client_id', hasPkce: false, secretIn: 'body', countedBy: 'user' },
};

export const OAUTH: Partial<Record<Network, OauthFacts>> = {
  x: {
    consent: { origin: 'https://x.com', path: '/i/oauth2/authorize' },
    token: { origin: 'https://api.x.com', path: '/2/oauth2/token' },
    // Without the last one the token ends after two hours.
    scope: 'tweet.read users.read offline.access',
    ...{ parameters: {}, clientName: 'client_id', hasPkce: true, secretIn: 'header' },
    ...{ renewal: 'refresh_token', countedBy: 'user' },
  },
  instagram: {
    ...GRAPH,
    scope: 'instagram_basic,instagram_manage_insights,pages_show_list,pages_read_engagement',
    renewal: 'exchange',
  },
  // The token of a page does not end.
  facebook: { ...GRAPH, scope: 'pages_show_list,pages_read_engagement,pages_read_user_content', renewal: null },
  linkedin: {
    consent: { origin: 'https://www.linkedin.com', path: '/oauth/v2/authorization' },
    token: { origin: 'https://www.linkedin.com', path: '/oauth/v2/accessToken' },
    scope: 'r_organization_social',
    ...{ parameters: {}, clientName: 'client_id', hasPkce: false, secretIn: 'body' },
    ...{ renewal: 'refresh_token', countedBy: 'client' },
  },
  youtube: {
    consent: { origin: 'https://accounts.google.com', path: '/o/oauth2/v2/auth' },
    token: { origin: 'https://oauth2.googleapis.com', path: '/token' },
    scope: 'https://www.googleapis.com/auth/youtube.readonly',
    // Only a consent that was asked for anew comes with a refresh token.
    parameters: { access_type: 'offline', prompt: 'consent' },
    ...{ clientName: 'client_id', hasPkce: true, secretIn: 'body', renewal: 'refresh_token', countedBy: 'client' },
  },
  tiktok: {
    consent: { origin: 'https://www.tiktok.com', path: '/v2/auth/authorize/' },
    token: { origin: 'https://open.tiktokapis.com', path: '/v2/oauth/token/' },
    scope: 'user.info.basic,video.list',
    ...{ parameters: {}, clientName: 'client_key', hasPkce: false, secretIn: 'body' },
    ...{ renewal: 'refresh_token', countedBy: 'user' },
  },
  mastodon: {
    consent: { origin: null, path: '/oauth/authorize' },
    token: { origin: null, path: '/oauth/token' },
    scope: 'read:accounts read:statuses',
    ...{ parameters: {}, clientName: 'client_id', hasPkce: true, secretIn: 'body', renewal: null, countedBy: 'user' },
  },
};

/** Where servers register apps. */
export const MASTODON_APPS = '/api/v1/apps';

export interface Client {
  id: string;
  /** Null: the network knows the client by its id and by PKCE alone. */
  secret: string | null;
}

export interface Tokens {
  access: string;
  refresh: string | null;
  /** When the token ends; null if the network did not say. */
  until: Date | null;
  /** When the refresh token ends; null if the network did not say. */
  refreshUntil: Date | null;
  /** The id of the user, where the answer has it. */
  user: string | null;
}

/** Printable, as tokens of networks are; as long as the pasted ones may be. */
const TOKEN = /^[\x21-\x7e]{1,4000}$/;
const USER = /^[\w.-]{1,100}$/;
const LONGEST_S = 3_650 * 86_400;
/** Of the time that a token lives. */
const RENEWED_AT = 0.8;

/** Null: the answer has no token. */
export function tokensIn(body: unknown, now: Date): Tokens | null {
  const { access_token, refresh_token, expires_in, refresh_token_expires_in, refresh_expires_in, open_id } =
    objectOf(body);
  const access = tokenOf(access_token);
  if (access === null) return null;
  return {
    access,
    refresh: tokenOf(refresh_token),
    until: timeAfter(expires_in, now),
    refreshUntil: timeAfter(refresh_token_expires_in ?? refresh_expires_in, now),
    user: typeof open_id === 'string' && USER.test(open_id) ? open_id : null,
  };
}

const tokenOf = (value: unknown) => (typeof value === 'string' && TOKEN.test(value) ? value : null);

/** 0 seconds means without an end, in LinkedIn's answers. */
function timeAfter(seconds: unknown, now: Date): Date | null {
  const number = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? Number(seconds) : seconds;
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return null;
  return new Date(now.getTime() + Math.min(number, LONGEST_S) * 1_000);
}

export const renewalTime = (until: Date, now: Date): Date =>
  new Date(now.getTime() + (until.getTime() - now.getTime()) * RENEWED_AT);

/** Refusals that say nothing about the account. */
const OURS = ['invalid_client', 'unauthorized_client', 'invalid_redirect_uri', 'redirect_uri_mismatch'];
const PASSING = ['temporarily_unavailable', 'server_error', 'slow_down'];
/** What a dead grant is called. Networks have other names for it too: those count when they are repeated. */
const DEFINITE = ['invalid_grant', 'access_denied'];

/**
 * Why there is no token; null: there is one. The network’s own sentence is left out: it may repeat what was sent.
 */
export function refusalOf(status: number, body: unknown): Failure | null {
  if (status === 200 && tokensIn(body, new Date(0)) !== null) return null;
  const { error } = objectOf(body);
  const named = typeof error === 'string' && /^[a-z_]{1,50}$/.test(error) ? error : '';
  if (typeof error === 'object' && error !== null) {
    const failure = graphFailureOf(status, body);
    if (failure) return { ...failure, message: refusedBy(failure.code) };
  }
  if (status === 429) return { code: 'rate_limited', isDefinite: false, message: 'The network asks for rest.' };
  if (status >= 500 || PASSING.includes(named))
    return { code: 'network_unavailable', isDefinite: false, message: `The network answered ${status}.` };
  if (OURS.includes(named)) return { code: 'forbidden', isDefinite: false, message: `${NOT_OURS} (${named})` };
  if (status >= 400 && named !== '')
    return { code: 'token_invalid', isDefinite: DEFINITE.includes(named), message: refusedBy(named) };
  return { code: 'bad_response', isDefinite: false, message: 'The network answered without a token.' };
}

const NOT_OURS = 'The network does not accept the client of this installation: see the settings of the network.';
const refusedBy = (name: string) => `The network refused (${name}).`;
