/** Requests as raw bytes, and how much the server read of them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import net from 'node:net';

export interface RawAnswer {
  /** Everything received until the connection closed. */
  text: string;
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  body: any;
}

/** The start of a request, up to its body. */
export function head(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const all = { host: 'x', 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Writes the parts one after the other and reads until the server closes the connection. */
export function exchange(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  return exchanged(url, parts, () => undefined);
}

/** The same, and closes our side after the first bytes of the response. */
export function exchangeOnce(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  return exchanged(url, parts, (socket) => socket.end());
}

/** The same, and closes our side right after the last part. */
export function exchangeHalfClosed(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  return exchanged(
    url,
    parts,
    () => undefined,
    (socket) => socket.end(),
  );
}

function exchanged(
  url: string,
  parts: (string | Buffer)[],
  onData: (socket: net.Socket) => void,
  onWritten: (socket: net.Socket) => void = () => undefined,
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (part) => {
      received.push(part);
      onData(socket);
    });
    // A server that closes while we write resets the connection; the response before that counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(parsed(Buffer.concat(received).toString())));
    for (const part of parts) socket.write(part);
    onWritten(socket);
  });
}

/** The first final (not interim) response in a text. */
export function parsed(text: string): RawAnswer {
  const [head = '', ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = Buffer.from(rest.join('\r\n\r\n')).subarray(0, Number(headers['content-length'] ?? Infinity));
  return { text, status: Number(first.split(' ')[1]), headers, body: json(body.toString()) };
}

/** How many bytes servers of this process read, in all, while `work` ran. */
export async function bytesRead<T>(work: () => Promise<T>): Promise<{ bytes: number; result: T }> {
  const sockets: net.Socket[] = [];
  const onSocket = (message: unknown) => sockets.push((message as { socket: net.Socket }).socket); // as Node documents it
  subscribe('net.server.socket', onSocket);
  try {
    const result = await work();
    return { bytes: sockets.reduce((sum, { bytesRead: read }) => sum + read, 0), result };
  } finally {
    unsubscribe('net.server.socket', onSocket);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
