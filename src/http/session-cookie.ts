/** The cookie of a session. Cookies ignore ports, so its name contains a hash of the public address. */
import { createHash } from 'node:crypto';

const MAX_AGE = 30 * 24 * 3_600;
const NAME_HASH = 8;
const MOST_TOKENS = 5;
/** The format of `newToken`. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Browsers accept a `__Host-` cookie only over https, for the whole host and from the host itself. */
export function sessionCookieName(publicUrl: string): string {
  const hash = createHash('sha256').update(publicUrl).digest('hex').slice(0, NAME_HASH);
  return `${isSecure(publicUrl) ? '__Host-' : ''}masthead-${hash}`;
}

/** `Set-Cookie` for a session; null clears it. */
export function sessionCookie(token: string | null, publicUrl: string): string {
  const value = `${sessionCookieName(publicUrl)}=${token ?? ''}; Path=/; Max-Age=${token === null ? 0 : MAX_AGE}`;
  return `${value}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
}

/** All possible tokens in the header `Cookie`: a parent domain or another path may have set cookies of the same name. */
export function sessionTokensIn(cookies: string, publicUrl: string): string[] {
  if (cookies === '') return [];
  const start = `${sessionCookieName(publicUrl)}=`;
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length))
    .filter((value) => TOKEN.test(value))
    .slice(0, MOST_TOKENS);
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
