/** Identifies voters: by `X-Visitor` of a program, or by a cookie that we signed. A cookie with a wrong signature is ignored. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Visitor {
  /** Part of the hash: a name in a header never matches a cookie. */
  by: 'header' | 'cookie';
  id: string;
}

export const VISITOR_COOKIE = 'masthead_visitor';

/** The value of the cookie: `<id>.<signature>`, both free of characters that a cookie would need to quote. */
export function signedId(secret: Buffer, id: string): string {
  return `${id}.${keyed(secret, `cookie:${id}`).toString('base64url')}`;
}

/** The id in the first of our cookies in the header that has a valid signature. */
export function idOfCookies(secret: Buffer, header: string): string | null {
  const ours = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${VISITOR_COOKIE}=`))
    .map((pair) => pair.slice(VISITOR_COOKIE.length + 1));
  const signed = ours.find((value) => isSame(value, signedId(secret, idIn(value))));
  return signed === undefined ? null : idIn(signed);
}

/** The stored hash of a visitor: different per site, and useless without the secret. */
export function visitorHash(secret: Buffer, siteId: number, { by, id }: Visitor): Buffer {
  return keyed(secret, `visitor:${siteId}:${by}:${id}`);
}

function idIn(value: string): string {
  return value.slice(0, Math.max(0, value.lastIndexOf('.')));
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function keyed(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
