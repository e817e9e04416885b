/** Bare node:http that streams one file with fixed headers: as fast as Node can serve it from the disk. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../processes/worker.ts';

export interface ServedFile {
  file: string;
  /** Names and values, alternating. */
  headers: string[];
}

/** Starts with the first file it is given and returns its port. */
answer(async ({ file, headers }: ServedFile): Promise<number> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // a TCP server's address
});
