/**
 * POST for webhooks: `newClient(guard).post(url, group, headers, body)`.
 *
 * Every step has a timeout, redirects are not followed, and only the start of the response is read. A request never
 * throws: the result says what happened, step by step.
 */
import type { Dispatcher } from 'undici';
import { type AddressGuard, CONNECT_TIMEOUTS, type Target, targetOf } from './connect.ts';
import { type Connection, type Connections, newConnections } from './connections.ts';
import { OutboundError, outboundError } from './errors.ts';

/** In the order in which they are sent. */
export type HeaderList = [name: string, value: string][];

/** In one word. */
export type RequestOutcome =
  | 'delivered'
  | 'redirect'
  | 'refused'
  | 'gone'
  | 'status'
  | 'timeout'
  | 'name'
  | 'address'
  | 'connect'
  | 'tls'
  | 'broken';

export interface Attempted {
  at: Date;
  outcome: RequestOutcome;
  status: number | null;
  error: string | null;
  remoteAddress: string | null;
  /** Milliseconds from the start of the request to each step. */
  timing: Record<string, number>;
  requestHeaders: Record<string, string>;
  /** The start of the response body. */
  answer: string | null;
  retryAfter: string | undefined;
}

export interface Client {
  /** Requests of the same `group` share connections. */
  post(url: string, group: string, headers: HeaderList, body: Buffer): Promise<Attempted>;
  stop(): void;
}

interface PostRequest {
  target: Target;
  group: string;
  headers: HeaderList;
  body: Buffer;
}

type Verdict = Pick<Attempted, 'outcome' | 'error'>;

/** In milliseconds; names have two seconds (resolve.ts). */
export const LIMITS = { total: 15_000, ...CONNECT_TIMEOUTS };
const MAX_STORED_BYTES = 4 * 1024;
/** Responses with a status from 100 to 199 before the final one. */
const MAX_INTERIM = 8;
/** A chunk's size with its extensions, or a trailer. */
const MAX_LINE_BYTES = 4 * 1024;
const MAX_ERROR_LENGTH = 500;
const MAX_TARGETS = 1_000;
const FAILURES = ['address', 'name', 'connect', 'tls', 'timeout'] as const;
const INVALID_STATUS = 'The status of the response is invalid.';
const CUT_OFF_CODES = ['UND_ERR_HEADERS_OVERFLOW'];

export function newClient(guard: AddressGuard, limits: typeof LIMITS = LIMITS): Client {
  const connections = newConnections(guard, limits);
  const targets = new Map<string, Target>();

  /** A sender uses the same few addresses all the time. */
  function cachedTarget(url: string): Target {
    const target = targets.get(url) ?? targetOf(url, guard);
    if (targets.size >= MAX_TARGETS) targets.clear();
    targets.set(url, target);
    return target;
  }

  return {
    async post(url, group, headers, body) {
      try {
        const request = { target: cachedTarget(url), group, headers, body };
        const { result, wasStale } = await attempt(connections, request, limits.total, false);
        // The receiver closed a reused connection at the same moment: this is not a failure of the request.
        return wasStale ? (await attempt(connections, request, limits.total, true)).result : result;
      } catch (error) {
        return { ...newResult(headers), ...failure(error as Error) };
      }
    },
    stop: connections.stop,
  };
}

function attempt(
  connections: Connections,
  { target, group, headers, body }: PostRequest,
  totalMs: number,
  isNew: boolean,
): Promise<{ result: Attempted; wasStale: boolean }> {
  const result = newResult(headers);
  const mark = stopwatch(result.timing);
  const connection = connections.take(target, group, isNew);
  connection.onStep = mark;
  return new Promise((resolve) => {
    const response = newResponse(result, mark, connection);
    let isDone = false;
    const late = () => end(new OutboundError('timeout', `No complete response within ${totalMs / 1_000} s.`));
    const timer = setTimeout(late, totalMs);

    function end(error: Error | null) {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      mark('total');
      result.remoteAddress = connection.remoteAddress || null;
      if (error) connections.close(connection);
      else connections.release(connection);
      Object.assign(result, response.verdict(error));
      const wasStale = result.outcome === 'broken' && result.status === null && connection.isReused;
      resolve({ result, wasStale });
    }

    const path = `${target.url.pathname}${target.url.search}`;
    connection.client.dispatch(
      { method: 'POST', path, headers: flat(headers), body },
      {
        onRequestStart() {},
        onResponseStart: (_, status, received) => response.onHeaders(status, received),
        onResponseData: (_, chunk) => response.onData(chunk),
        onResponseEnd: () => end(null),
        onResponseError: (_, error) => end(error),
      },
    );
  });
}

/** Collects a response into `result`. */
function newResponse(result: Attempted, mark: (step: string) => void, connection: Connection) {
  const parts: Buffer[] = [];
  let size = 0;
  let interim = 0;
  let location: string | undefined;
  return {
    onHeaders(status: number, headers: IncomingHeaders) {
      if (status >= 100 && status < 200) {
        interim += 1;
        if (interim > MAX_INTERIM) throw new OutboundError('broken', 'The response has too many interim responses.');
        return;
      }
      mark('first_byte');
      result.status = status;
      result.retryAfter = first(headers['retry-after']);
      location = first(headers.location);
      // undici takes these for interim responses, and would wait for another.
      if (status < 100) throw new OutboundError('broken', INVALID_STATUS);
    },
    onData(chunk: Buffer) {
      if (size < MAX_STORED_BYTES) parts.push(chunk);
      size += chunk.length;
      connection.count.line = 0;
    },
    /** A response that is cut off counts by its status if it was valid so far: the rest is not needed. */
    verdict(error: Error | null): Verdict & Pick<Attempted, 'answer'> {
      const isValidSoFar = result.status !== null && connection.count.line <= MAX_LINE_BYTES;
      if (error && !(isValidSoFar && (isCutOff(error) || error.message === INVALID_STATUS)))
        return { ...failure(error), answer: null };
      const answer = Buffer.concat(parts).subarray(0, MAX_STORED_BYTES).toString('utf8').replaceAll('\0', '');
      return { ...byStatus(result.status ?? 0, location), answer };
    },
  };
}

type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

function isCutOff(error: Error & { code?: string }): boolean {
  return outboundError(error).reason === 'too_large' || CUT_OFF_CODES.includes(error.code ?? '');
}

function stopwatch(timing: Record<string, number>): (step: string) => void {
  const began = performance.now();
  return (step) => {
    timing[step] = Math.round((performance.now() - began) * 100) / 100;
  };
}

/** `Array.prototype.flat` takes 15 µs for these. */
function flat(headers: HeaderList): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function newResult(headers: HeaderList): Attempted {
  return {
    at: new Date(),
    outcome: 'broken',
    status: null,
    error: null,
    remoteAddress: null,
    timing: {},
    requestHeaders: Object.fromEntries(headers),
    answer: null,
    retryAfter: undefined,
  };
}

/** Success is 2xx. */
function byStatus(status: number, location: string | undefined): Verdict {
  if (status >= 200 && status < 300) return { outcome: 'delivered', error: null };
  if (status >= 300 && status < 400) {
    const error = `Redirects are not followed: ${location ?? 'no address'}.`.slice(0, MAX_ERROR_LENGTH);
    return { outcome: 'redirect', error };
  }
  if (status === 410) return { outcome: 'gone', error: 'The receiver says that it is gone.' };
  if (status === 401 || status === 403) return { outcome: 'refused', error: `The receiver answered ${status}.` };
  return { outcome: 'status', error: `The receiver answered ${status}.` };
}

function failure(error: Error): Verdict {
  const { reason, message } = outboundError(error);
  return { outcome: FAILURES.find((outcome) => outcome === reason) ?? 'broken', error: message };
}
