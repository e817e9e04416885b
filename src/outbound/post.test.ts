/** POST requests of webhooks: where they may lead and how long they take. */
import http from 'node:http';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { HOSTILE, INNER_V6 } from '../core/testing/hostile-addresses.ts';
import type { AddressGuard } from './connect.ts';
import { type HeaderList, LIMITS, newClient } from './post.ts';
import { resolver } from './resolve.ts';

const HEADERS: HeaderList = [['Content-Length', '2']];
const BODY = Buffer.from('{}');
const OPEN: AddressGuard = {
  allowPrivate: true,
  resolve: async (host) => [host === 'name.example' ? '127.0.0.1' : host],
};
const post = async (reach: AddressGuard, url: string, limits = LIMITS) => {
  const client = newClient(reach, limits);
  try {
    return await client.post(url, 'x', HEADERS, BODY);
  } finally {
    client.stop();
  }
};

/** Every address that any socket of this process tries to connect to from now on. */
function connectionAttempts(): string[] {
  const attempts: string[] = [];
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    this.on('connectionAttempt', (ip: string) => attempts.push(ip));
    return connect.apply(this, args as never);
  });
  return attempts;
}

const servers: Server[] = [];
async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server's address
}
afterAll(() => {
  for (const server of servers) server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a private address', () => {
  it('is never connected to, whether as a literal, by its name or among public addresses', async () => {
    const attempts = connectionAttempts();
    const inner = [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '192.168.1.1',
      '100.64.0.1',
      '0.0.0.0',
      ...INNER_V6.slice(0, 22),
    ];
    let tried = 0;
    for (const url of HOSTILE) {
      expect((await post({ allowPrivate: false, resolve: async () => ['93.184.216.34'] }, url)).outcome, url).toBe(
        'address',
      );
      tried += 1;
    }
    for (const address of inner) {
      for (const addresses of [[address], ['93.184.216.34', address], [address, '2606:4700::1111']]) {
        const reach = { allowPrivate: false, resolve: async () => addresses };
        const { outcome, error } = await post(reach, 'https://receiver.example/');
        expect([outcome, error], String(addresses)).toEqual([
          'address',
          expect.stringContaining('WEBHOOK_ALLOW_PRIVATE=1'),
        ]);
        tried += 1;
      }
    }
    expect(attempts).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(380);
    await post(OPEN, 'http://127.0.0.1:1/');
    expect(attempts).toEqual(['127.0.0.1']);
    console.log(`${tried} hostile addresses, no connection tried`);
  });

  it('is detected when the connection leads elsewhere than was resolved, and nothing is sent', async () => {
    let bytes = 0;
    const port = await listening(createServer((socket) => socket.on('data', (data) => (bytes += data.length))));
    // DNS rebinding: the checked address is public, the socket goes to loopback.
    const connect = Socket.prototype.connect;
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      const [options] = (args[0] as [object]).concat ? (args[0] as [object]) : [args[0] as object];
      return connect.call(this, { ...options, host: '127.0.0.1', port } as never);
    });
    const reach = { allowPrivate: false, resolve: async () => ['93.184.216.34'] };
    const result = await post(reach, `http://receiver.example:${port}/`);
    expect([result.outcome, bytes]).toEqual(['address', 0]);
  });
});

describe('a request', () => {
  const quick = { total: 300, connect: 200, tls: 200 };

  it('without a response, or with a dripping one, ends with a timeout', async () => {
    const hanging = await listening(http.createServer(() => {}));
    expect(await post(OPEN, `http://127.0.0.1:${hanging}/`, quick)).toMatchObject({ outcome: 'timeout', status: null });
    const dripping = await listening(
      http.createServer((_, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('.'), 10);
        response.on('close', () => clearInterval(drip));
      }),
    );
    expect(await post(OPEN, `http://127.0.0.1:${dripping}/`, quick)).toMatchObject({ outcome: 'timeout', status: 200 });
  });

  it.each([
    ['interim responses', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'],
    ['empty lines', '\r\n\r\n'],
  ])('to a receiver that sends endless %s ends at the byte limit', async (_, piece) => {
    let sent = 0;
    const text = piece.repeat(100);
    const port = await listening(
      createServer((socket) => {
        const send = () => {
          while (!socket.destroyed && socket.write(text)) sent += text.length;
        };
        socket.on('drain', send).on('error', () => {});
        socket.once('data', send);
      }),
    );
    const result = await post(OPEN, `http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ outcome: 'broken', status: null });
    // Bytes that the receiver passed to its kernel before the connection was closed; without a limit there would be far more.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('with a hanging TLS handshake ends with a timeout, and over TLS to plain HTTP at once', async () => {
    const silent = await listening(createServer(() => {}));
    expect(await post(OPEN, `https://127.0.0.1:${silent}/`, quick)).toMatchObject({ outcome: 'timeout' });
    const plain = await listening(http.createServer());
    expect((await post(OPEN, `https://127.0.0.1:${plain}/`)).outcome).toMatch(/tls|broken/);
  });

  it('to an unknown name fails with the outcome `name`', async () => {
    const unknown = { ...OPEN, resolve: async () => Promise.reject(new Error('The name server did not answer.')) };
    expect(await post(unknown, 'http://nobody.example/')).toMatchObject({ outcome: 'name' });
    await expect(resolver(false)('[not a host')).rejects.toThrow();
  });

  it('on a reused connection that the receiver has just closed is sent again on a new one', async () => {
    let requests = 0;
    let isClosing = false;
    const sockets: Socket[] = [];
    const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      requests += 1;
      if (isClosing) {
        isClosing = false;
        return request.socket.resetAndDestroy();
      }
      return response.writeHead(204).end();
    });
    server.on('connection', (socket) => sockets.push(socket));
    const port = await listening(server);
    const client = newClient(OPEN);
    const send = () => client.post(`http://name.example:${port}/`, 'x', HEADERS, BODY);
    expect((await send()).outcome).toBe('delivered');
    expect((await send()).outcome).toBe('delivered');
    expect(sockets).toHaveLength(1);
    isClosing = true;
    expect((await send()).outcome).toBe('delivered');
    expect([sockets.length, requests]).toEqual([2, 4]);
    client.stop();
  });
});
