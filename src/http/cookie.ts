import type { Cookie } from '../features/handler.ts';

/**
 * `Set-Cookie` for our own cookies. Requests from pages of other sites carry only `SameSite=None` cookies, which browsers
 * accept over https alone; `Partitioned` gives each embedding site its own cookie, so that none can act for a visitor of
 * another. In all other cases `Lax` is enough.
 */
export function setCookie({ name, value, path, maxAge }: Cookie, isCrossSite: boolean, publicUrl: string): string {
  const isSecure = publicUrl.startsWith('https:');
  const reach = isSecure && isCrossSite ? 'SameSite=None; Partitioned' : 'SameSite=Lax';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; ${reach}${isSecure ? '; Secure' : ''}`;
}
