/** Receivers that send without end, or invalid HTTP: a request reads a limited number of bytes and ends. */
import net, { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type Attempted, newClient } from './post.ts';

const REACH = { allowPrivate: true, resolve: async () => ['127.0.0.1'] };
/** 64 KiB, and what one read of the socket brings beyond them. */
const MOST_READ = 128 * 1024;
const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

const servers: net.Server[] = [];
const client = newClient(REACH);
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  client.stop();
  for (const server of servers) server.close();
});

/** Posts to a receiver that sends raw bytes, and returns how many of them were read. */
async function answeredBy(speak: (socket: Socket) => void, scheme = 'http'): Promise<Attempted & { read: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => speak(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address
  const connected = vi.spyOn(net.Socket.prototype, 'connect');
  const result = await client.post(`${scheme}://receiver.example:${port}/`, String(port), [], Buffer.from('{}'));
  const sockets = connected.mock.contexts as Socket[];
  return { ...result, read: Math.max(0, ...sockets.map(({ bytesRead }) => bytesRead ?? 0)) };
}

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

const once = (text: string) => (socket: Socket) => void socket.write(text);

describe('an endless response', () => {
  it.each([
    ['interim responses', '', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', 'broken', null],
    ['interim responses of many headers', '', `HTTP/1.1 103 Hints\r\n${'X: y\r\n'.repeat(500)}\r\n`, 'broken', null],
    ['empty lines', '', '\r\n', 'broken', null],
    ['empty lines after an interim response', 'HTTP/1.1 100 Continue\r\n\r\n', '\n', 'broken', null],
    ['headers', OK, 'X-More: y\r\n', 'broken', null],
    ['one header', `${OK}X: `, 'y', 'broken', null],
    ['a status line', 'HTTP/1.1 200 ', 'O', 'broken', null],
    ['trailers', `${CHUNKED}0\r\n`, 'X-More: y\r\n', 'delivered', 200],
    ['one trailer', `${CHUNKED}0\r\nX: `, 'y', 'broken', 200],
    ['chunk extensions', CHUNKED, '1;name=value;other="long"\r\nx\r\n', 'delivered', 200],
    ['one chunk extension', `${CHUNKED}1;x=`, 'y', 'broken', 200],
    ['the digits of a chunk’s size', CHUNKED, '0', 'broken', 200],
    ['chunks of one byte', CHUNKED, '1\r\nx\r\n', 'delivered', 200],
    ['a body of a length', `${OK}Content-Length: 999999999999\r\n\r\n`, 'x', 'delivered', 200],
    ['a body up to the end', `${OK}\r\n`, 'x', 'delivered', 200],
    ['no HTTP', '', 'garbage ', 'broken', null],
  ])('of %s is read up to 64 KiB', async (_what, first, piece, outcome, status) => {
    const result = await answeredBy(endless(first, piece));
    expect(result).toMatchObject({ outcome, status });
    expect(result.read).toBeGreaterThan(0);
    expect(result.read).toBeLessThanOrEqual(MOST_READ);
  });

  it('without TLS on a TLS connection is cut off early', async () => {
    const result = await answeredBy(endless('', '\x00\xff garbage'), 'https');
    expect(result.outcome).toMatch(/tls|broken/);
    expect(result.read).toBeLessThanOrEqual(MOST_READ);
  });
});

describe('an invalid response', () => {
  it.each([
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`],
    ['a length that is no number', `${OK}Content-Length: -1\r\n\r\n`],
    ['a chunk without a size', `${CHUNKED}hello\r\n`],
    ['a chunk that is longer than it says', `${CHUNKED}2\r\nhello\r\n`],
    ['a header without a name', `${OK}: x\r\n\r\n`],
    ['another version', 'HTTP/2 200\r\n\r\n'],
    ['a NUL', `${OK}X: a\0b\r\n\r\n`],
  ])('with %s is refused', async (_what, text) => {
    expect((await answeredBy(once(text))).outcome).toBe('broken');
  });

  it.each([
    ['before anything', ''],
    ['within its head', 'HTTP/1.1 200 O'],
    ['within its body', `${OK}Content-Length: 10\r\n\r\nshort`],
  ])('by a connection reset %s is refused', async (_what, text) => {
    const result = await answeredBy((socket) => void socket.write(text, () => socket.resetAndDestroy()));
    expect(result.outcome).toBe('broken');
  });
});
