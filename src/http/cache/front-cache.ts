/**
 * Serves cached responses before the router, without routing, parsing or hooks: it reads four headers, compares a tag and
 * writes bytes. Unusual requests go on to the router (docs/decisions/003-response-cache.md).
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { isKnown } from '../encode.ts';
import { logAnswer } from '../log-answer.ts';
import type { RequestIds } from '../request-id.ts';
import { type CachedResponse, codingOf, isCurrent, type RawHeaders, STALE, type Variant } from './cached-response.ts';
import { createRawHeaderWriter } from './raw-headers.ts';
import type { ResponseCache } from './response-cache.ts';

export interface FrontOptions {
  responseCache: ResponseCache;
  requestId: RequestIds;
  /** How long requests wait for another request of the same address, in milliseconds. */
  timeoutMs: number;
  log: FastifyBaseLogger;
}

/** The parts of a request, besides the address, that the response depends on. */
interface CacheRequest {
  method: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  requestId: string | undefined;
  began: number;
  /** While the database is unavailable: seconds since the response was last known to be the newest. */
  age: number | undefined;
}

const staleLines = (age: number) => `\r\nwarning: ${STALE}\r\nage: ${age}`;

/** Answers a request whose handler has failed because the database is unavailable; false if there is nothing to serve. */
export type AnswerStale = (request: IncomingMessage, response: ServerResponse) => boolean;

export function installFrontCache(
  app: FastifyInstance,
  { responseCache, requestId, timeoutMs, log }: FrontOptions,
): AnswerStale {
  const { store, counts, stale } = responseCache;
  const heads = createRawHeaderWriter(app.server.keepAliveTimeout);
  const isLogging = ['trace', 'debug'].includes(log.level);
  let isClosing = false;
  /** Whether the last lookup found a stale response. */
  let isStaleHit = false;
  app.addHook('preClose', async () => {
    isClosing = true; // the router announces that the connection will close
  });
  const routers = app.server.listeners('request') as RequestListener[]; // the events of an HTTP server
  app.server.removeAllListeners('request');
  const onward: RequestListener = (request, response) => {
    for (const route of routers) route(request, response);
  };
  const leaders = newLeaders();
  app.server.on('request', (request, response) => {
    if (isClosing) onward(request, response);
    else if (!answersFromCache(request, response)) leaders.follow(request, response);
  });

  /**
   * After a write many clients request a stale response at once. One of the requests goes to the router; the others wait for
   * it and use the cached response, or go to the router too if there is none.
   */
  function newLeaders() {
    const waiting = new Map<string, (() => void)[]>();
    return {
      follow(request: IncomingMessage, response: ServerResponse): void {
        const { url = '', method, headers } = request;
        const isOpen = method === 'GET' && headers.authorization === undefined;
        const others = isOpen ? waiting.get(url) : undefined;
        if (others) {
          const began = performance.now();
          others.push(() => {
            if (response.destroyed) return;
            if (isClosing || !answersFromCache(request, response, began)) onward(request, response);
          });
          return;
        }
        if (isOpen && isStaleHit) lead(url, response);
        onward(request, response);
      },
    };

    function lead(url: string, response: ServerResponse): void {
      const others: (() => void)[] = [];
      waiting.set(url, others);
      const end = () => {
        clearTimeout(late);
        if (waiting.get(url) === others) waiting.delete(url);
        for (const go of others.splice(0)) go();
      };
      const late = setTimeout(end, timeoutMs);
      response.once('close', end);
    }
  }

  return (request, response) => answersFromCache(request, response, performance.now(), true);

  /** `isFailing`: the handler of this request could not reach the database. */
  function answersFromCache(
    request: IncomingMessage,
    response: ServerResponse,
    began = performance.now(),
    isFailing = responseCache.isStale,
  ): boolean {
    const { method, url } = request;
    if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
    const answer = isFailing ? newestAt(url) : answerAt(url);
    if (!answer) return false;
    const age = isFailing ? stale.ageOf(answer) : undefined;
    if (age === null) return false;
    const asked = askedOf(request, method, began);
    if (!asked) return false;
    asked.age = age;
    counts.hits += 1;
    answer.isUsed = true;
    const coding = codingOf(answer, asked.acceptEncoding, { ifNoneMatch: asked.ifNoneMatch, isNew: false });
    const variant = responseCache.variant(answer, coding);
    const failed = () => void response.destroy();
    if (variant instanceof Promise) void variant.then((made) => send(response, asked, answer, made), failed);
    else send(response, asked, answer, variant);
    return true;
  }

  function answerAt(url: string): CachedResponse | undefined {
    const remembered = store.byUrl(url);
    isStaleHit = remembered !== undefined && !isCurrent(remembered);
    if (remembered && !isStaleHit) return remembered;
    const cacheKey = responseCache.keyOf(url);
    if (!cacheKey || cacheKey.showsKey) return undefined;
    const answer = store.byKey(cacheKey.key);
    if (answer) store.alias(url, answer);
    return answer;
  }

  function newestAt(url: string): CachedResponse | undefined {
    isStaleHit = false;
    const cacheKey = responseCache.keyOf(url);
    return cacheKey && !cacheKey.showsKey ? store.newest(cacheKey.key) : undefined;
  }

  function send(response: ServerResponse, asked: CacheRequest, answer: CachedResponse, variant: Variant): void {
    const isShort = asked.ifNoneMatch !== undefined && isKnown(asked.ifNoneMatch, variant.tag);
    const id = requestId(asked.requestId);
    writeHead(response, isShort ? 304 : 200, isShort ? variant.short : variant.full, id, asked.age);
    if (isShort || asked.method === 'HEAD') response.end();
    else response.end(variant.body);
    count(answer, asked, isShort, id);
  }

  function writeHead(
    response: ServerResponse,
    status: number,
    { headers, text }: RawHeaders,
    id: string,
    age: number | undefined,
  ): void {
    if (heads.fits(response)) heads.write(response, status, text, id, age === undefined ? '' : staleLines(age));
    else
      response.writeHead(status, [
        ...headers,
        'x-request-id',
        id,
        ...(age === undefined ? [] : ['warning', STALE, 'age', String(age)]),
      ]);
  }

  function count(
    { counters, cells, route }: CachedResponse,
    { method, began }: CacheRequest,
    isShort: boolean,
    id: string,
  ): void {
    const milliseconds = performance.now() - began;
    const cell = method === 'GET' ? (isShort ? cells.short : cells.full) : counters.cell(method, isShort ? 304 : 200);
    cell.answers += 1;
    counters.took(milliseconds / 1000);
    if (isLogging) {
      logAnswer(log, { request_id: id, method, route, status: isShort ? 304 : 200, milliseconds });
    }
  }
}

/** Null if the request has a key, a repeated header, not exactly one Host, or a body. */
function askedOf({ headers, rawHeaders }: IncomingMessage, method: string, began: number): CacheRequest | null {
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null;
  let [acceptEncoding, ifNoneMatch, givenId]: (string | undefined)[] = [];
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string; // names and values alternate
    const { length } = name;
    if (length === 4) {
      if (name.toLowerCase() === 'host') hosts += 1;
      continue;
    }
    if (length < 12 || length > 15 || length === 14) continue;
    switch (name.toLowerCase()) {
      case 'authorization':
        return null;
      case 'accept-encoding':
        if (acceptEncoding !== undefined) return null;
        acceptEncoding = rawHeaders[at + 1];
        break;
      case 'if-none-match':
        if (ifNoneMatch !== undefined) return null;
        ifNoneMatch = rawHeaders[at + 1];
        break;
      case 'x-request-id':
        if (givenId !== undefined) return null;
        givenId = rawHeaders[at + 1];
    }
  }
  return hosts === 1 ? { method, acceptEncoding, ifNoneMatch, requestId: givenId, began, age: undefined } : null;
}
