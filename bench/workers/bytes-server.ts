/** Bare node:http that sends one fixed response: as fast as Node can serve. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../processes/worker.ts';

export interface FixedAnswer {
  status: number;
  /** Names and values, alternating. */
  headers: string[];
  body: Uint8Array;
}

/** Starts with the first response it is given and returns its port. */
answer(async ({ status, headers, body }: FixedAnswer): Promise<number> => {
  const bytes = body.length > 0 ? Buffer.from(body) : undefined;
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // a TCP server's address
});
