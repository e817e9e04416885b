/** Headers of every response. */

export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** For search engines: `X-Robots-Tag`. */
export const NOT_INDEXED = 'noindex, nofollow, noarchive';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const OPEN_CACHE = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';
export const CLOSED_CACHE = 'private, max-age=0';
