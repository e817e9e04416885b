/** Hostile bodies, sent over raw connections. */
import net from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { bytesRead, exchange, exchangeHalfClosed, head, parsed, type RawAnswer } from './raw-http.ts';

let app: TestApp;
let site: number;
let closed: number;
let readerKey: string;
let campaignId: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  closed = await app.site({ api_key_required: true });
  const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'x', scopes: ['manage:read'] } });
  readerKey = api_key.key;
  campaignId = (await app.manage('POST', '/campaigns', { campaign: { service_site_id: site, name: 'x' } })).campaign.id;
});
afterEach(() => vi.restoreAllMocks());

const KIB = 1024;
/** Bytes read of a refused body: the 64 KiB that are discarded plus Node's own buffers. */
const MOST_READ = 512 * KIB;
const DEEP = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Requests that are refused before their body matters. */
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
  ['an unknown method', 405, 'PROPFIND', `/v1/sites/${site}/authors`],
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
  it('is not awaited: the response comes before any byte of it, and the connection closes', async () => {
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

describe('a connection', () => {
  it('stays open after a body that was read, and closes after one that was not', async () => {
    const body = JSON.stringify({ author: { firstname: 'A', lastname: 'B' } });
    const post = (headers: Record<string, string>) =>
      head('POST', `/v1/manage/sites/${site}/authors`, {
        ...bearer(ADMIN),
        'content-length': body.length,
        ...headers,
      }) + body;
    const twice = await exchange(app.url, post({}), post({ connection: 'close' }));
    expect(twice.text.match(/HTTP\/1\.1 201/g)).toHaveLength(2);
    const [, id] = /"id":(\d+)/.exec(twice.text) ?? [];
    const headers = { ...bearer(ADMIN), 'content-length': 2 };
    const removed = await exchange(app.url, `${head('DELETE', `/v1/manage/sites/${site}/authors/${id}`, headers)}{}`);
    expect([removed.status, removed.headers.connection]).toEqual([204, 'close']);
  });

  it('that the client half-closes gets the responses that are due, and closes', async () => {
    const body = JSON.stringify({ author: { firstname: 'A', lastname: 'B' } });
    const headers = { ...bearer(ADMIN), 'content-length': body.length };
    const post = head('POST', `/v1/manage/sites/${site}/authors`, headers) + body;
    const read = head('GET', `/v1/sites/${site}/authors`);
    const statuses = ({ text }: RawAnswer) => text.match(/(?<=HTTP\/1\.1 )\d+/g)?.map(Number) ?? [];
    // `exchangeHalfClosed` resolves when the server has closed its side too.
    expect(statuses(await exchangeHalfClosed(app.url, post))).toEqual([201]);
    expect(statuses(await exchangeHalfClosed(app.url, post, read, read, read))).toEqual([201, 200, 200, 200]);
    expect(statuses(await exchangeHalfClosed(app.url, read))).toEqual([200]);
    expect(statuses(await exchangeHalfClosed(app.url, head('POST', '/nope', headers), body))).toEqual([404]);
  });

  it('that the client half-closes in a request, or before one, closes', async () => {
    const path = `/v1/manage/campaigns/${campaignId}/entries`;
    const lines = { ...bearer(ADMIN), 'content-type': 'application/x-ndjson', 'content-length': 100 };
    expect((await exchangeHalfClosed(app.url)).text).toBe('');
    expect((await exchangeHalfClosed(app.url, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a:')).status).toBe(400);
    for (const headers of [lines, { ...lines, 'content-type': 'application/json' }])
      expect((await exchangeHalfClosed(app.url, head('POST', path, headers), '{"entries":')).status).toBe(400);
  });
});

describe('a body that is read', () => {
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const post = (path: string, ...parts: (string | Buffer)[]) =>
    exchange(
      app.url,
      head('POST', path, { 'transfer-encoding': 'chunked', connection: 'close', ...bearer(ADMIN) }),
      ...parts,
    );

  it('is closed at its limit', async () => {
    const part = chunk('x'.repeat(64 * KIB));
    for (const [path, limit] of [
      [`/v1/manage/sites/${site}/authors`, 1024 * KIB],
      [`/v1/sites/${site}/likes/1`, KIB],
    ] as const) {
      const { bytes, result } = await bytesRead(() => post(path, ...Array<string>(100).fill(part)));
      expect([result.status || 413, bytes < limit + MOST_READ], `${path}: ${bytes} bytes read`).toEqual([413, true]);
    }
  });

  it('is not parsed when it is too deep or has too many values', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const [json, said] of [
      [DEEP.slice(0, 100) + DEEP.slice(-100), null],
      [DEEP.slice(0, 101) + DEEP.slice(-101), '100 levels'],
      [DEEP.slice(0, 500_000), '100 levels'],
      [`{"author":{"firstname":[${'[],'.repeat(5_000)}1]}}`, '2,000 members'],
      [`{"author":{"firstname":[${`[${'1,'.repeat(99)}1],`.repeat(1_000)}1]}}`, '100,000 values'],
    ] as const) {
      parse.mockClear();
      const answer = await post(`/v1/manage/sites/${site}/authors`, chunk(json), '0\r\n\r\n');
      const wasParsed = parse.mock.calls.some(([text]) => text === json);
      if (said === null) expect([answer.status, wasParsed]).toEqual([422, true]);
      else expect([answer.status, wasParsed, answer.body.error]).toEqual([400, false, expect.stringContaining(said)]);
    }
  });

  it('may come in chunks of one byte', async () => {
    const json = JSON.stringify({ page: { name: 'x', body: '<p>ä</p>'.repeat(2_000) } });
    const parts = [...Buffer.from(json)].map((byte) =>
      Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte, 13, 10])]),
    );
    const { status, body } = await post(`/v1/manage/sites/${site}/pages`, Buffer.concat(parts), '0\r\n\r\n');
    expect([status, body.page.body.length]).toEqual([201, 16_000]);
  });

  it('does not pollute prototypes', async () => {
    for (const json of [
      '{"page":{"name":"x","__proto__":{"hacked":1},"__proto__":{"hacked":2}}}',
      '{"page":{"name":"x","\\u005f_proto__":{"hacked":1}}}',
      '{"page":{"name":"x","constructor":{"prototype":{"hacked":1}}}}',
      '{"__proto__":{"page":{"name":"x"}}}',
    ]) {
      expect((await post(`/v1/manage/sites/${site}/pages`, chunk(json), '0\r\n\r\n')).status, json).toBe(400);
    }
    expect(({} as { hacked?: number }).hacked).toBeUndefined();
  });

  it('must arrive in time, and so must each line of a stream', async () => {
    const impatient = await testApp({ bodyTimeout: 300 });
    const id = await impatient.site();
    const { campaign } = await impatient.manage('POST', '/campaigns', { campaign: { service_site_id: id, name: 'x' } });
    const type = { 'content-type': 'application/x-ndjson' };
    for (const [path, headers, begun] of [
      [`/v1/manage/sites/${id}/pages`, {}, '{"page":'],
      [`/v1/manage/campaigns/${campaign.id}/entries`, type, '{}\n{"item_type":'],
      [`/v1/manage/campaigns/${campaign.id}/entries?strict=true`, type, ''],
    ] as const) {
      const all = { ...bearer(ADMIN), 'content-length': 1_000, ...headers };
      const trickle = trickling(impatient.url, head('POST', path, all) + begun);
      const { status, headers: sent, body } = await trickle;
      expect([status, sent.connection, body.error], path).toEqual([408, 'close', expect.stringContaining('arriv')]);
    }
  });

  it('must have headers that arrive in time', async () => {
    const impatient = await testApp({ headersTimeout: 300 });
    const answer = await trickling(impatient.url, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a:');
    expect([answer.status, answer.headers.connection]).toEqual([408, 'close']);
    expect(answer.body.error).toBe('The request took too long to arrive.');
  });

  it('that breaks off leaves the service unharmed', async () => {
    for (const type of ['application/json', 'application/x-ndjson']) {
      const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1');
      const headers = { ...bearer(ADMIN), 'content-type': type, 'content-length': 100 };
      socket.write(`${head('POST', `/v1/manage/campaigns/${campaignId}/entries`, headers)}{"entries":`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.resetAndDestroy();
    }
    expect((await app.get('/healthz')).status).toBe(200);
  });
});

/** Sends one byte at a time, never a whole line. */
function trickling(url: string, begun: string): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    const timer = setInterval(() => socket.writable && socket.write(' '), 20);
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(parsed(text));
    });
    socket.write(begun);
  });
}

describe('Expect: 100-continue', () => {
  it('gets 100 only for a body that will be read', async () => {
    for (const [what, status, method, path, headers] of refused()) {
      const all = { 'content-length': 1_000_000, expect: '100-continue', ...headers };
      const answer = await exchange(app.url, head(method, path, all));
      expect([answer.status, answer.text.includes('100 Continue')], what).toEqual([status, false]);
    }
    const body = JSON.stringify({ author: { firstname: 'A', lastname: 'B' } });
    const all = { ...bearer(ADMIN), 'content-length': body.length, expect: '100-continue', connection: 'close' };
    const answer = await exchange(app.url, head('POST', `/v1/manage/sites/${site}/authors`, all), body);
    expect([answer.status, answer.text.startsWith('HTTP/1.1 100 Continue\r\n\r\n')]).toEqual([201, true]);
    const large = { ...all, 'content-length': 2_000_000 };
    const tooLarge = await exchange(app.url, head('POST', `/v1/manage/sites/${site}/authors`, large));
    expect([tooLarge.status, tooLarge.text.includes('100 Continue')]).toEqual([413, false]);
  });
});

describe('a stream of lines', () => {
  const stream = (text: string) =>
    exchange(
      app.url,
      head('POST', `/v1/manage/campaigns/${campaignId}/entries`, {
        ...bearer(ADMIN),
        'content-type': 'application/x-ndjson',
        'content-length': text.length,
        connection: 'close',
      }),
      text,
    );

  it('stops after 1,000 refused lines, mostly unread', async () => {
    const text = '{}\n'.repeat(1_400_000);
    const { bytes, result } = await bytesRead(() => stream(text));
    expect([result.status || 422, bytes < text.length / 4], `${bytes} bytes read`).toEqual([422, true]);
  });

  it('does not block other requests, with any lines', async () => {
    const lines = [
      '\n',
      ' \n',
      '{}\n\n',
      'x\n',
      `{"x":[${'[],'.repeat(20_000)}1]}\n`,
      `${'['.repeat(60_000)}\n`,
      'x'.repeat(70_000),
    ];
    for (const line of lines) {
      const text = line.repeat(Math.ceil(500_000 / line.length));
      const order: string[] = [];
      const streamed = stream(text).then(() => order.push('stream'));
      let turns = 0;
      for (; !order.includes('stream'); turns++) await new Promise(setImmediate);
      await streamed;
      expect(turns, JSON.stringify(line.slice(0, 9))).toBeGreaterThan(4);
    }
  });

  it('does not pollute prototypes', async () => {
    const { body } = await stream('{"__proto__":{"hacked":1}}\n{"item_type":"twitter","__proto__":{"item_id":"1"}}\n');
    expect(body).toMatchObject({ refused: 2, created: 0 });
    expect(({} as { hacked?: number }).hacked).toBeUndefined();
  });
});

describe('limits', () => {
  it('count unknown addresses and methods, but not reads and keys', async () => {
    const limited = await testApp({ strangerLimit: 3 });
    const id = await limited.site();
    const statuses = [];
    for (const [method, path] of [
      ['POST', '/nope'],
      ['POST', `/v1/sites/${id}`],
      ['GET', '/v1/manage/sites'],
      ['POST', '/nope'],
      ['DELETE', `/v1/sites/${id}`],
      ['GET', '/v1/manage/sites'],
    ] as const) {
      statuses.push((await exchange(limited.url, head(method, path, { 'content-length': 5 }))).status);
    }
    expect(statuses).toEqual([404, 405, 401, 429, 429, 429]);
    expect((await limited.get(`/v1/sites/${id}`)).status).toBe(200);
    expect((await limited.get('/docs/nope')).status).toBe(429);
    expect((await limited.get('/docs/guides/read-your-content/')).status).toBe(200);
    expect((await limited.get('/v1/manage/sites', { token: ADMIN })).status).toBe(200);
    expect((await limited.request('OPTIONS', `/v1/sites/${id}`)).status).toBe(204);
    const last = await limited.get('/nope');
    expect([last.status, last.headers.get('ratelimit-remaining')]).toEqual([429, '0']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('of reads count unknown addresses too', async () => {
    const limited = await testApp({ rateLimit: 2 });
    const id = await limited.site();
    const statuses = [];
    for (const path of ['/v1/nope', `/v1/sites/${id}`, '/v1/nope', `/v1/sites/${id}`]) {
      statuses.push((await limited.get(path)).status);
    }
    expect(statuses).toEqual([404, 200, 429, 429]);
  });
});
