/** The listening server of the process: what it says when it cannot listen, and connections that nobody used. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { alreadyInUse, badConfiguration } from '../core/errors.ts';

/**
 * Closes connections that never sent a request: Node would wait for them. It does not listen to their data, because that bypasses
 * Node's own parser, which costs a third of a request's time.
 */
export function unusedConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}

export function cannotListen(
  error: unknown,
  { host, port }: { host: string; port: number },
  setting = 'PORT',
): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return alreadyInUse(`Port ${port} on ${host} is in use by another program; set ${setting}.`);
  if (code === 'EACCES') return badConfiguration(`Port ${port} needs more rights than this user has; set ${setting}.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return badConfiguration(`HOST ${host} is not an address of this machine.`);
  return error;
}
