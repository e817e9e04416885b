/** Browsers send the page's origin in `Origin`. With a session, and to get one, it must be our own. */
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../core/errors.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export interface OriginOptions {
  publicUrl: () => string;
  /** Outside production, loopback names at our port count as the public address. */
  isProduction: boolean;
}

/** A request that changes nothing needs no Origin: browsers omit it there. */
export function refuseForeignOrigin(request: FastifyRequest, { publicUrl, isProduction }: OriginOptions): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  const expected = new URL(publicUrl()).origin;
  if (origin === expected) return;
  if (!isProduction && origin !== undefined && isLoopback(origin, request.socket.localPort)) return;
  throw forbidden(
    `The header Origin must be ${expected}, the origin of PUBLIC_URL; ${origin === undefined ? 'it is missing' : 'it is another one'}. Programs use a key instead of a session.`,
  );
}

function isLoopback(origin: string, port: number | undefined): boolean {
  return LOOPBACK.some((host) => origin === `http://${host}:${port}` || (port === 80 && origin === `http://${host}`));
}
