/**
 * Refuses attempts to sign in before the router when the gate is closed for their network. Through router, hooks and body an attempt
 * took 1.3 ms of the main thread, from here a tenth of that (docs/decisions/045-sign-in-floods.md).
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { clientNetwork } from '../core/addresses.ts';
import { tooMany } from '../core/errors.ts';
import type { SignInGate } from '../features/accounts/gate.ts';
import { createRawHeaderWriter, rawHeaders } from './cache/raw-headers.ts';
import { JSON_TYPE, SECURITY_HEADERS } from './default-headers.ts';
import { logAnswer } from './log-answer.ts';
import type { RequestCounters } from './request-counters.ts';
import type { RequestIds } from './request-id.ts';

export interface GateOptions {
  gate: SignInGate;
  /** As Fastify uses it to find the address of a client. */
  trustProxy: string[];
  requestId: RequestIds;
  counters: RequestCounters;
  log: FastifyBaseLogger;
}

const STATUS = 429;
const ROUTE = '/v1/manage/sessions';
const ADDRESS = /^\/v1\/manage\/sessions\/?(?:\?|$)/;
/** Node discards the body of a request that was answered. The router refuses larger ones unread, and closes the connection. */
const MOST_DISCARDED = 16 * 1024;

export function installSignInGate(
  app: FastifyInstance,
  { gate, trustProxy, requestId, counters, log }: GateOptions,
): void {
  const trust = proxyAddr.compile(trustProxy);
  const counted = counters(ROUTE);
  const heads = createRawHeaderWriter(app.server.keepAliveTimeout);
  const refusal = createRefusals();
  const isLogging = ['trace', 'debug'].includes(log.level);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true; // the router announces that the connection will close
  });
  const routers = app.server.listeners('request') as RequestListener[]; // the events of an HTTP server
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (request.method === 'POST' && !isClosing && isRefused(request, response)) return;
    for (const route of routers) route(request, response);
  });

  function isRefused(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers } = request;
    if (!ADDRESS.test(url) || !(Number(headers['content-length']) <= MOST_DISCARDED)) return false;
    const seconds = gate.closedFor(clientNetwork(proxyAddr(request, trust)));
    if (seconds !== null) refuse(response, seconds, requestId(headers['x-request-id']));
    return seconds !== null;
  }

  function refuse(response: ServerResponse, seconds: number, id: string): void {
    const { headers, text, body } = refusal(seconds);
    if (heads.fits(response)) heads.write(response, STATUS, text, id);
    else response.writeHead(STATUS, [...headers, 'x-request-id', id]);
    response.end(body);
    counted.cell('POST', STATUS).answers += 1;
    counted.took(0);
    if (isLogging) logAnswer(log, { request_id: id, method: 'POST', route: ROUTE, status: STATUS, milliseconds: 0 });
  }
}

interface Refusal {
  headers: string[];
  text: string;
  body: string;
}

/** The same answer as the router sends for `tooMany`, made once for each of the few times to wait. */
function createRefusals(): (seconds: number) => Refusal {
  const made = new Map<number, Refusal>();
  return (seconds) => {
    const known = made.get(seconds) ?? refusalOf(seconds);
    made.set(seconds, known);
    return known;
  };
}

function refusalOf(seconds: number): Refusal {
  const body = JSON.stringify({ error: tooMany(seconds).message });
  const named = {
    ...SECURITY_HEADERS,
    'retry-after': String(seconds),
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
  };
  const headers = Object.entries(named).flat();
  return { headers, text: rawHeaders(STATUS, headers), body };
}
