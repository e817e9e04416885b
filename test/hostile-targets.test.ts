/** Confusing request lines and headers: one address has one meaning, and ambiguous requests are refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import fc from './property.ts';
import { sized } from './random.ts';
import { exchange, exchangeOnce, head } from './raw-http.ts';

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
});

describe('an address', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    exchange(app.url, head('GET', path, { origin: 'https://x.example', connection: 'close', ...headers }));

  it('of management gets no CORS headers, however it is encoded', async () => {
    for (const path of [
      '/v1/manage/sites',
      '/v1/%6danage/sites',
      '/%76%31/%6d%61%6e%61%67%65/sites',
      '/v1/manage/sites/',
      '/v1/manage/nope',
      '/v1/%6Danage/nope',
      '/v1/manag%65',
      '/v1/manage/%zz',
      '/v1/%6danage/sites/%ff',
    ]) {
      for (const method of ['GET', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const answer = await exchange(
          app.url,
          head(method, path, { origin: 'https://x.example', connection: 'close' }),
        );
        const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect(cors, `${method} ${path}`).toEqual([]);
      }
    }
  });

  it.each([
    ['/v1/%6danage/sites', 401],
    ['//v1/manage/sites', 404],
    ['/v1//manage/sites', 404],
    ['/v1/./manage/sites', 404],
    ['/v1/sites/../manage/sites', 404],
    ['/v1/sites/%2e%2e/manage/sites', 404],
    ['/v1%2Fmanage/sites', 404],
    ['/v1/manage%2Fsites', 404],
    ['/V1/manage/sites', 404],
    ['/v1/Manage/sites', 404],
    ['/v1/manage/sites//', 401],
    ['/v1/manage/sites///', 404],
    ['/v1/manage;x=1/sites', 404],
    ['/v1/manage/sites;x=1', 404],
    ['/v1/manage/sites%00', 404],
    ['/v1/manage/sites%', 400],
    ['/v1/manage/%zz', 400],
    ['/v1/manage/%C0%AF', 400],
    ['/v1/manage/sites#x', 400],
    ['/v1/sites/1%00', 400],
    ['/v1/sites/1%2F2', 400],
    ['/v1/sites/1;x', 400],
  ])('written %s is %i', async (path, status) => {
    const answer = await get(path);
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
    const other = await exchange(app.url, head('PROPFIND', path, { connection: 'close' }));
    expect([400, 404, 405]).toContain(other.status);
    expect(other.status === 405).toBe(status === 401 || /^.v1.sites.1[%;]/.test(path));
  });

  it('is normalised in links and in cache keys, however it was encoded', async () => {
    const plain = await get(`/v1/sites/${site}/articles?count=1`);
    const escaped = await get(`/v1/%73ites/${site}/articles/?count=1`);
    expect([escaped.body.pagination, escaped.headers.etag]).toEqual([plain.body.pagination, plain.headers.etag]);
    expect(plain.body.pagination.base).toBe(`${app.url}/v1/sites/${site}/articles`);
  });
});

describe('a request', () => {
  const path = () => `/v1/sites/${site}/articles`;
  const twice = (name: string, value: string) => `${name}: ${value}\r\n${name}: ${value}\r\n`;

  it.each([
    ['an absolute target', () => `GET http://evil.example${path()} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['an absolute target of ours', () => `GET ${app.url}${path()} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['an asterisk', () => 'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['CONNECT', () => 'CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['CONNECT and a path', () => `CONNECT ${path()} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['two Hosts', () => `GET ${path()} HTTP/1.1\r\n${twice('Host', 'x')}\r\n`],
    ['two Hosts in other cases', () => `GET ${path()} HTTP/1.1\r\nHOST: x\r\nhost: evil\r\n\r\n`],
    ['no Host', () => `GET ${path()} HTTP/1.1\r\n\r\n`],
    ['no Host and a body', () => `POST ${path()} HTTP/1.1\r\ncontent-length: 10\r\n\r\n`],
    ['a folded header', () => `GET ${path()} HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n`],
    ['a folded header without a start', () => `GET ${path()} HTTP/1.1\r\n x-a: b\r\nhost: x\r\n\r\n`],
    ['two lengths', () => `POST ${path()} HTTP/1.1\r\nhost: x\r\n${twice('content-length', '5')}\r\n`],
    [
      'two different lengths',
      () => `POST ${path()} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n`,
    ],
    ['a length that is a list', () => `POST ${path()} HTTP/1.1\r\nhost: x\r\ncontent-length: 5, 5\r\n\r\n`],
    ['a negative length', () => `POST ${path()} HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n`],
    [
      'a length and chunks',
      () => `POST ${path()} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
    ],
    [
      'chunks and a length',
      () => `POST ${path()} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n`,
    ],
    ['an unknown coding', () => `POST ${path()} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n`],
    ['a space before the colon', () => `GET ${path()} HTTP/1.1\r\nhost : x\r\n\r\n`],
    ['a NUL in a header', () => `GET ${path()} HTTP/1.1\r\nhost: x\r\nx-a: \0\r\n\r\n`],
    ['a NUL in the target', () => `GET ${path()}\0 HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['another version', () => `GET ${path()} HTTP/3.7\r\nhost: x\r\n\r\n`],
    ['no version', () => `GET ${path()}\r\n\r\n`],
    ['a line of its own making', () => 'hello\r\n\r\n'],
  ])('with %s is 400 in JSON, and the connection ends', async (_, text) => {
    // In the front cache, which must not answer it either.
    await app.get(path());
    await app.get(path());
    const answer = await exchange(app.url, text());
    expect([answer.status, answer.headers.connection, typeof answer.body?.error]).toEqual([400, 'close', 'string']);
    expect(answer.text).not.toContain('evil');
    expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    expect((await exchange(app.url, `GET ${path()} HTTP/1.0\r\n\r\n`)).status).toBe(200);
  });

  it('smuggled in a refused body is not answered', async () => {
    const hidden = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
    for (const [target, status] of [
      ['/nope', 404],
      [path(), 200],
    ] as const) {
      const { text, status: first } = await exchange(
        app.url,
        head(status === 200 ? 'GET' : 'POST', target, { 'content-length': hidden.length }) + hidden,
      );
      expect([first, text.match(/HTTP\/1\.1/g)?.length, text.includes('"ok"')]).toEqual([status, 1, false]);
    }
  });
});

describe('anything that looks like a request', () => {
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'OPTIONS',
    'CONNECT',
    'TRACE',
    'PROPFIND',
    'get',
    'M-SEARCH',
  );
  const segment = fc.constantFrom(
    ...['v1', '%76%31', 'V1', 'sites', 'manage', '%6danage', '1', '1%00', '%2e%2e', '..', '.', '', '%', '%ff', '%2F'],
    ...['articles', 'authors', ';x=1', '*', '~', ':site_id', '__proto__', 'constructor', 'x'.repeat(300)],
  );
  const prefix = fc.constantFrom('/', '//', '', 'http://evil.example/', '*', '\\');
  const query = fc.constantFrom('', '?', '?count=1', '?count=%', '?a=b#c', '?api_key=x', '??', `?${'a=b&'.repeat(50)}`);
  const header = fc.constantFrom(
    ...[
      'host: x',
      'Host: evil.example',
      'host : x',
      ' folded',
      'content-length: 3',
      'content-length: 0',
      'Content-Length: 99999999',
    ],
    ...[
      'content-length: +3',
      'transfer-encoding: chunked',
      'transfer-encoding: gzip, chunked',
      'Transfer-Encoding: identity',
    ],
    ...[
      'expect: 100-continue',
      'expect: x',
      'connection: upgrade',
      'upgrade: websocket',
      'content-type: application/json',
    ],
    ...[
      'content-type: application/x-ndjson',
      'content-type: /',
      'authorization: Bearer x',
      'origin: null',
      'x-request-id: \x01',
    ],
    ...[
      'if-none-match: *',
      'accept-encoding: br',
      'content-encoding: gzip',
      'range: bytes=0-1',
      ': x',
      `x-long: ${'y'.repeat(5_000)}`,
    ],
  );
  const body = fc.constantFrom(
    '',
    '{}',
    '0\r\n\r\n',
    '3\r\nabc\r\n0\r\n\r\n',
    'zz\r\n',
    '[[[',
    'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
  );
  const request = fc
    .tuple(
      method,
      prefix,
      fc.array(segment, { maxLength: 5 }),
      query,
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0'),
    )
    .chain(([verb, start, path, search, version]) =>
      fc.tuple(fc.array(header, { maxLength: 6 }), fc.boolean(), body).map(([headers, hasHost, rest]) => {
        const lines = [
          `${verb} ${start}${path.join('/')}${search} ${version}`,
          ...(hasHost ? ['host: x'] : []),
          ...headers,
        ];
        return `${lines.join('\r\n')}\r\n\r\n${rest}`;
      }),
    );

  it('gets a JSON error, never a 5xx, and the connection closes', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 8, maxLength: 8 }), async (requests) => {
        await Promise.all(requests.map(isAnsweredWell));
      }),
      { numRuns: sized(40, 250) },
    );
    expect((await app.get('/healthz')).status).toBe(200);
  });

  async function isAnsweredWell(text: string): Promise<void> {
    const answer = await exchangeOnce(app.url, text);
    const said = JSON.stringify([text, answer.text]);
    expect(answer.status, said).toBeGreaterThanOrEqual(200);
    expect(answer.status, said).toBeLessThan(500);
    expect(answer.text, said).not.toContain('    at ');
    if (answer.status >= 400 && !text.startsWith('HEAD')) expect(typeof answer.body?.error, said).toBe('string');
    if (/^[^\n]*\/v1\/(%6d|m)anage/.test(text))
      expect(answer.headers['access-control-allow-origin'], said).toBeUndefined();
  }
});
