/** A real OpenID Connect provider on this machine, with faults, and the part of a browser that walks through it. */

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atFileEnd } from './at-file-end.ts';

const TOOLS = fileURLToPath(new URL('../scripts/test-tools/', import.meta.url));
export const CLIENT = { clientId: 'masthead', clientSecret: 'secret-of-the-client' };

export interface TestProvider {
  issuer: string;
  /** Who signs in at the provider next. */
  account: { sub: string; email: string; email_verified: boolean };
  /** Connections are closed. */
  isDown: boolean;
  idTokenSeconds: number;
  /** Its tokens are signed with keys that it does not publish. */
  hidesKeys: boolean;
  rotateKeys(): Promise<void>;
  allow(redirectUri: string): void;
  /** Signs in at the provider, and returns the address that it redirects the browser to. */
  walk(url: string): Promise<URL>;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export async function testProvider(): Promise<TestProvider> {
  let listener: Listener = () => {};
  const redirectUris: string[] = [];
  const server = createServer((request, response) => {
    if (test.isDown) request.socket.destroy();
    else if (test.hidesKeys && request.url === '/jwks')
      response.setHeader('content-type', 'application/json').end('{"keys":[]}');
    else listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address
  const test: TestProvider = {
    issuer,
    account: { sub: 'ida', email: 'ida@example.com', email_verified: true },
    isDown: false,
    idTokenSeconds: 600,
    hidesKeys: false,
    async rotateKeys() {
      listener = await newProvider(test, redirectUris);
    },
    allow: (redirectUri) => void redirectUris.push(redirectUri),
    walk: (url) => walk(url, issuer),
  };
  return test;
}

async function newProvider(test: TestProvider, redirect_uris: string[]): Promise<Listener> {
  const path = createRequire(join(TOOLS, 'package.json')).resolve('oidc-provider');
  const { Provider } = await import(pathToFileURL(path).href);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(test.issuer, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris, require_auth_time: true },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: `${Math.random()}` }] },
    cookies: { keys: ['cookies of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: Object.fromEntries([['IdToken', () => test.idTokenSeconds]]),
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...test.account, sub }) }),
    async loadExistingGrant(context: { oidc: Record<string, { accountId?: string; clientId?: string }> }) {
      const grant = new provider.Grant({
        accountId: context.oidc.session?.accountId,
        clientId: context.oidc.client?.clientId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: test.account.sub } });
  };
}

async function walk(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let next = new URL(url); ; ) {
    if (next.origin !== issuer) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
  }
}
