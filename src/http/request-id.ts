import { randomBytes } from 'node:crypto';

export type RequestIds = (given: unknown) => string;

const GIVEN = /^[\w.:-]{1,64}$/;

/** A random prefix and a counter: cheaper than a random id per request, and as unique in the logs. */
export function createRequestIds(): RequestIds {
  const prefix = `${randomBytes(8).toString('hex')}-`;
  let requests = 0;
  /** The id that the client sent, if it is valid, or a new one. */
  return (given) => {
    if (typeof given === 'string' && given !== '' && GIVEN.test(given)) return given;
    requests += 1;
    return prefix + requests.toString(16);
  };
}
