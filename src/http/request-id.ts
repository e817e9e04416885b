import { randomBytes } from 'node:crypto';

const GIVEN = /^[\w.:-]{1,64}$/;
/** Ids are told apart by process and by number: far cheaper than random ones, and as good for finding a line in a log. */
const PROCESS = `${randomBytes(8).toString('hex')}-`;

let requests = 0;

/** The id that the client gave, when it is one, or a new one. */
export function requestId(given: unknown): string {
  if (typeof given === 'string' && given !== '' && GIVEN.test(given)) return given;
  requests += 1;
  return PROCESS + requests.toString(16);
}
