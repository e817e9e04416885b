/** How the newsroom and the welcome page are served. What the app does is in test/journeys. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../src/http/session-cookie.ts';
import { type TestApp, testApp } from './app.ts';
import { ROOT } from './guide.ts';
import { signedIn } from './people.ts';

const manifest = JSON.parse(readFileSync(`${ROOT}/dist/newsroom/manifest.json`, 'utf8'));
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const rawBody = async (path: string, encoding: string) => {
  // fetch would ask for every coding and decode the answer.
  const { request } = await import('node:http');
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(app.url + path, { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
};

describe('the page of the newsroom', () => {
  it.each(['/newsroom', '/newsroom/', '/newsroom/sites/1/articles?state=draft', '/newsroom/no/such/screen'])(
    'is served at %s, never stored, with a unique nonce',
    async (path) => {
      const [first, second] = [await app.get(path), await app.get(path)];
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const nonces = [first, second].map(({ text }) => /nonce="([\w-]{20,})"/.exec(text)?.[1]);
      expect(nonces[0]).not.toBe(nonces[1]);
      expect(first.headers.get('content-security-policy')).toContain(`style-src-elem 'self' 'nonce-${nonces[0]}'`);
    },
  );

  it('runs only its own scripts, and cannot be framed', async () => {
    const policy = (await app.get('/newsroom')).headers.get('content-security-policy') ?? '';
    const rules = Object.fromEntries(policy.split('; ').map((rule) => rule.split(/ (.*)/s)));
    expect(rules).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': `'self' data: blob: https: ${app.url}`,
      'media-src': `'self' https: ${app.url}`,
      'connect-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(rules['frame-src']).toMatch(/^'self' https:\/\/www\.youtube\.com /);
  });

  it('has the branded prefix of the installation', async () => {
    const other = await testApp({ wireWord: 'acme' });
    expect((await other.get('/newsroom')).text).toContain('data-branded-prefix="acme"');
    await other.stop();
  });

  it('cannot be written to', async () => {
    const reply = await app.request('POST', '/newsroom/sites/1/articles', { body: {} });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('the files of the newsroom', () => {
  it('are immutable, and compressed by the build', async () => {
    const path = `/newsroom/_/${manifest.script}`;
    const plain = readFileSync(`${ROOT}/dist/newsroom/${manifest.script}`);
    const [none, gz, br] = await Promise.all(['identity', 'gzip', 'br, gzip'].map((coding) => rawBody(path, coding)));
    expect(none?.headers['content-encoding']).toBeUndefined();
    expect([gz?.headers['content-encoding'], br?.headers['content-encoding']]).toEqual(['gzip', 'br']);
    expect(none?.body.equals(plain)).toBe(true);
    expect(gunzipSync(gz?.body ?? '').equals(plain)).toBe(true);
    expect(brotliDecompressSync(br?.body ?? '').equals(plain)).toBe(true);
    expect(br?.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    const known = await app.get(path, {
      headers: { 'if-none-match': String(br?.headers.etag), 'accept-encoding': 'br' },
    });
    expect(known.status).toBe(304);
  });

  it('are all that the page names', async () => {
    const { text } = await app.get('/newsroom');
    const named = [...text.matchAll(/(?:src|href)="(\/newsroom\/_\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(named).toContain(`/newsroom/_/${manifest.style}`);
    for (const path of named) expect([path, (await app.get(path)).status]).toEqual([path, 200]);
  });

  it.each(['/newsroom/_/main-0000.js', '/newsroom/_/manifest.json', '/newsroom/_/..%2fmanifest.json'])(
    'are no others: %s is 404 and no page',
    async (path) => {
      const reply = await app.get(path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );
});

describe('the root', () => {
  it('names the newsroom, the public API and the reference', async () => {
    const reply = await app.get('/');
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const path of ['/newsroom', '/docs', '/docs/guides/read-your-content', '/openapi.json', '/welcome.css']) {
      expect(reply.text).toContain(`href="${path}"`);
      expect([path, (await app.get(path)).status]).toEqual([path, 200]);
    }
  });

  it('redirects a person with a session to the newsroom', async () => {
    const person = await signedIn(app, []);
    const reply = await person.request('GET', '/');
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/newsroom']);
    const cookie = `${sessionCookieName(app.url)}=nothing`;
    expect((await app.get('/', { headers: { cookie } })).status).toBe(200);
  });
});
