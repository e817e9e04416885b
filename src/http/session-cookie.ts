/** The cookie of a session. Cookies ignore ports, so that its name carries a hash of the public address. */
import { createHash } from 'node:crypto';

const MAX_AGE = 30 * 24 * 3_600;
const NAME_HASH = 8;
/** What `newToken` makes. */
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

/** The token in the header `Cookie`, if it could be one. */
export function sessionTokenIn(cookies: string, publicUrl: string): string | null {
  if (cookies === '') return null;
  const start = `${sessionCookieName(publicUrl)}=`;
  for (const cookie of cookies.split(';')) {
    const text = cookie.trim();
    if (text.startsWith(start) && TOKEN.test(text.slice(start.length))) return text.slice(start.length);
  }
  return null;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
