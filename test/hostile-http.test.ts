/** Bodies, targets and headers that are meant to do harm, sent over bare connections. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { bytesRead, exchange } from './raw-http.ts';

let app: TestApp;
let site: number;
let closed: number;
let readerKey: string;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  closed = await app.site({ api_key_required: true });
  const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['manage:read'] } });
  readerKey = api_key.key;
});
afterEach(() => vi.restoreAllMocks());

const KIB = 1024;
/** Of a refused body: what is discarded, what one read takes, and what a stream holds before it stops. */
const MOST_READ = 64 * KIB + 64 * KIB + 64 * KIB;
const DEEP = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;

function head(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const all = { host: 'x', 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Each with what it takes to be refused before its body matters. */
const refused = (): [
  what: string,
  status: number,
  method: string,
  path: string,
  headers?: Record<string, string>,
][] => [
  ['an unknown address', 404, 'POST', '/nope'],
  ['an unknown address of management', 404, 'POST', '/v1/manage/nope', bearer(ADMIN)],
  ['a method that the address does not know', 405, 'DELETE', `/v1/sites/${site}/authors`],
  ['a method that nobody knows', 405, 'PROPFIND', `/v1/sites/${site}/authors`],
  ['a missing key', 401, 'POST', '/v1/manage/sites'],
  ['a wrong key', 401, 'POST', '/v1/manage/sites', bearer('wrong')],
  ['a key without the right', 403, 'POST', `/v1/manage/sites/${site}/authors`, bearer(readerKey)],
  ['a site that does not exist', 404, 'POST', '/v1/manage/sites/999999/authors', bearer(ADMIN)],
  ['a closed site', 401, 'POST', `/v1/sites/${closed}/likes/1`],
  ['a malformed id', 400, 'PATCH', `/v1/manage/sites/${site}/authors/x`, bearer(ADMIN)],
  ['a malformed parameter', 400, 'POST', '/v1/manage/campaigns/1/entries?strict=x', bearer(ADMIN)],
  ['another type', 415, 'POST', '/v1/manage/sites', { ...bearer(ADMIN), 'content-type': 'text/plain' }],
  ['no valid type', 415, 'POST', '/v1/manage/sites', { ...bearer(ADMIN), 'content-type': '/' }],
  ['no valid type and no key', 401, 'POST', '/v1/manage/sites', { 'content-type': '/' }],
  ['a compressed body', 415, 'POST', '/v1/manage/sites', { ...bearer(ADMIN), 'content-encoding': 'gzip' }],
  ['a malformed escape', 400, 'POST', '/v1/sites/%ff'],
  ['a parameter that is too long', 414, 'POST', `/v1/sites/${'1'.repeat(300)}`],
  ['an expectation that is not met', 417, 'POST', '/v1/manage/sites', { expect: 'a miracle' }],
];

describe('a refused body', () => {
  it('is not waited for: the answer comes without a byte of it, and the connection ends', async () => {
    for (const [what, status, method, path, headers] of refused()) {
      const answer = await exchange(app.url, head(method, path, { 'content-length': 1_000_000, ...headers }));
      expect([answer.status, answer.headers.connection, typeof answer.body?.error], what).toEqual([
        status,
        'close',
        'string',
      ]);
      const chunked = await exchange(app.url, head(method, path, { 'transfer-encoding': 'chunked', ...headers }));
      expect([chunked.status, chunked.headers.connection], what).toEqual([status, 'close']);
    }
  });

  it('is discarded up to 64 KiB, and never parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const [what, status, method, path, headers] of refused()) {
      const { bytes, result } = await bytesRead(() =>
        exchange(app.url, head(method, path, { 'content-length': DEEP.length, ...headers }), DEEP),
      );
      expect([result.status || status, bytes < MOST_READ], `${what}: ${bytes} bytes read`).toEqual([status, true]);
    }
    expect(parse.mock.calls.filter(([text]) => String(text).startsWith('['))).toEqual([]);
  });
});
