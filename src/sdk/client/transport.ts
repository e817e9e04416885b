/** Sends calls: keys, timeouts, entity tags, errors and retries. */
import { fieldNames } from './branded-fields.ts';
import { errorOf, MastheadError } from './error.ts';
import { responseCache } from './response-cache.ts';
import type { Lines } from './route.ts';
import { isForm, isLines, type Upload, uploadOf } from './upload.ts';
import { pause, type TimeLimit, timeLimit, waitAfter } from './waiting.ts';

export interface TransportOptions {
  /** A key, for closed sites, analytics and management. It is sent in a header, never in an address. */
  apiKey?: string | undefined;
  /** The `WIRE_WORD` of the installation, if it is not `service`: the types keep `service_site_id` and so on. */
  wireWord?: string | undefined;
  /** The scheme of `Authorization` outside management: `ACME-API-KEY` with the prefix `acme`, else `Bearer`. */
  apiKeyScheme?: string | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Timeout of one attempt in milliseconds; default 15,000. */
  timeout?: number | undefined;
  /** How often a call is retried after a temporary failure; default 2. */
  retries?: number | undefined;
  /**
   * Characters of cached responses, reused when the service answers 304. Default 5,000,000, and 0 in a page: there the
   * browser’s own cache does the same, without the preflight that our header would need.
   */
  keep?: number | undefined;
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
}

export interface Call {
  /** The address of the service, and the rest of the address. */
  url: string;
  address: string;
  /** Default GET. */
  method?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON, as a form where it is one, or line by line where it can be iterated. */
  body?: unknown;
  credentials?: 'include';
  isManagement?: boolean;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  value: unknown;
  etag: string | null;
}

export interface Transport {
  send(call: Call): Promise<Answer>;
  /** The lines of a file, each a JSON value, as they come. */
  lines(call: Call): AsyncIterable<unknown>;
  /** The lines of a stream of events, from one connection, without retries. */
  eventLines(call: Call): AsyncIterable<string>;
}

const TIMEOUT = 15_000;
const RETRIES = 2;
const CACHE_SIZE = 5_000_000;
/** The client does not wait longer than this; the caller can. */
const LONGEST_WAIT = 30_000;

export function createTransport(options: TransportOptions): Transport {
  const { fetch = globalThis.fetch, timeout = TIMEOUT, retries = RETRIES, wireWord = 'service' } = options;
  const cache = responseCache(options.keep ?? ('document' in globalThis ? 0 : CACHE_SIZE));
  const { toWire, fromWire } = fieldNames(wireWord);
  const headersOf = headerMaker(options);

  async function attempt(call: Call, upload: Upload | null): Promise<Answer> {
    const { url, address, method } = call;
    const cached = method || call.isManagement ? undefined : cache.get(url + address);
    const limit = timeLimit(timeout, call.signal);
    try {
      const headers = { ...headersOf(call), ...(cached ? { 'if-none-match': cached.etag } : {}) };
      const body = await bodyOf(call, upload, limit);
      const response = await fetch(url + address, { ...requestOf(call), ...body, headers, signal: limit.signal });
      const text = await response.text();
      if (cached && response.status === 304) return { value: fromWire(JSON.parse(cached.text)), etag: cached.etag };
      const value = answered(text, response);
      const etag = response.headers.get('etag');
      if (etag && !method && !call.isManagement) cache.set(url + address, { etag, text });
      return { value, etag };
    } finally {
      limit.release();
      upload?.close();
    }
  }

  /** An upload takes as long as its source does; then the service has the usual time to answer. */
  async function bodyOf({ body }: Call, upload: Upload | null, limit: TimeLimit): Promise<Streamable> {
    if (upload) return { body: await upload.body(limit.start), duplex: 'half' };
    limit.start();
    if (body === undefined) return {};
    return { body: isForm(body) ? body : JSON.stringify(toWire(body)) };
  }

  function answered(text: string, response: Response): unknown {
    if (response.status === 204) return undefined;
    const { value, cause } = parsed(text);
    if (!response.ok) throw errorOf(response, fromWire(value));
    if (cause === undefined) return fromWire(value);
    const requestId = response.headers.get('x-request-id');
    const message = 'The answer is not JSON: is this the address of the service?';
    throw new MastheadError(message, { status: response.status, requestId, cause });
  }

  /** The timeout covers the headers only: the time of a file is not limited. */
  async function open(call: Call, accept = 'application/x-ndjson'): Promise<{ response: Response; limit: TimeLimit }> {
    const limit = timeLimit(timeout, call.signal);
    try {
      limit.start();
      const headers = { ...headersOf(call), accept };
      const response = await fetch(call.url + call.address, { headers, signal: limit.signal });
      if (!response.ok) throw errorOf(response, fromWire(parsed(await response.text()).value));
      limit.stop();
      return { response, limit };
    } catch (error) {
      limit.release();
      throw error;
    }
  }

  async function retried<T>({ url, signal }: Call, upload: Upload | null, work: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await work();
      } catch (thrown) {
        signal?.throwIfAborted();
        if (upload?.failure) throw upload.failure.reason;
        const error = thrown instanceof MastheadError ? thrown : unanswered(thrown, url, timeout);
        error.attempts = attempts;
        const wait = waitAfter(error, attempts);
        const isLast = attempts > retries || upload?.isRepeatable === false;
        if (!error.isTemporary || isLast || wait > LONGEST_WAIT) throw error;
        await pause(wait, signal);
      }
    }
  }

  return {
    send(call) {
      const upload = isLines(call.body) ? uploadOf(call.body as Lines<unknown>, toWire) : null;
      return retried(call, upload, () => attempt(call, upload));
    },
    async *lines(call) {
      call.signal?.throwIfAborted();
      const { response, limit } = await retried(call, null, () => open(call));
      try {
        for await (const line of linesOf(response)) yield fromWire(JSON.parse(line));
      } catch (cause) {
        call.signal?.throwIfAborted();
        throw new MastheadError('The file ended early.', { status: 0, cause });
      } finally {
        limit.release();
      }
    },
    async *eventLines(call) {
      const { response, limit } = await open(call, 'text/event-stream').catch((error) => {
        call.signal?.throwIfAborted();
        throw error instanceof MastheadError ? error : unanswered(error, call.url, timeout);
      });
      try {
        yield* linesOf(response);
      } finally {
        limit.release();
      }
    },
  };
}

function headerMaker({ apiKey, apiKeyScheme, wireWord, headers }: TransportOptions) {
  const scheme = apiKeyScheme ?? (wireWord ? `${wireWord.toUpperCase()}-API-KEY` : 'Bearer');
  return ({ body, isManagement, headers: more }: Call): Record<string, string> => ({
    accept: 'application/json',
    ...(apiKey ? { authorization: `${isManagement ? 'Bearer' : scheme} ${apiKey}` } : {}),
    ...(body === undefined || isForm(body)
      ? {}
      : { 'content-type': isLines(body) ? 'application/x-ndjson' : 'application/json' }),
    ...headers,
    ...more,
  });
}

/** The types of browsers do not know `duplex`. */
type Streamable = RequestInit & { duplex?: 'half' };

function requestOf({ method, credentials }: Call): RequestInit {
  return { ...(method ? { method } : {}), ...(credentials ? { credentials } : {}) };
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

function parsed(text: string): { value?: unknown; cause?: unknown } {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { cause };
  }
}

function unanswered(cause: unknown, url: string, timeout: number): MastheadError {
  const name = url === '' ? 'The service' : url;
  const isLate = (cause as Error | null)?.name === 'TimeoutError';
  const message = isLate ? `${name} did not answer within ${timeout} ms.` : `${name} cannot be reached.`;
  return new MastheadError(message, { status: 0, cause });
}
