import type { FastifyRequest } from 'fastify';
import type { Cookie } from '../features/handler.ts';

/**
 * `Set-Cookie` for what only we read. A page of another site gets a cookie back only if it is `SameSite=None`, which browsers
 * take over https alone; `Partitioned` keeps one for each site that the visitor looks at, so that none of them can act for
 * the visitor of another. Everywhere else `Lax` is enough.
 */
export function setCookie({ name, value, path, maxAge }: Cookie, request: FastifyRequest, publicUrl: string): string {
  const isSecure = publicUrl.startsWith('https:');
  const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
  const reach = isSecure && isCrossSite ? 'SameSite=None; Partitioned' : 'SameSite=Lax';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; ${reach}${isSecure ? '; Secure' : ''}`;
}
