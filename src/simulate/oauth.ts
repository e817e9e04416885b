/**
 * Consents and tokens of simulated networks (RFC 6749, 7636): a page that says that it is simulated, codes that count once and not for
 * long, tokens that end, and refresh tokens that some networks give only once. Tokens say themselves whose they are, so that they
 * outlive the simulator.
 */
import { createHash } from 'node:crypto';
import type { Answer, Asked } from './answer.ts';
import { graphError, tokenError } from './graph-errors.ts';
import { faultOf, holderOf, type NetworkName, PEOPLE, type SimulatedClient, type World } from './world.ts';

interface Traits {
  consent: string;
  token: string;
  /** Of a token that a code gives; 0: it does not end. */
  seconds: number;
  codeSeconds: number;
  refresh: 'none' | 'once' | 'often' | 'switch';
  clientName: string;
  needsPkce?: boolean;
  /** The secret comes as a header. */
  needsBasic?: boolean;
}

const DAY = 86_400;
const USUAL = { codeSeconds: 600, clientName: 'client_id' };
/** By the first part of the path. */
const PARTS: Record<string, Traits> = {
  x: {
    ...{ consent: '/i/oauth2/authorize', token: '/2/oauth2/token', seconds: 7_200, codeSeconds: 30, refresh: 'once' },
    ...{ clientName: 'client_id', needsPkce: true, needsBasic: true },
  },
  // For an hour; an exchange gives one for 60 days.
  graph: {
    ...{ ...USUAL, consent: '/v26.0/dialog/oauth', token: '/v26.0/oauth/access_token', seconds: 3_600 },
    refresh: 'none',
  },
  linkedin: {
    ...{ ...USUAL, consent: '/oauth/v2/authorization', token: '/oauth/v2/accessToken', seconds: 60 * DAY },
    refresh: 'switch',
  },
  youtube: { ...USUAL, consent: '/o/oauth2/v2/auth', token: '/token', seconds: 3_599, refresh: 'often' },
  tiktok: {
    ...{ ...USUAL, consent: '/v2/auth/authorize/', token: '/v2/oauth/token/', seconds: DAY, refresh: 'once' },
    clientName: 'client_key',
  },
  mastodon: { ...USUAL, consent: '/oauth/authorize', token: '/oauth/token', seconds: 0, refresh: 'none' },
};
const APPS = '/api/v1/apps';
const EXCHANGED_S = 60 * DAY;
const SLOW_MS = 1_000;
const REFRESH_S = 365 * DAY;

/** Null: the request is about something else. */
export function answerOauth(world: World, part: string, asked: Asked): Answer | null {
  const traits = PARTS[part];
  if (!traits) return null;
  if (part === 'mastodon' && asked.path === APPS && asked.method === 'POST') return registered(world, asked);
  if (asked.path === traits.consent && asked.method === 'GET') return consent(world, part, traits, asked);
  if (asked.path !== traits.token || asked.method !== 'POST') return null;
  const form = new URLSearchParams(asked.body);
  const renewed = holderOf(form.get('fb_exchange_token') ?? '');
  const name = networkOf(part, renewed?.network ?? form.get('scope') ?? '');
  const fault = faultOf(world.networks[name], asked.path);
  const answer = () => token(world, part, traits, asked, form);
  if (fault === null) return answer();
  if (fault === 'slow') return { ...answer(), delayMs: SLOW_MS };
  if (fault === 'cut') return { ...answer(), isCut: true };
  if (fault === 'html') return { status: 503, body: '<!doctype html><title>Busy</title>', type: 'text/html' };
  if (fault === 'rate_limited') return { ...refused(part, 'slow_down', 'Too many requests'), status: 429 };
  if (fault === 'unavailable') return { ...refused(part, 'server_error', 'Try again'), status: 503 };
  if (fault === 'forbidden') return { ...refused(part, 'invalid_client', 'Unknown client'), status: 401 };
  return dead(part);
}

/** Each network has errors of its own form. */
function refused(part: string, error: string, description: string): Answer {
  if (part === 'graph') return graphError(100, description);
  const body = { error, error_description: description, ...(part === 'tiktok' ? { log_id: 'SIMULATED' } : {}) };
  return { status: 400, body };
}

/** X names a dead refresh token by a word of its own. */
function dead(part: string): Answer {
  if (part === 'graph') return tokenError(190, 463, 'Session has expired on Sunday, 01-Mar-26 10:00:00 PST.');
  if (part === 'x') return refused(part, 'invalid_request', 'Value passed for the token was invalid.');
  return refused(part, 'invalid_grant', 'The grant is invalid, expired or revoked.');
}

function networkOf(part: string, scope: string): NetworkName {
  if (part === 'graph') return scope.includes('instagram') ? 'instagram' : 'facebook';
  return part as NetworkName; // the other parts have the names of their networks
}

function registered(world: World, asked: Asked): Answer {
  const form = new URLSearchParams(asked.body);
  const redirectUri = form.get('redirect_uris') ?? '';
  if (!URL.canParse(redirectUri) || !form.get('client_name'))
    return { status: 422, body: { error: 'Validation failed: Redirect URI must be an absolute URI.' } };
  const { apps } = world.oauth;
  const client = { id: `app-${apps.size + 1}`, secret: `secret-of-app-${apps.size + 1}`, redirectUri };
  apps.set(client.id, client);
  const body = { id: String(apps.size), name: form.get('client_name'), redirect_uri: redirectUri };
  return { status: 200, body: { ...body, client_id: client.id, client_secret: client.secret } };
}

/** Mastodon knows what was registered there; other networks know every client but `wrong`. */
function clientOf(world: World, part: string, id: string): SimulatedClient | null {
  if (part === 'mastodon') return world.oauth.apps.get(id) ?? null;
  return id === '' || id === 'wrong' ? null : { id, secret: null, redirectUri: null };
}

const page = (status: number, text: string): Answer => ({
  ...{ status, type: 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Simulated</title><body style="font: 1rem/1.5 sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem">${text}</body></html>`,
});

/** What a person sees there: the people of the town, each with a link that consents as that person. */
function consent(world: World, part: string, traits: Traits, { query }: Asked): Answer {
  const client = clientOf(world, part, query.get(traits.clientName) ?? '');
  const redirectUri = query.get('redirect_uri') ?? '';
  const isKnown = client !== null && URL.canParse(redirectUri) && (client.redirectUri ?? redirectUri) === redirectUri;
  if (!isKnown) return page(400, '<h1>Simulated</h1><p>The client or its redirect URI is not known here.</p>');
  const back = (parameters: Record<string, string>): Answer => {
    const url = new URL(redirectUri);
    const state = query.get('state');
    for (const [name, value] of Object.entries({ ...parameters, ...(state === null ? {} : { state }) }))
      url.searchParams.set(name, value);
    return { status: 302, body: '', headers: { location: url.href } };
  };
  const challenge = query.get('code_challenge');
  const isPkce = challenge !== null && query.get('code_challenge_method') === 'S256';
  if (query.get('response_type') !== 'code' || (traits.needsPkce && !isPkce)) return back({ error: 'invalid_request' });
  const user = query.get('as');
  if (user === null) return asking(part, query);
  if (!PEOPLE.includes(user)) return back({ error: 'access_denied' });
  const { oauth } = world;
  const code = `code-${oauth.codes.size + 1}-${user}`;
  const until = world.clock.now() + traits.codeSeconds * 1_000;
  oauth.revoked.delete(user);
  oauth.codes.set(code, {
    ...{ part, user, redirectUri, until, client: client.id, challenge: isPkce ? challenge : null },
    scope: query.get('scope') ?? '',
  });
  return back({ code });
}

function asking(part: string, query: URLSearchParams): Answer {
  const link = (as: string, words: string) => {
    const address = new URLSearchParams([...query, ['as', as]]).toString().replaceAll('&', '&amp;');
    return `<p><a href="?${address}">${words}</a></p>`;
  };
  const choices = PEOPLE.map((user) => link(user, `Allow as ${user}`)).join('');
  return page(
    200,
    `<h1>Simulated: ${part}</h1><p>This is no real network. A newsroom asks to read on behalf of one of the people of the simulated town.</p>${choices}${link('', 'Refuse')}`,
  );
}

function token(world: World, part: string, traits: Traits, asked: Asked, form: URLSearchParams): Answer {
  const [id, secret] = traits.needsBasic ? basicOf(asked) : [form.get(traits.clientName), form.get('client_secret')];
  const client = clientOf(world, part, id ?? '');
  const isWrong = client === null || secret === 'wrong' || (client.secret !== null && client.secret !== secret);
  if (isWrong) return { ...refused(part, 'invalid_client', 'Client authentication failed'), status: 401 };
  switch (form.get('grant_type') ?? 'authorization_code') {
    case 'authorization_code':
      return ofCode(world, part, traits, client, form);
    case 'refresh_token':
      return renewed(world, part, traits, form.get('refresh_token') ?? '');
    case 'fb_exchange_token':
      return exchanged(world, form.get('fb_exchange_token') ?? '');
    default:
      return refused(part, 'unsupported_grant_type', 'Unknown grant');
  }
}

/** `Basic` with the id and the secret, each escaped. A public client names itself in the body. */
function basicOf({ headers, body }: Asked): [string | null, string | null] {
  const [, encoded] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return [new URLSearchParams(body).get('client_id'), null];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent);
  return [id, secret];
}

function ofCode(world: World, part: string, traits: Traits, client: SimulatedClient, form: URLSearchParams): Answer {
  const { codes } = world.oauth;
  const code = form.get('code') ?? '';
  const known = codes.get(code);
  // The number of codes stays, so that no name comes twice.
  if (known) codes.set(code, { ...known, until: 0 });
  const verifier = form.get('code_verifier') ?? '';
  const isProven = !known?.challenge || createHash('sha256').update(verifier).digest('base64url') === known.challenge;
  const isGood =
    known && known.until > world.clock.now() && known.part === part && known.client === client.id && isProven;
  if (!isGood || known.redirectUri !== form.get('redirect_uri')) return dead(part);
  return tokens(world, networkOf(part, known.scope), traits, known.user);
}

function tokens(world: World, network: NetworkName, traits: Traits, user: string, isFirst = true): Answer {
  const { seconds, refresh } = traits;
  const hasRefresh =
    refresh === 'switch' ? (world.networks[network].switches.refresh_tokens ?? false) : refresh !== 'none';
  // Google gives it once, with the consent.
  const isGiven = hasRefresh && (isFirst || refresh === 'once');
  return {
    status: 200,
    body: {
      ...{ access_token: tokenOf(world, network, user, seconds), token_type: 'bearer' },
      ...(seconds > 0 ? { expires_in: seconds } : {}),
      ...(isGiven ? { refresh_token: tokenOf(world, network, user, REFRESH_S, 'refresh') } : {}),
      ...(isGiven && network === 'tiktok' ? { refresh_expires_in: REFRESH_S } : {}),
      ...(isGiven && network === 'linkedin' ? { refresh_token_expires_in: REFRESH_S } : {}),
      ...(network === 'tiktok' ? { open_id: `open-${user}` } : {}),
    },
  };
}

/** `sim~access~x~ida_holm~1772359200000~7`: the time in milliseconds, 0 without an end, and a number of its own. */
export function tokenOf(world: World, network: string, user: string, seconds: number, kind = 'access'): string {
  world.oauth.count += 1;
  const until = seconds === 0 ? 0 : world.clock.now() + seconds * 1_000;
  return `sim~${kind}~${network}~${user}~${until}~${world.oauth.count}`;
}

/** Where refresh tokens count once, one that was used is dead. */
function renewed(world: World, part: string, traits: Traits, refresh: string): Answer {
  const holder = holderOf(refresh);
  const isOpen = holder?.kind === 'refresh' && holder.until > world.clock.now();
  if (!holder || !isOpen || world.oauth.revoked.has(holder.user) || world.oauth.used.has(refresh)) return dead(part);
  if (traits.refresh === 'once') world.oauth.used.add(refresh);
  return tokens(world, networkOf(part, holder.network), traits, holder.user, false);
}

/** Of a token that still counts. */
function exchanged(world: World, access: string): Answer {
  const holder = holderOf(access);
  const isOpen = holder?.kind === 'access' && holder.until > world.clock.now();
  if (!isOpen || world.oauth.revoked.has(holder.user)) return dead('graph');
  const body = { access_token: tokenOf(world, holder.network, holder.user, EXCHANGED_S), token_type: 'bearer' };
  return { status: 200, body: { ...body, expires_in: EXCHANGED_S } };
}
