/**
 * Proof of work of a form: the browser finds the number whose hash the challenge names. A challenge is signed, so that nothing of it is
 * stored before it is solved.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export interface Challenge {
  /** The token of the form. */
  form: string;
  /** The hash of the words that the sender is shown and agrees to. */
  shown: string;
  issued: number;
  /** The number is below this. */
  max: number;
  salt: string;
  hash: string;
}

export type Sign = (text: string) => Buffer;

const LEAST_MAX = 40_000;
/** Beyond this a phone takes minutes. */
const MOST_MAX = LEAST_MAX * 2 ** 6;
const PER_DOUBLING = 5;
export const LASTS_MS = 3_600_000;
/** Nobody writes faster. */
const LEAST_AGE_MS = 3_000;

/** The cost doubles with every five submissions of the last hour, and pictures that were uploaded but not sent. */
export const maxFor = (recent: number) => Math.min(LEAST_MAX * 2 ** Math.floor(recent / PER_DOUBLING), MOST_MAX);

export const hashOf = (salt: string, number: number) => createHash('sha256').update(`${salt}${number}`).digest('hex');

/** `<challenge>.<signature>`, to which a solution adds `.<number>`. */
export function signedChallenge(challenge: Challenge, sign: Sign): string {
  const payload = Buffer.from(JSON.stringify(challenge)).toString('base64url');
  return `${payload}.${sign(payload).toString('base64url')}`;
}

export interface Solved {
  /** Names the challenge. */
  payload: string;
  shown: string;
  /** Sooner than a person could have written something. */
  isHasty: boolean;
}

/** Null for a solution that is wrong, too old, or of another form. */
export function solvedChallenge(solution: string, form: string, now: number, sign: Sign): Solved | null {
  const [payload = '', signature = '', number = ''] = solution.split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(payload)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const challenge = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Challenge; // signed by us
  const age = now - challenge.issued;
  const isSolved = /^\d{1,9}$/.test(number) && hashOf(challenge.salt, Number(number)) === challenge.hash;
  if (challenge.form !== form || age > LASTS_MS || !isSolved) return null;
  return { payload, shown: challenge.shown, isHasty: age < LEAST_AGE_MS };
}
