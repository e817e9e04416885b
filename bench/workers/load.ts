/**
 * Puts load on a server over raw sockets, one request at a time per connection. It parses only the status
 * and the length and skips the body, with one shared buffer, so that the client is not the bottleneck.
 */
import { connect, type Socket } from 'node:net';
import { answer } from '../processes/worker.ts';

export interface Load {
  port: number;
  /** Heads of requests, sent in turns. */
  requests: string[];
  connections: number;
  seconds: number;
  /** The expected status of every response. */
  status: number;
  /** Body length; null where it varies. */
  length: number | null;
  /** Stops early after this many requests. */
  most?: number;
}

export interface Loaded {
  requests: number;
  seconds: number;
  wrong: number;
  /** Milliseconds of each request, in order of the responses. */
  latencies: Float64Array;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const BUFFER = 256 * 1024;
const MOST_LATENCIES = 4_000_000;

answer(async (load: Load): Promise<Loaded> => {
  const requests = load.requests.map((head) => Buffer.from(head));
  const latencies = new Float64Array(Math.min(load.most ?? MOST_LATENCIES, MOST_LATENCIES));
  const count = { sent: 0, done: 0, wrong: 0 };
  const began = performance.now();
  const end = began + load.seconds * 1000;
  const most = load.most ?? Number.POSITIVE_INFINITY;
  const next = () => {
    // Each connection sends at least one request, however slow the machine.
    const isOver = count.sent >= load.connections && performance.now() >= end;
    if (count.sent >= most || isOver) return null;
    return requests[count.sent++ % requests.length] ?? null;
  };
  const done = (isRight: boolean, milliseconds: number) => {
    latencies[count.done % latencies.length] = milliseconds;
    count.done++;
    if (!isRight) count.wrong++;
  };
  await Promise.all(Array.from({ length: load.connections }, () => runConnection(load, next, done)));
  const seconds = (performance.now() - began) / 1000;
  return { requests: count.done, seconds, wrong: count.wrong, latencies: latencies.slice(0, count.done) };
});

function runConnection(
  { port, status, length }: Load,
  next: () => Buffer | null,
  done: (isRight: boolean, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: Buffer | null = null;
    let isHead = true;
    let left = 0;
    let isRight = false;
    let sentAt = 0;
    const send = () => {
      const request = next();
      if (!request) return socket.end();
      isHead = true;
      sentAt = performance.now();
      socket.write(request);
    };
    const received = (size: number, buffer: Uint8Array): boolean => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, size);
      if (!isHead) left -= size;
      else {
        const bytes: Buffer = head ? Buffer.concat([head, chunk]) : chunk;
        const at = bytes.indexOf(HEAD_END);
        head = at < 0 ? Buffer.from(bytes) : null;
        if (at < 0) return true;
        const told = readHead(bytes.toString('latin1', 0, at));
        isRight = told.status === status && (length === null || told.length === length);
        isHead = false;
        left = told.length - (bytes.length - at - HEAD_END.length);
      }
      if (left < 0) reject(new Error('The server sent more than it had announced.'));
      if (left === 0) {
        done(isRight, performance.now() - sentAt);
        send();
      }
      return true;
    };
    const socket: Socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(BUFFER), callback: received },
    });
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** 204 and 304 have no body, even with a Content-Length. */
function readHead(head: string): { status: number; length: number } {
  const status = Number(head.slice(9, 12));
  if (status === 204 || status === 304) return { status, length: 0 };
  const length = head.match(/\r\ncontent-length: *(\d+)/i)?.[1];
  if (length === undefined) throw new Error(`An answer without Content-Length cannot be measured:\n${head}`);
  return { status, length: Number(length) };
}
