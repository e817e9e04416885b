/** What a process answers while it waits for its database at start: it is alive, and not ready. */
import { createServer, type Server } from 'node:http';
import { JSON_TYPE, SECURITY_HEADERS } from './default-headers.ts';

export interface WaitingServer {
  /** Frees the port. */
  close(): Promise<void>;
}

const RETRY_SECONDS = 5;
const ALIVE = JSON.stringify({ status: 'ok' });
const NOT_READY = JSON.stringify({ status: 'not ready', checks: { database: 'unavailable' } });
const UNAVAILABLE = JSON.stringify({ error: 'The database is unavailable; try again in a moment.' });

/** Null if the port is in use: the start says so later. */
export async function openWaiting(host: string, port: number): Promise<WaitingServer | null> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    const isAlive = path === '/healthz';
    const body = isAlive ? ALIVE : path === '/readyz' ? NOT_READY : UNAVAILABLE;
    const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', connection: 'close' };
    const retry = isAlive ? {} : { 'retry-after': String(RETRY_SECONDS) };
    response.writeHead(isAlive ? 200 : 503, { ...SECURITY_HEADERS, ...headers, ...retry });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, host, () => resolve({ close: () => closed(server) }));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
