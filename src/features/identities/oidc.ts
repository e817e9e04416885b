/**
 * The OpenID Connect provider of the installation, by openid-client: authorization code with PKCE, state and nonce. Requests are
 * sent when someone signs in, never at start: the service runs while the provider is down.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Configuration, ServerMetadata } from 'openid-client';
import { type RequestError, unauthenticated, unavailable } from '../../core/errors.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { OutboundError } from '../../outbound/errors.ts';
import { guardedFetch } from '../../outbound/fetch.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Null for a public client, which only PKCE protects. */
  clientSecret: string | null;
  /** The label of the button. */
  name: string;
  scopes: string;
  /** Links people by a verified e-mail address when they first sign in. */
  linkByEmail: boolean;
}

/** Binds a request to a browser: its state, and the secret in its cookie. */
export interface Flow {
  redirectUri: string;
  state: string;
  secret: string;
  /** The provider must ask the person to sign in again. */
  isFresh: boolean;
}

export interface Identity {
  subject: string;
  /** Only an address that the provider has verified. */
  email: string | null;
  /** When the person signed in at the provider, if known. */
  authenticatedAt: Date | null;
}

export interface Oidc {
  settings: OidcSettings;
  /** Reads the provider's metadata, and fails as a sign-in would. */
  discover(): Promise<void>;
  authorizationUrl(flow: Flow): Promise<string>;
  /** The identity, by the parameters of the callback. */
  identity(flow: Flow, parameters: Record<string, string>): Promise<Identity>;
}

export interface OidcOptions {
  guard: AddressGuard;
  warn: (message: string) => void;
  timeoutMs?: number;
}

/** Time limit of one step; a request to the service may take five seconds. */
const TIMEOUT_MS = 4_000;
const MAX_BYTES = 512 * 1024;
const METADATA_MS = 10 * 60_000;

export function createOidc(settings: OidcSettings, { guard, warn, timeoutMs = TIMEOUT_MS }: OidcOptions): Oidc {
  let known: { metadata: ServerMetadata; until: number } | null = null;
  const fetch = guardedFetch(guard, { maxBytes: MAX_BYTES, timeoutMs });

  /** A new one each time: it caches keys for a minute, and a provider may have changed them since. */
  async function configuration(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = settings;
    const auth = clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret);
    const isPlain = issuer.startsWith('http:');
    if (!known || known.until < performance.now()) {
      const options = { execute: isPlain ? [client.allowInsecureRequests] : [], [client.customFetch]: fetch as never };
      const found = await client.discovery(new URL(issuer), clientId, undefined, auth, options);
      known = { metadata: found.serverMetadata(), until: performance.now() + METADATA_MS };
    }
    const config = new client.Configuration({ ...known.metadata }, clientId, undefined, auth);
    config[client.customFetch] = fetch as never; // the same function under another type
    if (isPlain) client.allowInsecureRequests(config);
    // The signature of the token is checked too, not only its origin.
    client.enableNonRepudiationChecks(config);
    return config;
  }

  async function inTime<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new OutboundError('timeout', 'The provider took too long.')), timeoutMs);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      throw failure(error as Error, warn);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    settings,
    discover: () => inTime(async () => void (await configuration())),
    authorizationUrl: (flow) =>
      inTime(async () => {
        const { buildAuthorizationUrl } = await import('openid-client');
        const { verifier, nonce } = secretsOf(flow);
        return buildAuthorizationUrl(await configuration(), {
          redirect_uri: flow.redirectUri,
          scope: settings.scopes,
          state: flow.state,
          nonce,
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
          ...(flow.isFresh ? { prompt: 'login', max_age: '0' } : {}),
        }).href;
      }),
    identity: (flow, parameters) =>
      inTime(async () => {
        const { authorizationCodeGrant } = await import('openid-client');
        const { verifier, nonce } = secretsOf(flow);
        const url = new URL(flow.redirectUri);
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        const tokens = await authorizationCodeGrant(await configuration(), url, {
          expectedState: flow.state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider sent no ID token.');
        const { sub, email, email_verified, auth_time } = claims;
        return {
          subject: sub,
          email: typeof email === 'string' && email_verified === true ? email : null,
          authenticatedAt: typeof auth_time === 'number' ? new Date(auth_time * 1_000) : null,
        };
      }),
  };
}

/** Derived from the browser's secret, so that the database stores neither. */
function secretsOf({ secret, state }: Flow) {
  const made = (name: string) => createHmac('sha256', secret).update(`${name} ${state}`).digest('base64url');
  return { nonce: made('nonce'), verifier: made('verifier') };
}

/** Reasons are for the operator's log; they contain no codes or tokens. */
function failure(error: Error & { code?: string; error?: string }, warn: (message: string) => void): RequestError {
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const outbound = [error, cause].find((one) => one instanceof OutboundError);
  const words = [error.message, error.error, error.code, cause?.message].filter((word) => word).join('; ');
  warn(`OpenID Connect: ${words}`);
  if (outbound) return unavailable('The provider of your sign-in cannot be reached; try again in a moment.', 5);
  return unauthenticated('The provider did not confirm your sign-in; try again.');
}
