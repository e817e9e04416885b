/** How responses of receivers are read: which framing is understood, and when a connection is used again. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atFileEnd } from '../../test/at-file-end.ts';
import { type Attempted, newClient } from './post.ts';

const GUARD = { allowPrivate: true, resolve: async () => ['127.0.0.1'] };
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';

/** Sends two requests to a receiver that answers with this text, in pieces of `size`, and closes when told to. */
async function answeredBy(text: string, size: number, isClosed: boolean) {
  const client = newClient(GUARD);
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).setNoDelay(true);
    socket.on('data', async () => {
      for (let at = 0; at < text.length; at += size) {
        socket.write(text.slice(at, at + size), 'latin1');
        if (size < text.length) await sleep(0);
      }
      if (isClosed) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => server.close());
  const { port } = server.address() as AddressInfo; // a TCP server's address
  const post = () => client.post(`http://receiver.example:${port}/`, 'x', [['Content-Length', '2']], Buffer.from('{}'));
  const first = await post();
  const isReused = first.outcome === 'delivered' && (await post()).outcome === 'delivered' && connections === 1;
  client.stop();
  return { ...first, isReused };
}

type Expected = Partial<Attempted> & { isReused?: boolean };

it.each<[what: string, text: string, expected: Expected, isClosed?: boolean]>([
  ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, answer: '', isReused: true }],
  ['no reason phrase', 'HTTP/1.1 200\r\ncontent-length:0\r\n\r\n', { status: 200, isReused: true }],
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', { answer: 'hello', isReused: true }],
  ['chunks', `${CHUNKED}\r\n5\r\nhello\r\n3;x=y\r\nyou\r\n0\r\n\r\n`, { answer: 'helloyou', isReused: true }],
  ['chunks and trailers', `${CHUNKED}\r\n2\r\nok\r\n0\r\nX: y\r\n\r\n`, { answer: 'ok', isReused: true }],
  [
    'an interim response',
    'HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n',
    { status: 201, isReused: true },
  ],
  [
    'an unrequested 100 Continue',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n',
    { status: 201, isReused: true },
  ],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n', { outcome: 'broken' }],
  [
    'a closing connection',
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    { status: 200, isReused: false },
  ],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', { answer: 'ok', isReused: false }],
  [
    'HTTP/1.0 kept',
    'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok',
    { answer: 'ok', isReused: true },
  ],
  [
    'a body up to the end of the connection',
    'HTTP/1.1 500 Oh\r\n\r\nwhatever',
    { status: 500, answer: 'whatever' },
    true,
  ],
  ['an unknown transfer coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc', { answer: 'abc' }, true],
  [
    'more than its length',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200',
    { answer: 'ok', isReused: false },
  ],
  [
    'a body shorter than its length',
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort',
    { status: 200, outcome: 'broken' },
    true,
  ],
  ['no last chunk', `${CHUNKED}\r\n5\r\nhello\r\n`, { status: 200, outcome: 'broken' }, true],
  ['an interim response alone', 'HTTP/1.1 102 Wait\r\n\r\n', { status: null, outcome: 'broken' }, true],
  ['the status 0', 'HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n', { status: 0, outcome: 'status' }],
  ['nothing', '', { status: null, outcome: 'broken' }, true],
])('a response with %s is read the same in whole and in pieces', async (_what, text, expected, isClosed = false) => {
  for (const size of [Math.max(1, text.length), 7, 1]) {
    expect(await answeredBy(text, size, isClosed)).toMatchObject(expected);
  }
});

// undici follows llhttp here, as Node's own clients do: docs/decisions/031.
it.each([
  ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
  ['its length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\nok'],
  ['chunks and a length', `${CHUNKED}Content-Length: 3\r\n\r\n1\r\nx\r\n0\r\n\r\n`],
  ['a header on two lines', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n'],
])('a response with %s is refused', async (_what, text) => {
  expect(await answeredBy(text, text.length, false)).toMatchObject({ outcome: 'broken', status: null });
});
