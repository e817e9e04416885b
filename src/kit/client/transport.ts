/** One question and its answer: time limit, entity tags, errors, and asking again where that may help. */
import { errorOf, MastheadError } from './error.ts';
import { keptAnswers } from './kept-answers.ts';
import { pause, waitAfter } from './waiting.ts';

export interface TransportOptions {
  /** The key of a closed site, or for analytics. It goes into a header, never into an address. */
  apiKey?: string | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Milliseconds that one attempt may take; 15,000 unless given. */
  timeout?: number | undefined;
  /** How often a call that failed for the moment is tried again; 2 unless given. */
  retries?: number | undefined;
  /**
   * Characters of answers that are kept, to be used again when the service says that nothing changed. 5,000,000 unless
   * given, and 0 in a page: there the browser’s own cache does the same, without the preflight that our header would cost.
   */
  keep?: number | undefined;
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
}

/** Asks for the JSON at an address below `url`. */
export type Ask = (url: string, address: string, signal?: AbortSignal) => Promise<unknown>;

const TIMEOUT = 15_000;
const RETRIES = 2;
const ROOM = 5_000_000;
/** Who is asked to wait longer than this is better told so. */
const LONGEST_WAIT = 30_000;

export function createTransport(options: TransportOptions): Ask {
  const { fetch = globalThis.fetch, timeout = TIMEOUT, retries = RETRIES, apiKey, keep = usualRoom() } = options;
  const kept = keptAnswers(keep);
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    ...options.headers,
  };

  async function attempt(address: string, signal: AbortSignal | undefined): Promise<unknown> {
    const known = kept.get(address);
    const sent = known ? { ...headers, 'if-none-match': known.etag } : headers;
    const [response, text] = await within(timeout, signal, async (limit) => {
      const arrived = await fetch(address, { headers: sent, signal: limit });
      return [arrived, await arrived.text()] as const;
    });
    if (known && response.status === 304) return JSON.parse(known.text);
    if (!response.ok) throw errorOf(response, text);
    const etag = response.headers.get('etag');
    const value = parsed(text, response);
    if (etag) kept.set(address, { etag, text });
    return value;
  }

  return async (url, address, signal) => {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt(url + address, signal);
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = thrown instanceof MastheadError ? thrown : unanswered(thrown, url, timeout);
        const wait = waitAfter(error, failures);
        if (!error.isPassing || failures > retries || wait > LONGEST_WAIT) throw error;
        await pause(wait, signal);
      }
    }
  };
}

function usualRoom(): number {
  return 'document' in globalThis ? 0 : ROOM;
}

/** By hand, because `AbortSignal.any` leaks in Node 20 when one signal outlives many calls, as that of a watch does. */
async function within<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = () => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new DOMException('Too late.', 'TimeoutError')), timeout);
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function parsed(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const requestId = response.headers.get('x-request-id');
    const message = 'The answer is not JSON: is this the address of the service?';
    throw new MastheadError(message, { status: response.status, requestId, cause });
  }
}

function unanswered(cause: unknown, url: string, timeout: number): MastheadError {
  const isLate = (cause as Error | null)?.name === 'TimeoutError';
  const message = isLate ? `${url} did not answer within ${timeout} ms.` : `${url} cannot be reached.`;
  return new MastheadError(message, { status: 0, cause });
}
