/** A receiver on loopback that stores requests byte for byte and answers as tests specify. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { atFileEnd } from '../../../../test/at-file-end.ts';

export interface Received {
  path: string;
  /** Names and values as they were sent, in order. */
  rawHeaders: string[];
  headers: http.IncomingHttpHeaders;
  body: string;
  action: string;
  articleId: number;
  title: string | undefined;
}

export type Answer = (request: Received, response: http.ServerResponse) => void;

export interface TestReceiver {
  url: string;
  port: number;
  received: Received[];
  /** Connections that were ever opened. */
  connections(): number;
  /** How the next requests are answered; by default 204. */
  answer: { with: Answer };
  /** The requests to this path. */
  at(path: string): Received[];
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end(`answer ${code}`);

export async function receiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  const answer: TestReceiver['answer'] = { with: status(204) };
  let connections = 0;
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const one = readRequest(request, Buffer.concat(parts).toString('utf8'));
      received.push(one);
      answer.with(one, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answer,
    connections: () => connections,
    at: (path) => received.filter((one) => one.path === path),
  };
}

function readRequest({ url = '', headers, rawHeaders }: http.IncomingMessage, body: string): Received {
  const { action, article } = JSON.parse(body);
  return { path: url, headers, rawHeaders, body, action, articleId: article.id, title: article.title };
}
