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

export interface Transport {
  /** The JSON at an address below `url`, or the answer to what is sent there. */
  ask(url: string, address: string, signal?: AbortSignal, sent?: Sent): Promise<unknown>;
  /** The lines of a file, each a JSON value, as they come. */
  lines(url: string, address: string, signal?: AbortSignal): AsyncIterable<unknown>;
}

/** What is posted. It must do no harm twice: it is sent again like any other call. */
export interface Sent {
  body: unknown;
  headers?: Record<string, string>;
  credentials?: 'include';
}

const TIMEOUT = 15_000;
const RETRIES = 2;
const ROOM = 5_000_000;
/** Who is asked to wait longer than this is better told so. */
const LONGEST_WAIT = 30_000;

export function createTransport(options: TransportOptions): Transport {
  const { fetch = globalThis.fetch, timeout = TIMEOUT, retries = RETRIES, apiKey, keep = usualRoom() } = options;
  const kept = keptAnswers(keep);
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    ...options.headers,
  };

  async function attempt(address: string, signal: AbortSignal | undefined, sent?: Sent): Promise<unknown> {
    const known = sent ? undefined : kept.get(address);
    const [response, text] = await within(timeout, signal, async (limit) => {
      const conditional = known ? { ...headers, 'if-none-match': known.etag } : headers;
      const arrived = await fetch(address, { ...(sent ? posted(sent) : { headers: conditional }), signal: limit });
      return [arrived, await arrived.text()] as const;
    });
    if (known && response.status === 304) return JSON.parse(known.text);
    if (!response.ok) throw errorOf(response, text);
    const etag = response.headers.get('etag');
    const value = parsed(text, response);
    if (etag && !sent) kept.set(address, { etag, text });
    return value;
  }

  function posted({ body, headers: more, ...how }: Sent): RequestInit {
    const type = { 'content-type': 'application/json' };
    return { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...type, ...more }, ...how };
  }

  /** Until there is an answer; how long a file takes to come is not limited. */
  async function open(address: string, signal: AbortSignal | undefined): Promise<Response> {
    const response = await within(timeout, undefined, async (limit) => {
      const end = new AbortController();
      signal?.addEventListener('abort', () => end.abort(signal.reason), { once: true });
      limit.addEventListener('abort', () => end.abort(limit.reason), { once: true });
      return fetch(address, { headers: { ...headers, accept: 'application/x-ndjson' }, signal: end.signal });
    });
    if (!response.ok) throw errorOf(response, await response.text());
    return response;
  }

  async function patiently<T>(url: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = thrown instanceof MastheadError ? thrown : unanswered(thrown, url, timeout);
        const wait = waitAfter(error, failures);
        if (!error.isPassing || failures > retries || wait > LONGEST_WAIT) throw error;
        await pause(wait, signal);
      }
    }
  }

  return {
    ask: (url, address, signal, sent) => patiently(url, signal, () => attempt(url + address, signal, sent)),
    async *lines(url, address, signal) {
      signal?.throwIfAborted();
      const response = await patiently(url, signal, () => open(url + address, signal));
      try {
        for await (const line of linesOf(response)) yield JSON.parse(line);
      } catch (cause) {
        signal?.throwIfAborted();
        throw new MastheadError('The file broke off before its end.', { status: 0, cause });
      }
    },
  };
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader?.cancel();
  }
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
