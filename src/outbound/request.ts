/**
 * One request to a receiver: every step has its time, redirects are not followed, and of the answer only the beginning is
 * read. What is sent is exactly the header list and the body.
 */
import { isIP } from 'node:net';
import { ALLOW_PRIVATE_HINT, isPublicAddress, receiverOf } from '../core/addresses.ts';
import { type AnswerReader, newAnswerReader } from '../core/http-answer.ts';
import { type Connections, type Exchange, newConnections, type Reach, type Target, targetFor } from './connections.ts';
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
  /** Milliseconds from the beginning to each step. */
  timing: Record<string, number>;
  requestHeaders: Record<string, string>;
  answer: string | null;
  retryAfter: string | undefined;
}

export interface Client {
  /** `group`: requests that share it share their connections. Never throws. */
  post(url: string, group: string, headers: HeaderList, body: Buffer): Promise<Attempted>;
  stop(): void;
}

/** How long what may take, in milliseconds; names have two seconds. */
export const LIMITS = { total: 15_000, connect: 3_000, tls: 5_000 };
const LIMITS_OF_ANSWER = { mostRead: 64 * 1024, mostKept: 4 * 1024 };
const FAILURES = ['address', 'name', 'connect', 'tls', 'timeout'] as const;
const LONGEST_ERROR = 500;
const MOST_REMEMBERED = 1_000;

export function newClient(reach: Reach, limits: typeof LIMITS = LIMITS): Client {
  const connections = newConnections(reach);
  const targets = new Map<string, Target | string>();

  /** What lately came of an address is remembered: a sender dials the same few all the time. */
  function targetOf(url: string): Target | string {
    const known = targets.get(url);
    if (known !== undefined) return known;
    const receiver = receiverOf(url, reach.allowPrivate);
    const target = typeof receiver === 'string' ? receiver : targetFor(receiver);
    if (targets.size >= MOST_REMEMBERED) targets.clear();
    targets.set(url, target);
    return target;
  }

  return {
    async post(url, group, headers, body) {
      const target = targetOf(url);
      if (typeof target === 'string') return unsent(headers, new OutboundError('address', `The address ${target}.`));
      const ready = { target, group, headers, body, limits, isPrivateFine: reach.allowPrivate };
      const { result, wasStale } = await attempt(connections, ready, false);
      // The receiver closed a kept connection just then: that is no failure of this request.
      return wasStale ? (await attempt(connections, ready, true)).result : result;
    },
    stop: connections.stop,
  };
}

interface Ready {
  target: Target;
  group: string;
  headers: HeaderList;
  body: Buffer;
  limits: typeof LIMITS;
  isPrivateFine: boolean;
}

function attempt(
  connections: Connections,
  ready: Ready,
  isNew: boolean,
): Promise<{ result: Attempted; wasStale: boolean }> {
  return new Promise((resolve) => {
    const { target, group, limits } = ready;
    const { result, mark } = beginning(ready.headers);
    const reader = newAnswerReader(LIMITS_OF_ANSWER);
    let step: NodeJS.Timeout | undefined;
    const watch = (ms: number, what: string) => {
      clearTimeout(step);
      step = setTimeout(() => end(new OutboundError('timeout', `${what} took longer than ${ms / 1_000} s.`)), ms);
    };
    const total = setTimeout(
      () => end(new OutboundError('timeout', `No complete answer within ${limits.total / 1_000} s.`)),
      limits.total,
    );
    const exchange: Exchange = {
      onStep(name) {
        mark(name);
        if (name === 'dns') watch(limits.connect, 'Connecting');
        else watch(limits.tls, 'The TLS handshake');
      },
      onReady() {
        clearTimeout(step);
        if (!connection.isReused) mark(target.isSecure ? 'tls' : 'connect');
        result.remoteAddress = connection.remoteAddress;
        if (!ready.isPrivateFine && !isPublicAddress(connection.remoteAddress)) {
          return end(
            new OutboundError('address', `${connection.remoteAddress} is not on the internet; ${ALLOW_PRIVATE_HINT}.`),
          );
        }
        // Nothing is sent before it is known where to.
        connection.socket.cork();
        connection.socket.write(headOf(ready), 'latin1');
        connection.socket.write(ready.body);
        return connection.socket.uncork();
      },
      onData(bytes) {
        try {
          if (reader.read(bytes)) end(null);
        } catch (error) {
          end(error as Error); // a BadAnswer
        }
        if (!isDone) noteHead(result, reader, mark);
      },
      onClosed(error) {
        const isComplete = error === null && reader.end();
        end(isComplete ? null : (error ?? new Error('The connection was closed before the answer was complete.')));
      },
    };
    let isDone = false;
    const connection = connections.open(target, group, exchange, isNew);
    if (connection.socket.connecting && isIP(target.hostname)) watch(limits.connect, 'Connecting');

    function end(error: Error | null) {
      if (isDone) return;
      isDone = true;
      clearTimeout(step);
      clearTimeout(total);
      // Also of an answer that is wrong behind its head, however both were cut into packets.
      noteHead(result, reader, mark);
      mark('total');
      connection.exchange = null;
      if (!error && reader.isReusable() && connection.socket.writableLength === 0)
        connections.keep(connection, group, keptMs(reader));
      else connection.socket.destroy();
      const judgement = error ? failure(error) : { answer: answerIn(reader), ...judged(reader) };
      const wasStale = judgement.outcome === 'broken' && result.status === null && connection.isReused;
      resolve({ result: { ...result, ...judgement }, wasStale });
    }
  });
}

/** The request up to its body, names in the letters that they are given in. */
function headOf({ target, headers }: Ready): string {
  let head = `POST ${target.path} HTTP/1.1\r\nHost: ${target.hostHeader}\r\n`;
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
  return `${head}Connection: keep-alive\r\n\r\n`;
}

function noteHead(result: Attempted, reader: AnswerReader, mark: (name: string) => void): void {
  if (result.status !== null || reader.status() === null) return;
  mark('first_byte');
  result.status = reader.status();
  result.retryAfter = reader.header('retry-after');
}

/** For how long the receiver says that it keeps the connection. */
function keptMs(reader: AnswerReader): number {
  const seconds = /timeout=(\d{1,6})/.exec(reader.header('keep-alive') ?? '')?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1_000;
}

function beginning(headers: HeaderList) {
  const began = performance.now();
  const timing: Record<string, number> = {};
  const result: Attempted = { ...blank(headers), timing };
  const mark = (name: string) => {
    timing[name] = Math.round((performance.now() - began) * 100) / 100;
  };
  return { result, mark };
}

function unsent(headers: HeaderList, error: Error): Attempted {
  return { ...blank(headers), ...failure(error) };
}

function blank(headers: HeaderList): Attempted {
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

function answerIn(reader: AnswerReader): string {
  return reader.kept().toString('utf8').replaceAll('\0', '');
}

/** Network errors in a few words; success is 2xx. */
function judged(reader: AnswerReader): Pick<Attempted, 'outcome' | 'error'> {
  const status = reader.status() ?? 0;
  if (status >= 200 && status < 300) return { outcome: 'delivered', error: null };
  if (status >= 300 && status < 400) {
    return {
      outcome: 'redirect',
      error: `Redirects are not followed: ${reader.header('location') ?? 'no address'}.`.slice(0, LONGEST_ERROR),
    };
  }
  if (status === 410) return { outcome: 'gone', error: 'The receiver says that it is gone.' };
  if (status === 401 || status === 403) return { outcome: 'refused', error: `The receiver answered ${status}.` };
  return { outcome: 'status', error: `The receiver answered ${status}.` };
}

function failure(error: Error): Pick<Attempted, 'outcome' | 'error'> {
  const { reason, message } = outboundError(error);
  return { outcome: FAILURES.find((outcome) => outcome === reason) ?? 'broken', error: message };
}
