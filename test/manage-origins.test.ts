/** CORS of the management API: `MANAGE_ORIGINS`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from './app.ts';

describe('origins listed for management', () => {
  const origin = 'https://app.example';
  const cors = (headers: Headers) =>
    [...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary');
  let open: TestApp;
  let id: number;
  beforeAll(async () => {
    open = await testApp({ manageOrigins: [origin, 'http://localhost:5173'] });
    id = await open.site();
  });

  it('may send preflights and use it, with a key and never with cookies', async () => {
    const path = `/v1/manage/sites/${id}/authors`;
    const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'if-match' };
    const preflight = await open.request('OPTIONS', path, { headers: asked });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(cors(preflight.headers))).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
      'access-control-expose-headers':
        'ETag, Idempotent-Replay, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
      'access-control-max-age': '86400',
      vary: 'Origin',
    });
    const body = { author: { firstname: 'A', lastname: 'B' } };
    const created = await open.request('POST', path, { token: ADMIN, body, headers: { origin } });
    expect([created.status, created.headers.get('access-control-allow-origin')]).toEqual([201, origin]);
    expect(created.headers.get('vary')).toContain('Origin');
    expect(created.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('see errors too', async () => {
    for (const [method, path, status] of [
      ['GET', '/v1/manage/sites', 401],
      ['GET', '/v1/manage/nope', 404],
      ['GET', '/v1/%6danage/nope', 404],
      ['GET', '/v1/manage/%zz', 400],
      ['DELETE', '/v1/manage/sites', 405],
    ] as const) {
      const reply = await open.request(method, path, { headers: { origin } });
      expect([reply.status, reply.headers.get('access-control-allow-origin')], path).toEqual([status, origin]);
    }
  });

  it.each([
    'https://app.example.evil.example',
    'https://app.example:8443',
    'http://app.example',
    'https://APP.example',
    'https://app.example/',
    'null',
    '*',
  ])('are matched exactly: %s does not match', async (other) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await open.request(method, '/v1/manage/sites', { token: ADMIN, headers: { origin: other } });
      expect(cors(headers).filter(([name]) => name !== 'vary')).toEqual([]);
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  it('change nothing for content', async () => {
    const { headers } = await open.get(`/v1/sites/${id}`, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});
