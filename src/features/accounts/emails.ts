/** One spelling of an e-mail address, for storing and for looking up: `Ｉda@Example.com` and `ida@example.com` are one. */
import { EMAIL, LONGEST_EMAIL, patternWords } from '../../contract/common.ts';
import { invalidBody } from '../../core/errors.ts';

const ADDRESS = new RegExp(EMAIL, 'u');

/** Twice, because lower case is not always normalized. */
export function normalizedEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** For storing: normalizing can make characters that no address may have, such as a full stop at the end. */
export function storedEmail(email: string): string {
  const normalized = normalizedEmail(email);
  if (ADDRESS.test(normalized) && normalized.length <= LONGEST_EMAIL) return normalized;
  throw invalidBody([{ path: '/email', message: patternWords[EMAIL] ?? 'is invalid' }]);
}
