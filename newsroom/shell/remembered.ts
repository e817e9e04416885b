/** Values in the browser's storage. If storage is blocked, nothing is remembered and everything works. */

const SITE = 'masthead.newsroom.site';
const SIGNED_IN = 'masthead.newsroom.signed-in';

/** The site that was open last. */
export function lastSite(): number | null {
  return Number(read(SITE)) || null;
}

export function rememberSite(id: number): void {
  write(SITE, String(id));
}

/** Someone who has signed in before gets the sign-in, even while setup is open: people of the demo do not close it. */
export function hasSignedInBefore(): boolean {
  return read(SIGNED_IN) === '1';
}

export function rememberSignIn(): void {
  write(SIGNED_IN, '1');
}

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // blocked or full
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // blocked
  }
}
