/** GET requests to servers of other people: where they may lead, how much they read and how long they take. */
import http, { type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import tls from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { atFileEnd } from '../../test/at-file-end.ts';
import { HOSTILE } from '../core/testing/hostile-addresses.ts';
import type { AddressGuard } from './connect.ts';
import { OutboundError, type OutboundReason } from './errors.ts';
import { type GetOptions, get } from './get.ts';

const KIB = 1024;
const MAX_BYTES = 100 * KIB;
const OPEN: AddressGuard = { allowPrivate: true, resolve: async () => ['127.0.0.1'] };

const servers: Server[] = [];
atFileEnd(() => {
  for (const server of servers) server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server's address
}

/** The origin of an HTTP server under a name that resolves to loopback. */
const serving = async (listener: RequestListener) =>
  `http://start.example:${await portOf(http.createServer({ keepAlive: true }, listener))}`;

/** The origin of a server that sends raw bytes once a request has arrived. */
const speaking = async (speak: (socket: Socket) => void) =>
  `http://start.example:${await portOf(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => speak(socket));
    }),
  )}`;

const redirectingTo = (location: string) => serving((_, response) => response.writeHead(302, { location }).end());

async function fetched(url: string, options: Partial<GetOptions> = {}, guard = OPEN) {
  const response = await get(guard, url, { maxBytes: MAX_BYTES, ...options });
  const chunks: Buffer[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return { ...response, bytes: Buffer.concat(chunks) };
}

async function failure(url: string, options: Partial<GetOptions> = {}, guard = OPEN): Promise<OutboundReason> {
  const error = await fetched(url, options, guard).then(
    ({ status }) => `status ${status}`,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return (error as OutboundError).reason;
}

/** Records the addresses of every connection from now on and refuses all but those to `port`. */
function connectionAttempts(port: number): string[] {
  const attempts: string[] = [];
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [options] = args[0] as [{ host: string; port: number; lookup: (...args: unknown[]) => void }];
    if (options.port === port) return connect.apply(this, args as never);
    const note = (_error: unknown, found: { address: string }[]) => {
      attempts.push(...found.map(({ address }) => address));
      this.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    };
    options.lookup(options.host, { all: true }, note);
    return this;
  });
  return attempts;
}

describe('a response', () => {
  it('arrives with its headers, its body and the steps that led to it', async () => {
    const origin = await serving((request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', etag: '"1"', 'x-asked': request.headers.accept ?? '' });
      response.end(Buffer.alloc(50 * KIB, 1));
    });
    const { url, status, headers, bytes, hops } = await fetched(`${origin}/a.png?b#c`, {
      headers: { accept: 'image/*' },
    });
    expect({ url, status, bytes: bytes.length }).toEqual({ url: `${origin}/a.png?b#c`, status: 200, bytes: 50 * KIB });
    expect(headers).toMatchObject({ 'content-type': 'image/png', etag: '"1"', 'x-asked': 'image/*' });
    expect(hops).toMatchObject([{ status: 200, remoteAddress: '127.0.0.1' }]);
    expect(Object.keys(hops[0]?.timing ?? {})).toEqual(['dns', 'connect', 'headers']);
  });

  it('with an error status is returned, not thrown', async () => {
    const origin = await serving((_, response) => response.writeHead(404).end('gone'));
    expect(await fetched(origin)).toMatchObject({ status: 404, bytes: Buffer.from('gone') });
  });

  it.each([
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['identity', Buffer.from('hello')],
  ])('with the encoding %s is decompressed', async (encoding, bytes) => {
    const origin = await serving((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes));
    expect((await fetched(origin)).bytes.toString()).toBe('hello');
  });

  it('to a conditional request is 304 with an empty body when nothing changed', async () => {
    const origin = await serving((request, response) => {
      const isSame =
        request.headers['if-none-match'] === '"1"' &&
        request.headers['if-modified-since'] === 'Tue, 17 Nov 2026 16:00:00 GMT';
      response.writeHead(isSame ? 304 : 200).end();
    });
    const known = { etag: '"1"', lastModified: 'Tue, 17 Nov 2026 16:00:00 GMT' };
    expect(await fetched(origin, known)).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    expect(await fetched(origin)).toMatchObject({ status: 200 });
  });

  it('whose body nobody reads is closed by the time limit or by destroying it', async () => {
    const closed: Promise<void>[] = [];
    const origin = await serving((_, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)));
      response.writeHead(200).write('x');
    });
    await get(OPEN, origin, { maxBytes: MAX_BYTES, timeoutMs: 100 });
    const { body } = await get(OPEN, origin, { maxBytes: MAX_BYTES });
    body.destroy();
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });

  it('ends when the caller aborts, before and after the headers', async () => {
    const origin = await serving((request, response) => {
      if (request.url === '/headers') response.writeHead(200).write('x');
    });
    for (const path of ['/headers', '/nothing']) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      expect(await failure(`${origin}${path}`, { signal: controller.signal })).toBe('aborted');
    }
    expect(await failure(origin, { signal: AbortSignal.abort() })).toBe('aborted');
  });
});

describe('a redirect', () => {
  it('is followed up to a limit, relative addresses included', async () => {
    const origin = await serving((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(301, { location: `../${left - 1}` }).end('moved');
      else response.end('here');
    });
    const { url, bytes, hops } = await fetched(`${origin}/3`);
    expect([url, bytes.toString(), hops.map(({ status }) => status)]).toEqual([
      `${origin}/0`,
      'here',
      [301, 301, 301, 200],
    ]);
    expect(await failure(`${origin}/4`)).toBe('redirects');
    expect((await fetched(`${origin}/1`, { maxRedirects: 0 })).status).toBe(301);
  });

  it.each([
    '',
    'http://',
    'https://[::',
    'ftp://files.example/',
    'file:///etc/passwd',
    'http://user:secret@start.example/',
  ])('to %j is refused', async (location) => {
    expect(['broken', 'address']).toContain(await failure(await redirectingTo(location)));
  });

  it('to another origin does not carry the headers of the caller', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    const other = await serving((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const options = { headers: { authorization: 'Bearer x', cookie: 'a=b', 'x-key': 'x', accept: 'image/*' } };
    await fetched(await redirectingTo(other), options);
    await fetched(other, options);
    expect(seen.map(({ authorization, cookie, 'x-key': key, accept }) => [authorization, cookie, key, accept])).toEqual(
      [
        [undefined, undefined, undefined, 'image/*'],
        ['Bearer x', 'a=b', 'x', 'image/*'],
      ],
    );
  });

  // The others are relative, so valid in a redirect, or cannot be sent in a header.
  const absolute = HOSTILE.filter((url) => /^[a-z]+:\/\/[\x21-\x7e]+$/i.test(url));

  it(`to any of ${absolute.length} hostile addresses opens no connection`, async () => {
    let location = '';
    const origin = await serving((_, response) => response.writeHead(302, { location }).end());
    const attempts = connectionAttempts(Number(new URL(origin).port));
    const guard: AddressGuard = {
      allowPrivate: false,
      allowedOrigins: new Set([origin]),
      resolve: async (host) => [host === 'start.example' ? '127.0.0.1' : '93.184.216.34'],
    };
    expect(absolute.length).toBeGreaterThanOrEqual(300);
    for (const url of HOSTILE) expect(await failure(url, {}, guard), url).toBe('address');
    for (const url of absolute) {
      location = url;
      expect(['address', 'broken'], url).toContain(await failure(origin, {}, guard));
    }
    expect(attempts).toEqual([]);
  });

  it.each([
    ['decimal', 'http://2130706433/'],
    ['octal', 'http://0177.0.0.1/'],
    ['hexadecimal', 'http://0x7f.1/'],
    ['short', 'http://127.1/'],
    ['unspecified', 'http://0.0.0.0/'],
    ['unspecified IPv6', 'http://[::]/'],
    ['loopback IPv6', 'http://[::1]/'],
    ['mapped IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['mapped IPv6 in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['NAT64', 'http://[64:ff9b::a9fe:a9fe]/'],
    ['link-local', 'http://169.254.169.254/latest/meta-data/'],
    ['link-local IPv6', 'http://[fe80::1]/'],
    ['local name', 'http://localhost/'],
  ])('to a private address in %s form is refused', async (_form, location) => {
    const origin = await redirectingTo(location);
    const guard = { allowPrivate: false, allowedOrigins: new Set([origin]), resolve: OPEN.resolve };
    const attempts = connectionAttempts(Number(new URL(origin).port));
    expect(await failure(origin, {}, guard)).toBe('address');
    expect(await failure(location, {}, guard)).toBe('address');
    expect(attempts).toEqual([]);
  });

  it.each([
    ['private', ['10.0.0.1']],
    ['public and private', ['93.184.216.34', '10.0.0.1']],
    ['private and public', ['::1', '2606:4700::1111']],
    ['public and mapped private', ['93.184.216.34', '::ffff:192.168.1.1']],
  ])('to a name with %s addresses is refused', async (_kind, addresses) => {
    const origin = await redirectingTo('https://other.example/');
    const attempts = connectionAttempts(Number(new URL(origin).port));
    const resolve = async (host: string) => (host === 'start.example' ? ['127.0.0.1'] : addresses);
    const guard = { allowPrivate: false, allowedOrigins: new Set([origin]), resolve };
    expect(await failure(origin, {}, guard)).toBe('address');
    expect(attempts).toEqual([]);
  });

  it('to a name that changes between hops is checked again, and connects only to the address that was checked', async () => {
    const origin = await serving((request, response) => {
      const location = request.url === '/private' ? 'http://start.example:1/' : 'http://public.example:1/';
      response.writeHead(302, { location }).end();
    });
    const attempts = connectionAttempts(Number(new URL(origin).port));
    const answers: Record<string, string[]> = {
      'start.example': ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
      'public.example': ['93.184.216.34', '127.0.0.1'],
    };
    const resolve = async (host: string) => [answers[host]?.shift() ?? ''];
    const guard = { allowPrivate: false, allowedOrigins: new Set([origin]), resolve };
    expect(await failure(`${origin}/private`, {}, guard)).toBe('address');
    expect(attempts).toEqual([]);
    expect(await failure(`${origin}/public`, {}, guard)).toBe('connect');
    expect([attempts, answers['public.example']]).toEqual([['93.184.216.34'], ['127.0.0.1']]);
  });
});

describe('a connection', () => {
  it('that leads elsewhere than was resolved is closed before anything is sent', async () => {
    let bytes = 0;
    const port = await portOf(createServer((socket) => socket.on('data', (data) => (bytes += data.length))));
    const connect = Socket.prototype.connect;
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      const [options] = args[0] as [object];
      return connect.call(this, { ...options, host: '127.0.0.1', port } as never);
    });
    const guard = { allowPrivate: false, resolve: async () => ['93.184.216.34'] };
    expect(await failure('http://start.example/', {}, guard)).toBe('address');
    expect(await failure('https://start.example/', {}, guard)).toBe('address');
    expect(bytes).toBe(0);
  });

  it('that is refused, that has no name or that speaks no TLS fails with its reason', async () => {
    expect(await failure('http://start.example:1/')).toBe('connect');
    const unknown = { ...OPEN, resolve: async () => Promise.reject(new Error('There is no such host.')) };
    expect(await failure('http://start.example/', {}, unknown)).toBe('name');
    const plain = await serving((_, response) => response.end());
    expect(['tls', 'broken']).toContain(await failure(plain.replace('http:', 'https:')));
  });
});

describe('a certificate', () => {
  it.each(['93.184.216.34', '2606:4700::1111', 'start.example'])('must name %s, the host of the URL', async (host) => {
    const port = await portOf(createServer((socket) => socket.destroy()));
    const connected = vi.spyOn(tls, 'connect');
    const guard = { allowPrivate: true, resolve: async () => ['127.0.0.1'] };
    const connect = Socket.prototype.connect;
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return connect.call(this, { host: '127.0.0.1', port } as never);
    });
    await failure(`https://${host.includes(':') ? `[${host}]` : host}/`, {}, guard);
    // Node checks the name in `servername`, else `host`, else that of the socket, else `localhost`.
    const options = connected.mock.calls[0]?.[0] as unknown as tls.ConnectionOptions;
    expect(options.servername || options.host).toBe(host);
  });
});

/** `first`, and then `piece` for as long as the client reads. */
const endless = (first: string, piece: string) => (socket: Socket) => {
  const text = piece.repeat(Math.ceil(10_000 / piece.length));
  const send = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', send);
  socket.write(first);
  send();
};

describe('a server without limits', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

  it.each([
    ['interim responses', '', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'],
    ['empty lines', '', '\r\n'],
    ['headers', OK, 'X-More: y\r\n'],
    ['one header', `${OK}X: `, 'y'],
    ['a status line', 'HTTP/1.1 200 ', 'O'],
    ['trailers', `${CHUNKED}0\r\n`, 'X-More: y\r\n'],
    ['one trailer', `${CHUNKED}0\r\nX: `, 'y'],
    ['chunk extensions', CHUNKED, '1;name=value;other="long"\r\nx\r\n'],
    ['one chunk extension', `${CHUNKED}1;x=`, 'y'],
    ['chunks of one byte', CHUNKED, '1\r\nx\r\n'],
    ['a body of a large length', `${OK}Content-Length: 999999999999\r\n\r\n`, 'x'],
    ['a body up to the end', `${OK}\r\n`, 'x'],
    ['no HTTP', '', 'garbage '],
  ])('that sends endless %s is cut off at the byte limit', async (_what, first, piece) => {
    const origin = await speaking(endless(first, piece));
    const connected = vi.spyOn(Socket.prototype, 'connect');
    expect(['broken', 'too_large']).toContain(await failure(origin));
    const read = (connected.mock.contexts as Socket[]).map(({ bytesRead }) => bytesRead ?? 0);
    // One read of the socket may go beyond the limit.
    expect(Math.max(...read)).toBeLessThanOrEqual(MAX_BYTES + 64 * KIB + 64 * KIB);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 * KIB * KIB))],
    ['br', brotliCompressSync(Buffer.alloc(64 * KIB * KIB))],
  ])('that sends a %s bomb is cut off at the byte limit', async (encoding, bomb) => {
    const origin = await serving((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb));
    const maxBytes = 1_000_000;
    expect(bomb.length).toBeLessThan(maxBytes);
    const { body } = await get(OPEN, origin, { maxBytes });
    let read = 0;
    const reading = (async () => {
      for await (const chunk of body) read += chunk.length;
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'too_large' });
    expect(read).toBeLessThanOrEqual(maxBytes);
  });

  it('that compresses twice, or with something unknown, is refused', async () => {
    for (const encoding of ['gzip, gzip', 'zstd']) {
      const origin = await serving((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('x'));
      expect(await failure(origin)).toBe('broken');
    }
  });

  it('that sends broken gzip fails', async () => {
    const origin = await serving((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    );
    expect(await failure(origin)).toBe('broken');
  });

  it('that closes the connection within the body fails', async () => {
    const origin = await speaking((socket) => socket.end(`${OK}Content-Length: 10\r\n\r\nshort`));
    expect(await failure(origin)).toBe('broken');
  });

  it('that sends nothing, or a byte at a time, is cut off at the time limit', async () => {
    const silent = await serving(() => {});
    expect(await failure(silent, { timeoutMs: 200 })).toBe('timeout');
    const drip = async (first: string) =>
      speaking((socket) => {
        socket.write(first);
        const timer = setInterval(() => socket.write('x'), 5);
        socket.on('close', () => clearInterval(timer));
      });
    expect(await failure(await drip('HTTP/1.1 200 OK\r\nX: '), { timeoutMs: 200 })).toBe('timeout');
    expect(await failure(await drip(`${OK}\r\n`), { timeoutMs: 200 })).toBe('timeout');
    const slowName = { ...OPEN, resolve: () => new Promise<string[]>(() => {}) };
    expect(await failure('http://start.example/', { timeoutMs: 200 }, slowName)).toBe('timeout');
  });

  it('that redirects forever within the time limit is cut off by the number of hops', async () => {
    const origin = await serving((request, response) => response.writeHead(307, { location: `${request.url}x` }).end());
    expect(await failure(origin)).toBe('redirects');
  });
});
