/**
 * One request to a receiver, by node:http itself: the address is resolved, checked and pinned for each connection, every
 * step has its time, redirects are not followed, and of the answer only the beginning is read.
 */
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { isPublicAddress, type Receiver, receiverOf } from '../../core/addresses.ts';
import type { HeaderList } from './message.ts';
import { AddressRefused, checkedAddresses, type Resolve } from './resolve.ts';

export interface Reach {
  resolve: Resolve;
  allowPrivate: boolean;
}

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
  /** `connections`: requests that share it share their connections. Never throws. */
  post(url: string, connections: string, headers: HeaderList, body: string): Promise<Attempted>;
  stop(): void;
}

/** How long what may take, in milliseconds; names have two seconds. */
export const LIMITS = { total: 15_000, connect: 3_000, tls: 5_000 };
const MOST_READ = 64 * 1024;
const MOST_KEPT = 4 * 1024;
const LONGEST_ERROR = 500;
/** Connections are kept for this long without a request; many servers close theirs after five seconds. */
const IDLE_MS = 4_000;
const MOST_CONNECTIONS = 8;
const MOST_REMEMBERED = 1_000;

class TooLate extends Error {
  override name = 'TooLate';
}

export function newClient(reach: Reach, limits: typeof LIMITS = LIMITS): Client {
  const agents = new Map<string, http.Agent>();
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

  function agentFor(connections: string, isSecure: boolean): http.Agent {
    const key = `${isSecure} ${connections}`;
    const options = { keepAlive: true, maxSockets: MOST_CONNECTIONS, timeout: IDLE_MS, scheduling: 'lifo' as const };
    const agent = agents.get(key) ?? (isSecure ? new https.Agent(options) : new http.Agent(options));
    agents.set(key, agent);
    return agent;
  }

  /** Agents without a connection are forgotten: webhooks come and go. */
  const sweeping = setInterval(() => {
    for (const [key, { sockets, freeSockets }] of agents) {
      if (Object.keys(sockets).length + Object.keys(freeSockets).length === 0) agents.delete(key);
    }
  }, 60_000).unref();

  return {
    async post(url, connections, headers, body) {
      const target = targetOf(url);
      if (typeof target === 'string') return unsent(headers, new AddressRefused(`The address ${target}.`));
      const agent = agentFor(connections, target.isSecure);
      const send = () => attempt(reach, { target, agent, headers, body, limits });
      const { result, wasStale } = await send();
      // The receiver closed a kept connection just then: that is no failure of this request.
      return wasStale ? (await send()).result : result;
    },
    stop() {
      clearInterval(sweeping);
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/** Where a request goes, as node:http wants it. */
interface Target {
  isSecure: boolean;
  hostHeader: string;
  options: http.RequestOptions & { servername: string };
}

function targetFor({ url, host }: Receiver): Target {
  return {
    isSecure: url.protocol === 'https:',
    hostHeader: url.host,
    options: {
      method: 'POST',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      servername: isIP(host) ? '' : host,
    },
  };
}

interface Ready {
  target: Target;
  agent: http.Agent;
  headers: HeaderList;
  body: string;
  limits: typeof LIMITS;
}

function attempt(reach: Reach, ready: Ready): Promise<{ result: Attempted; wasStale: boolean }> {
  return new Promise((resolve) => {
    const began = performance.now();
    const { result, mark } = beginning(ready.headers, began);
    const { limits, target } = ready;
    const { isSecure } = target;
    let step: Timer | undefined;
    const watch = (ms: number, what: string) => {
      clearTimeout(step);
      step = setTimeout(() => request.destroy(new TooLate(`${what} took longer than ${ms / 1_000} s.`)), ms);
    };
    const request = (isSecure ? https : http).request({
      ...target.options,
      agent: ready.agent,
      // As a list, so that names keep their letters and nothing is added but Connection.
      headers: ['Host', target.hostHeader, ...ready.headers.flat()] as unknown as http.OutgoingHttpHeaders,
      lookup: pinned(reach, () => {
        mark('dns');
        watch(limits.connect, 'Connecting');
      }),
    });
    const total = setTimeout(
      () => request.destroy(new TooLate(`No complete answer within ${limits.total / 1_000} s.`)),
      limits.total,
    );
    let isDone = false;
    const done = (end: Partial<Attempted>) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(step);
      clearTimeout(total);
      mark('total');
      const isReset = end.outcome === 'broken' && result.status === null && request.reusedSocket;
      resolve({ result: { ...result, ...end }, wasStale: isReset });
    };

    request.on('error', (error) => done(failure(error)));
    request.on('close', () => {
      if (!isDone) done(failure(new Error('The connection was closed before the answer was complete.')));
    });
    request.on('socket', (socket) =>
      whenConnected(socket, isSecure, { mark, watch, limits }, (remoteAddress) => {
        clearTimeout(step);
        result.remoteAddress = remoteAddress;
        if (!reach.allowPrivate && !isPublicAddress(remoteAddress)) {
          return request.destroy(new AddressRefused(`Connected to ${remoteAddress}, which is not on the internet.`));
        }
        // Nothing is sent before it is known where to.
        request.end(ready.body);
      }),
    );
    request.on('response', (response) => {
      mark('first_byte');
      result.status = response.statusCode ?? 0;
      result.retryAfter = response.headers['retry-after'];
      readBeginning(response, (answer) => done({ answer, ...judged(result.status ?? 0, response) }));
    });
  });
}

type Timer = NodeJS.Timeout;

function beginning(headers: HeaderList, began: number) {
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

/** Resolves and checks for this one connection: what a name leads to later does not matter to it. */
function pinned({ resolve, allowPrivate }: Reach, onResolved: () => void): LookupFunction {
  return (host, options, callback) => {
    checkedAddresses(host, resolve, allowPrivate).then(
      (addresses) => {
        onResolved();
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: Error) => callback(Object.assign(error, { code: 'ENOTFOUND' }), ''),
    );
  };
}

interface Watch {
  mark(name: string): void;
  watch(ms: number, what: string): void;
  limits: typeof LIMITS;
}

function whenConnected(
  socket: Socket,
  isSecure: boolean,
  { mark, watch, limits }: Watch,
  then: (address: string) => void,
) {
  const address = () => socket.remoteAddress ?? '';
  if (!socket.connecting) return then(address());
  if (isIP(socketHost(socket))) watch(limits.connect, 'Connecting');
  socket.once('connect', () => {
    mark('connect');
    if (!isSecure) return then(address());
    return watch(limits.tls, 'The TLS handshake');
  });
  socket.once('secureConnect', () => {
    mark('tls');
    then(address());
  });
}

/** Sockets know the host they are for; it is not in their type. */
function socketHost(socket: Socket): string {
  return String((socket as { _host?: unknown })._host ?? '');
}

function readBeginning(response: http.IncomingMessage, then: (answer: string) => void): void {
  const parts: Buffer[] = [];
  let size = 0;
  const text = () => Buffer.concat(parts).subarray(0, MOST_KEPT).toString('utf8').replaceAll('\0', '');
  response.on('data', (part: Buffer) => {
    size += part.length;
    if (size - part.length < MOST_KEPT) parts.push(part);
    if (size <= MOST_READ) return;
    then(text());
    response.destroy();
  });
  response.on('end', () => then(text()));
}

/** Network errors in a few words; success is 2xx. */
function judged(status: number, { headers }: http.IncomingMessage): Pick<Attempted, 'outcome' | 'error'> {
  if (status >= 200 && status < 300) return { outcome: 'delivered', error: null };
  if (status >= 300 && status < 400) {
    return {
      outcome: 'redirect',
      error: `Redirects are not followed: ${headers.location ?? 'no address'}.`.slice(0, LONGEST_ERROR),
    };
  }
  if (status === 410) return { outcome: 'gone', error: 'The receiver says that it is gone.' };
  if (status === 401 || status === 403) return { outcome: 'refused', error: `The receiver answered ${status}.` };
  return { outcome: 'status', error: `The receiver answered ${status}.` };
}

function failure(error: Error & { code?: string }): Pick<Attempted, 'outcome' | 'error'> {
  const reason = error instanceof AggregateError ? (error.errors[0] as Error).message : error.message;
  return { outcome: wordFor(error), error: reason.replaceAll('\0', '').slice(0, LONGEST_ERROR) };
}

function wordFor(error: Error & { code?: string }): RequestOutcome {
  const { code = '' } = error;
  if (error instanceof AddressRefused) return 'address';
  if (error instanceof TooLate) return 'timeout';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'name';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EPERM|EINVAL)$/.test(code))
    return 'connect';
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code)) return 'tls';
  return 'broken';
}
