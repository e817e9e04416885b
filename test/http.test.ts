/** What src/http does for all routes. */

import http from 'node:http';
import net from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyticsApi, contentApi, manageApi } from '../src/contract/routes.ts';
import { rowsOf } from '../src/http/bind.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  for (let number = 0; number < 10; number++) {
    await app.manage('POST', `/sites/${site}/authors`, {
      author: { firstname: 'Åsa', lastname: `N${number}`, about: 'text '.repeat(50) },
    });
  }
});

/** A request whose response body is not decoded. */
function raw(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = http.request(app.url + path, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject).end();
  });
}

/** Raw bytes, for requests that no client would send. */
function bytes(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('parameters that are true or false', () => {
  const flags = [contentApi, analyticsApi, manageApi]
    .flatMap((api) => rowsOf(api))
    .flatMap(({ row }) =>
      Object.entries<TSchema>(row.query).flatMap(([name, schema]) =>
        (schema as { type?: string }).type === 'boolean'
          ? [[`${row.method} ${row.path} ${name}`, row, name] as const]
          : [],
      ),
    );

  it.each(flags)('take no other words: %s', async (_, row, name) => {
    const path = row.path.replace(':site_id', String(site)).replace(/:uid/, '1').replace(/:\w+/g, '1');
    for (const value of ['maybe', 'TRUE', 'yes', '2', '']) {
      const query = `${name}=${value}${row.query.q ? '&q=x' : ''}`;
      const { status, body } = await app.request(row.method, `${path}?${query}`, { token: ADMIN });
      // A campaign is looked up before.
      if (status !== 404) expect([value, status, body.parameter]).toEqual([value, 400, name]);
    }
  });

  it('take 1 for true and 0 for false', async () => {
    const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
    const article = { title: 'Herring', section_id: section.id, state: 'published' };
    await app.manage('POST', `/sites/${site}/articles`, { article });
    const read = async (query: string) => (await app.get(`/v1/sites/${site}/articles?${query}`)).body;
    expect((await read('sideloading=1')).sections).toHaveLength(1);
    expect(await read('sideloading=1')).toEqual(await read('sideloading=true'));
    expect((await read('sideloading=0')).articles[0].section.id).toBe(section.id);
    expect(await read('sideloading=0')).toEqual(await read('sideloading=false'));
  });
});

describe('entity tags', () => {
  it('are strong, stay while nothing changes, and give 304 without a body', async () => {
    const path = `/v1/sites/${site}/authors`;
    const first = await raw(path);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await raw(path, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    await app.manage('POST', `/sites/${site}/authors`, { author: { firstname: 'New', lastname: 'One' } });
    expect((await raw(path, { 'if-none-match': etag })).status).toBe(200);
  });

  it('differ between codings and between parameters', async () => {
    const path = `/v1/sites/${site}/authors`;
    const tags = [
      await raw(path),
      await raw(path, { 'accept-encoding': 'br' }),
      await raw(path, { 'accept-encoding': 'gzip' }),
      await raw(`${path}?fields=id`),
    ];
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(4);
    const coded = String(tags[1]?.headers.etag);
    expect((await raw(path, { 'accept-encoding': 'br', 'if-none-match': coded })).status).toBe(304);
    expect((await raw(path, { 'if-none-match': coded })).status).toBe(200);
  });
});

describe('compression', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ])('%s → %s', async (accept, coding, decode) => {
    const plain = await raw(`/v1/sites/${site}/authors`);
    const coded = await raw(`/v1/sites/${site}/authors`, { 'accept-encoding': accept });
    expect([coded.headers['content-encoding'], coded.headers.vary]).toEqual([coding, 'Accept-Encoding']);
    expect(decode(coded.body).equals(plain.body)).toBe(true);
    expect(Number(coded.headers['content-length'])).toBe(coded.body.length);
    expect(coded.body.length).toBeLessThan(plain.body.length / 3);
  });

  it('is skipped for small bodies and for clients that do not accept it', async () => {
    expect((await raw(`/v1/sites/${site}`, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    expect((await raw(`/v1/sites/${site}/authors`)).headers['content-encoding']).toBeUndefined();
  });
});

describe('HEAD', () => {
  it('answers like GET, without the body', async () => {
    const get = await raw(`/v1/sites/${site}/authors`);
    const head = await raw(`/v1/sites/${site}/authors`, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect(head.headers[name]).toBe(get.headers[name]);
    expect((await raw('/v1/sites/99999', {}, 'HEAD')).status).toBe(404);
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']) {
      expect((await raw(path, {}, 'HEAD')).status, path).toBe(200);
    }
  });
});

describe('browsers of any origin', () => {
  it('may read content and errors, and send preflights', async () => {
    for (const path of [
      `/v1/sites/${site}/authors`,
      '/v1/sites/99999',
      '/v1/nothing',
      '/v1/%zz',
      `/v1/sites/${site}/articles/%E0%A4%A`,
      `/v1/sites/${'9'.repeat(300)}`,
      `/v1/sites/${site}/events?count=x`,
    ]) {
      expect((await app.get(path)).headers.get('access-control-allow-origin'), path).toBe('*');
    }
    const preflight = await app.request('OPTIONS', `/v1/sites/${site}/authors`, {
      headers: { origin: 'https://x.example', 'access-control-request-method': 'GET' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
    ]);
  });

  it('may not use management', async () => {
    const reply = await app.get('/v1/manage/sites', { token: ADMIN });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('addresses and methods', () => {
  it.each([
    ['POST', '/v1/sites/1/authors', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/sites/1', 'GET, HEAD, OPTIONS'],
    ['PUT', '/v1/manage/sites/1/pages/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['DELETE', '/v1/manage/sites', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/v1/sites/1/authors', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/healthz', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['PUT', '/docs', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405', async (method, path, allow) => {
    const reply = await app.request(method, path);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow]);
    expect(reply.body.error).toContain('GET');
  });

  it.each([
    '/v1',
    '/v1/sites',
    '/v2/sites/1',
    '/v1/sites/1/nothing',
    '/v1/manage/nothing',
    '/docs/../package.json',
    '/docs/nothing',
  ])('%s is nowhere', async (path) => {
    const reply = await app.get(path);
    expect([reply.status, Object.keys(reply.body)]).toEqual([404, ['error']]);
  });

  it('may end in a slash', async () => {
    expect((await app.get(`/v1/sites/${site}/authors/`)).status).toBe(200);
  });

  it.each(['/v1/sites/%', '/v1/sites/%E0%A4%A', '/v1/sites/1/authors/%FF'])('%s is 400 in JSON', async (path) => {
    const answer = await bytes(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toContain('{"error":');
  });

  it('that are not HTTP get a JSON error without a stack trace', async () => {
    const answer = await bytes('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toContain('{"error":');
    expect(answer).not.toContain('    at ');
  });

  it('with non-ASCII letters say that these must be percent-encoded', async () => {
    const answer = await bytes(`GET /v1/sites/${site}/search/articles?q=leipä HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error).toMatch(/percent-escape .* letters beyond ASCII/);
  });

  it('with an unknown Expect get 417 in JSON', async () => {
    const reply = await raw(`/v1/sites/${site}/authors`, { expect: 'bogus' });
    expect([reply.status, JSON.parse(reply.body.toString()).error]).toEqual([417, expect.stringContaining('Expect')]);
  });

  it('refuse malformed escapes in known parameters and ignore them in others', async () => {
    const reply = await app.get(`/v1/sites/${site}/events?category=%FF`);
    expect([reply.status, reply.body.parameter]).toEqual([400, 'category']);
    expect((await app.get(`/v1/sites/${site}/events?other=%FF&%E0=1`)).status).toBe(200);
  });

  it('longer than the header limit get 431 in JSON', async () => {
    const answer = await bytes(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431/);
    expect(answer).toContain('{"error":"The address or the headers are too long."}');
    expect(answer).toContain('\r\naccess-control-allow-origin: *\r\n');
  });

  it('ignore unknown parameters, refuse known ones given twice', async () => {
    expect((await app.get(`/v1/sites/${site}/authors?_=123&callback=x`)).status).toBe(200);
    const twice = await app.get(`/v1/sites/${site}/authors?fields=id&fields=name`);
    expect([twice.status, twice.body.parameter]).toEqual([400, 'fields']);
  });
});

describe('bodies', () => {
  const send = (rawBody: string | Uint8Array, type = 'application/json') =>
    app.request('POST', `/v1/manage/sites/${site}/pages`, { token: ADMIN, rawBody, headers: { 'content-type': type } });

  it.each([
    ['no JSON', '{"page":', 400],
    ['a trailing comma', '{"page":{"name":"x",}}', 400],
    ['a prototype', '{"__proto__":{"name":"x"}}', 400],
    ['a NUL', '{"page":{"name":"a\\u0000b"}}', 422],
    ['half a surrogate pair', '{"page":{"name":"a\\ud800b"}}', 422],
    ['a very deep body', `{"page":{"name":${'['.repeat(5000)}${']'.repeat(5000)}}}`, 400],
  ])('with %s', async (_, body, status) => {
    const reply = await send(body);
    expect([reply.status, typeof reply.body.error]).toEqual([status, 'string']);
  });

  it('that are not UTF-8 are refused', async () => {
    expect((await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of the type %s are 415',
    async (type) => {
      expect((await send('{"page":{"name":"x"}}', type)).status).toBe(415);
    },
  );

  it.each(['charset=utf-16', 'charset="ISO-8859-1"', 'x=1; Charset = windows-1252'])(
    'in another charset (%s) are 415, and say so',
    async (parameters) => {
      const reply = await send('{"page":{"name":"x"}}', `application/json; ${parameters}`);
      const error = 'Send the body in UTF-8, without `charset` or with `charset=utf-8`.';
      expect([reply.status, reply.body.error]).toEqual([415, error]);
    },
  );

  it.each(['charset=utf-8', 'charset="UTF-8"', 'charset=utf8', 'charset=us-ascii', 'profile="x"'])(
    'with %s are read',
    async (parameters) => {
      expect((await send('{"page":{"name":"x"}}', `application/json; ${parameters}`)).status).toBe(201);
    },
  );

  it('that are compressed get 415 with the reason', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const reply = await app.request('POST', `/v1/manage/sites/${site}/pages`, { token: ADMIN, rawBody: 'x', headers });
    expect([reply.status, reply.body.error]).toEqual([415, 'Send the body without Content-Encoding.']);
  });

  it('with a field beside the wrapper name it in the error', async () => {
    const { problems } = (await send('{"page":{"name":"x"},"extra":1}')).body;
    expect(problems).toEqual([{ path: '/extra', message: 'is not allowed beside "page"' }]);
  });

  it('that lack a field name it in the error', async () => {
    expect((await send('{"page":{}}')).body.problems).toEqual([{ path: '/name', message: 'is missing' }]);
  });

  it('are limited by route: pages to 4 MiB, most others to 1 MiB, votes to 1 kB', async () => {
    const status = async (path: string, size: number) => {
      const headers = { 'content-type': 'application/json' };
      return (await app.request('POST', path, { token: ADMIN, rawBody: '{}'.padEnd(size), headers })).status;
    };
    for (const [path, limit] of [
      [`/v1/manage/sites/${site}/pages`, 4 * 1024 * 1024],
      [`/v1/manage/sites/${site}/articles`, 4 * 1024 * 1024],
      [`/v1/manage/sites/${site}/authors`, 1024 * 1024],
      [`/v1/sites/${site}/likes/1`, 1024],
    ] as const) {
      expect([await status(path, limit + 1), await status(path, limit)], path).toEqual([413, 422]);
    }
  });
});

describe('every answer', () => {
  it('has a request id, given or generated', async () => {
    expect((await app.get('/healthz', { headers: { 'x-request-id': 'abc-123' } })).headers.get('x-request-id')).toBe(
      'abc-123',
    );
    expect((await app.get('/healthz', { headers: { 'x-request-id': 'a b\tc' } })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f]{16}-[0-9a-f]+$/,
    );
  });

  it('has security headers and Cache-Control', async () => {
    const { headers } = await app.get(`/v1/sites/${site}/authors`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+$/);
    expect((await app.get('/v1/manage/sites', { token: ADMIN })).headers.get('cache-control')).toBe('no-store');
    expect((await app.get('/v1/sites/99999')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('Idempotency-Key', () => {
  const create = (key: string, page: object = { name: 'Once' }, token = ADMIN) =>
    app.request('POST', `/v1/manage/sites/${site}/pages`, {
      token,
      body: { page },
      headers: { 'idempotency-key': key },
    });
  const pages = async () => (await app.manage('GET', `/sites/${site}/pages`)).meta.total_count;

  it('repeats the first response, ETag included', async () => {
    const before = await pages();
    const [first, second] = [await create('a'), await create('a')];
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([
      201,
      first.text,
      first.headers.get('etag'),
    ]);
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(await pages()).toBe(before + 1);
  });

  it('works for concurrent requests', async () => {
    const before = await pages();
    const replies = await Promise.all(Array.from({ length: 8 }, () => create('b')));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await pages()).toBe(before + 1);
  });

  it('is refused for another request', async () => {
    await create('c');
    expect((await create('c', { name: 'Other' })).status).toBe(409);
  });

  it('is separate per caller', async () => {
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['manage:write'] } });
    const [mine, theirs] = [await create('d'), await create('d', { name: 'Once' }, api_key.key)];
    expect(theirs.body.page.id).not.toBe(mine.body.page.id);
  });

  it('does not store errors', async () => {
    expect((await create('e', { name: '' })).status).toBe(422);
    expect((await create('e')).status).toBe(201);
  });

  it('expires after 24 hours', async () => {
    const first = await create('f');
    await app.pool.query(
      "update remembered_answer set created_at = now() - interval '25 hours' where idempotency_key = 'f'",
    );
    expect((await create('f')).body.page.id).not.toBe(first.body.page.id);
  });

  it('never stores a response with a secret: a repeat gets 409', async () => {
    const make = () =>
      app.request('POST', '/v1/manage/api-keys', {
        token: ADMIN,
        body: { api_key: { name: 'x', scopes: ['content:read'] } },
        headers: { 'idempotency-key': 'g' },
      });
    const first = await make();
    expect([first.status, (await make()).status]).toEqual([201, 409]);
    const { rows } = await app.pool.query('select count(*) as kept from remembered_answer where body like $1', [
      `%${first.body.api_key.key}%`,
    ]);
    expect(rows[0].kept).toBe(0);
  });

  it.each(['', 'x'.repeat(256)])('must have 1 to 255 characters', async (key) => {
    expect((await create(key)).status).toBe(400);
  });
});

describe('limits', () => {
  it('of content reads are off by default, and announced in headers when set', async () => {
    expect((await app.get(`/v1/sites/${site}`)).headers.get('ratelimit-limit')).toBeNull();
    const limited = await testApp({ rateLimit: 3 });
    const id = await limited.site();
    const replies = [];
    for (let turn = 0; turn < 4; turn++) replies.push(await limited.get(`/v1/sites/${id}`));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies[0]?.headers.get('ratelimit-remaining')).toBe('2');
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(replies[3]?.headers.get('ratelimit-remaining')).toBe('0');
    expect(replies[3]?.headers.get('access-control-allow-origin')).toBe('*');
    limited.clock.now = new Date(Date.now() + 61_000);
    expect((await limited.get(`/v1/sites/${id}`)).status).toBe(200);
  });

  it('of management apply to anonymous callers and to keys', async () => {
    const limited = await testApp({ strangerLimit: 2, manageLimit: 4 });
    const statuses = async (token: string | null, times: number) => {
      const all = [];
      for (let turn = 0; turn < times; turn++) all.push((await limited.get('/v1/manage/sites', { token })).status);
      return all;
    };
    expect(await statuses('wrong', 3)).toEqual([401, 401, 429]);
    expect(await statuses(ADMIN, 5)).toEqual([200, 200, 200, 200, 429]);
  });

  it('of anonymous callers apply on a closed site, so that keys cannot be guessed', async () => {
    const limited = await testApp({ strangerLimit: 2 });
    const id = await limited.site({ api_key_required: true });
    const statuses = [];
    for (const key of ['a', 'b', 'c'])
      statuses.push((await limited.get(`/v1/sites/${id}/articles?api_key=${key}`)).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('count the client behind a trusted proxy, and trust no other', async () => {
    for (const [trustProxy, expected] of [
      [['127.0.0.1'], 200],
      [[], 429],
    ] as const) {
      const limited = await testApp({ rateLimit: 1, trustProxy: [...trustProxy] });
      const id = await limited.site();
      await limited.get(`/v1/sites/${id}`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
      const other = await limited.get(`/v1/sites/${id}`, { headers: { 'x-forwarded-for': '203.0.113.2' } });
      expect(other.status).toBe(expected);
    }
  });
});

describe('running it', () => {
  it('has health, readiness and metrics', async () => {
    expect((await app.get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await app.get('/readyz')).body).toEqual({
      status: 'ok',
      checks: { database: 'ok' },
      deliveries: 'ok',
      sources: 'ok',
      writes: 'ok',
    });
    for (const query of ['exclude=database', 'exclude=x&exclude=database'])
      expect((await app.get(`/readyz?${query}`)).body).toEqual({ status: 'ok', checks: {} });
    expect((await app.get('/readyz?exclude=x')).body.checks).toEqual({ database: 'ok' });
    const { text } = await app.get('/metrics');
    expect(text).toMatch(
      /masthead_http_requests_total\{route="\/v1\/sites\/:site_id\/authors",method="GET",status="200"\} \d+/,
    );
    for (const name of ['http_request_duration_seconds_bucket', 'database_connections', 'nodejs_eventloop_lag'])
      expect(text).toContain(name);
  });

  it('serves the reference page from its own files, without an outside address', async () => {
    const page = await app.get('/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const files = [...page.text.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { status, text } = await app.get(file);
      expect(status, file).toBe(200);
      expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org|localhost|127\.0\.0\.1|example)[a-z]/);
    }
  });

  it('leaks no secret in logs, errors, metrics or the database', async () => {
    const canary = 'canary-4bd1c7';
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['content:read'] } });
    const secrets = [canary, ADMIN, api_key.key];
    const answers = [];
    for (const secret of secrets) {
      answers.push(await app.get(`/v1/sites/${site}/authors?api_key=${secret}&count=x`));
      answers.push(await app.get(`/v1/sites/${site}/events?api_key=${secret}&count=x`));
      answers.push(await app.get('/v1/manage/sites', { token: `${secret}x` }));
      answers.push(await app.get(`/nowhere/x?api_key=${secret}`, { token: secret }));
      answers.push(
        await app.request('POST', '/v1/manage/api-keys', {
          token: secret,
          rawBody: `{${secret}`,
          headers: { 'content-type': 'application/json' },
        }),
      );
    }
    answers.push(await app.get('/metrics'));
    const told = [...app.log, ...answers.map(({ text }) => text)].join('\n');
    for (const secret of secrets) expect(told).not.toContain(secret);
    expect(app.log.length).toBeGreaterThan(5);
  });
});

describe('the database', () => {
  it('that cancels a statement timed out and is not unavailable', async () => {
    const nothingKept = await app.site();
    const holder = await app.pool.connect();
    await holder.query('begin; lock table author');
    const late = app.get(`/v1/sites/${nothingKept}/authors`);
    const waiting =
      "select pg_cancel_backend(pid) from pg_stat_activity where query ~ 'author' and wait_event_type = 'Lock'";
    await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(1);
    await holder.query('rollback');
    holder.release();
    const { status, body, headers } = await late;
    expect([status, body.error]).toEqual([503, 'The database took too long; try again in a moment.']);
    expect(headers.get('retry-after')).toBe('2');
  });
});
