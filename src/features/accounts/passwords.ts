/** Hashes passwords with argon2id. A hash takes 19 MiB and tens of milliseconds of a core: few run at once, at low priority. */
import { forbidden, invalidBody, tooMany } from '../../core/errors.ts';
import { normalizedPassword, passwordProblem } from '../../core/passwords.ts';
import { createHashThreads } from './hash-threads.ts';

export interface Passwords {
  /** False where nobody signs in with a password; both functions refuse then. */
  areOn: boolean;
  hash(password: string): Promise<string>;
  /** Without a stored hash it takes the same time and is false: unknown accounts look like known ones. */
  verify(stored: Stored, password: string): Promise<boolean>;
}

/** The stored hash, or how it is found: what the function asks of the database waits in the queue as well. */
export type Stored = string | null | (() => Promise<string | null>);

/** OWASP's parameters for argon2id, which is the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash of random bytes that nobody has, with the same parameters. */
const UNKNOWN = '$argon2id$v=19$m=19456,t=2,p=1$xTJleQEma07yeY6rKykHaQ$o0oX1D0tSjiNCf1929Hw5ukgTHyrOkvR4OR35/lKst0';
const AT_A_TIME = 2;
const MOST_WAITING = 50;
const RETRY_SECONDS = 2;

export function createPasswords(areOn = true): Passwords {
  if (!areOn) return { areOn, hash: refusal, verify: refusal };
  const inQueue = queue(AT_A_TIME, MOST_WAITING);
  const threads = createHashThreads();
  return {
    areOn,
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

/** Runs so many at a time; others wait, and beyond so many waiting the answer is 429. */
function queue(atATime: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atATime) {
      if (waiting.length >= mostWaiting) throw tooMany(RETRY_SECONDS);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
