/** Hashes passwords with argon2id. A hash takes 19 MiB and tens of milliseconds of a core: few run at once, at low priority. */
import { availableParallelism } from 'node:os';
import { forbidden, invalidBody, tooMany } from '../../core/errors.ts';
import { normalizedPassword, passwordProblem } from '../../core/passwords.ts';
import { createSignInGate, type SignInGate } from './gate.ts';
import { createHashThreads } from './hash-threads.ts';

export interface Passwords {
  /** False if passwords are disabled; then both functions throw. */
  areOn: boolean;
  hash(password: string): Promise<string>;
  /** Refuses attempts from memory, before they cost a hash. */
  gate: SignInGate;
  /** Without a stored hash it takes the same time and is false: unknown accounts look like known ones. */
  verify(stored: Stored, password: string): Promise<boolean>;
}

/** The stored hash, or a function that reads it: its query waits in the queue too. */
export type Stored = string | null | (() => Promise<string | null>);

/** OWASP's parameters for argon2id, which is the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash of unknown random bytes, with the same parameters. */
const UNKNOWN = '$argon2id$v=19$m=19456,t=2,p=1$xTJleQEma07yeY6rKykHaQ$o0oX1D0tSjiNCf1929Hw5ukgTHyrOkvR4OR35/lKst0';
/** A core stays free for readers: on two cores, two hashes at a time left them 0.79 of their requests. */
export const AT_A_TIME = Math.max(1, Math.min(2, availableParallelism() - 1));
export const MOST_WAITING = 50;
/** A request has five seconds. One that ends in the queue costs little and frees its place. */
const LONGEST_WAIT_MS = 3_500;
const RETRY_SECONDS = 2;

export function createPasswords(areOn = true, longestMs = LONGEST_WAIT_MS): Passwords {
  const gate = createSignInGate();
  if (!areOn) return { areOn, gate, hash: refusal, verify: refusal };
  const inQueue = queue({ atATime: AT_A_TIME, mostWaiting: MOST_WAITING, longestMs });
  const threads = createHashThreads();
  return {
    areOn,
    gate,
    hash: (password) => inQueue(() => threads.hash(normalizedPassword(password), PARAMETERS)),
    verify: (stored, password) =>
      inQueue(async () => {
        const found = typeof stored === 'function' ? await stored() : stored;
        const isRight = await threads.verify(found ?? UNKNOWN, normalizedPassword(password));
        return isRight && found !== null;
      }),
  };
}

/** Rejects a new password that is easy to guess. */
export function refuseWeakPassword(
  password: string | undefined,
  names: readonly string[],
  path = '/password',
): asserts password is string {
  if (password === undefined) throw invalidBody([{ path, message: 'is required' }]);
  const message = passwordProblem(password, names);
  if (message) throw invalidBody([{ path, message }]);
}

export const passwordsOff = () =>
  forbidden('Passwords are switched off on this installation (PASSWORD_SIGN_IN=0). Use another way to sign in.');

async function refusal(): Promise<never> {
  throw passwordsOff();
}

export interface QueueLimits {
  atATime: number;
  mostWaiting: number;
  longestMs: number;
}

/** Limits concurrency. Others wait; if too many wait, or one waits too long, the answer is 429. */
export function queue({ atATime, mostWaiting, longestMs }: QueueLimits) {
  let running = 0;
  const waiting = new Set<() => void>();
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(tooMany(RETRY_SECONDS));
      }, longestMs).unref();
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(begin);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atATime) {
      if (waiting.size >= mostWaiting) throw tooMany(RETRY_SECONDS);
      await turn();
    } else running++;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  };
}
