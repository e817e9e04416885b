/** The HTTP application: what holds for every request, and the tables of routes mounted on it. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { analyticsApi, contentApi, manageApi } from '../contract/routes.ts';
import { malformed, methodNotAllowed, notFound, unsupportedMedia } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import type { WebhookTools } from '../features/webhooks/commands.ts';
import type { SenderStats } from '../features/webhooks/stats.ts';
import type { WorkerStats } from '../jobs/stats.ts';
import { type AuthorizeOptions, createAuthorize } from './authorize.ts';
import { bind, pathOf, rowsOf } from './bind.ts';
import { createDocumentCache } from './cache/document-cache.ts';
import { installFrontCache } from './cache/front-cache.ts';
import { createResponseCache } from './cache/response-cache.ts';
import { isOpenToBrowsers, openToBrowsers, preflightHeaders } from './cors.ts';
import { SECURITY_HEADERS } from './default-headers.ts';
import { encodeAnswer } from './encode.ts';
import { answerErrors, answerExpectation, answerFrameworkError, answerUnreadable } from './errors.ts';
import { mountFiles } from './files.ts';
import { analyticsHandlers, contentHandlers, manageHandlers } from './handlers.ts';
import { mountHealth, mountRead } from './health.ts';
import { isLines, takeLines } from './lines.ts';
import { logAnswer } from './log-answer.ts';
import { measure } from './metrics.ts';
import { openApi } from './openapi.ts';
import { parseQuery } from './query.ts';
import { createRequestCounters, type RequestCounters } from './request-counters.ts';
import { requestId } from './request-id.ts';
import { measureWebhooks } from './webhook-metrics.ts';

export interface AppOptions extends Omit<AuthorizeOptions, 'now'> {
  db: Db;
  pool: pg.Pool;
  log: FastifyBaseLogger;
  trustProxy: string[];
  wireWord: string;
  /** For answers that are kept; 0 keeps none. */
  cacheBytes: number;
  version: string;
  /** Known once the server listens, when the port was left to the system. */
  publicUrl: () => string;
  /** The address of the analytics API, where it is not the same. */
  analyticsUrl?: string | null;
  now: () => Date;
  /** Milliseconds that a request may take; 5,000 unless said otherwise. */
  deadline?: number;
  webhooks: WebhookTools;
  /** A process that only works off the queue tells its health and nothing else. */
  role?: 'all' | 'http' | 'work';
  /** What the worker of this process counts, when it has one. */
  queue?: () => WorkerStats | null;
  /** The same of its sender. */
  sender?: () => SenderStats | null;
}

/** No request waits for the database longer than this. */
const DEADLINE = 5_000;
/** Of the memory for what is kept. */
const DOCUMENTS_SHARE = 1 / 4;
const REQUEST_TIMEOUT = 30_000;
const HEADERS_TIMEOUT = 10_000;
const KEEP_ALIVE = 72_000;
const LONGEST_PARAMETER = 200;

export function createApp(options: AppOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    // Not Node's: it would end a stream that goes on arriving. limitArrival ends all others.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE,
    http: { headersTimeout: HEADERS_TIMEOUT },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER, querystringParser: parseQuery },
    clientErrorHandler: answerUnreadable,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    genReqId: (request) => requestId(request.headers['x-request-id']),
    frameworkErrors: answerFrameworkError,
  });
  const { db, now } = options;
  const paths = mountedPaths(app);
  const registry = new Registry();
  const counters = createRequestCounters(registry);
  const { responseCache, documents } = cachesOf(options, counters);
  measure(app, {
    registry,
    pool: options.pool,
    queue: options.queue ?? (() => null),
    counters,
    responseCache,
    documents,
  });
  measureWebhooks(registry, db, options.sender ?? (() => null));
  answerErrors(app);
  app.server.on('checkExpectation', answerExpectation);
  readJsonOnly(app);
  takeLines(app);
  limitArrival(app);
  dressAnswers(app);
  logAnswers(app);
  const authorize = createAuthorize({ ...options, now: () => now().getTime() });
  const { publicUrl, wireWord } = options;
  const { deadline = DEADLINE } = options;
  const bound = { db, authorize, now, publicUrl, wireWord, deadline };
  mountHealth(app, options.pool, registry);
  if (options.role !== 'work') {
    bind(app, contentApi, contentHandlers, { ...bound, responseCache, documents });
    bind(app, analyticsApi, analyticsHandlers, { ...bound, publicUrl: () => options.analyticsUrl ?? publicUrl() });
    bind(app, manageApi, manageHandlers(options.webhooks), bound);
    mountFiles(app);
  }
  mountRead(app, '/openapi.json', async () => openApi({ ...options, publicUrl: options.publicUrl() }));
  mountRead(app, '/', async (_request, reply) => reply.redirect('/docs'));
  answerUnknown(app, paths);
  // Where reads are limited, the authorize counts them before anything is answered.
  if (responseCache && options.rateLimit === 0)
    installFrontCache(app, { ...options, responseCache, timeoutMs: deadline / 5 });
  return app;
}

/** Answers, and the documents that the next ones are made of. */
function cachesOf({ cacheBytes, role, versions }: AppOptions, counters: RequestCounters) {
  if (cacheBytes === 0 || role === 'work') return { responseCache: null, documents: null };
  const forDocuments = Math.floor(cacheBytes * DOCUMENTS_SHARE);
  const rows = rowsOf(contentApi).map(({ row }) => row);
  return {
    responseCache: createResponseCache({ rows, budget: cacheBytes - forDocuments, versions, counters }),
    documents: createDocumentCache(forDocuments),
  };
}

/** Bodies are JSON in UTF-8; an empty one is no body. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return done(unsupportedMedia('Send the body without Content-Encoding.'));
    }
    const text = decoded(body as Buffer); // parseAs says so
    if (text === null) return done(malformed('The body is not UTF-8.'));
    if (text.trim() === '') return done(null, undefined);
    return parse(request, text, (error, value) => done(error && malformed('The body is not valid JSON.'), value));
  });
}

function decoded(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** A body has to be there in time, unless it is read line by line, where the reader sees to it. */
function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { headers, raw } = request;
    if ((!headers['content-length'] && !headers['transfer-encoding']) || isLines(request)) return;
    const late = setTimeout(() => {
      if (!raw.complete) answerUnreadable({ name: '', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
    }, REQUEST_TIMEOUT);
    raw.once('close', () => clearTimeout(late));
  });
}

/** Headers of every answer, errors included. */
function dressAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, ...SECURITY_HEADERS });
    if (isOpenToBrowsers(request.url)) {
      openToBrowsers(request, reply, request.routeOptions.config?.isPersonal ?? false);
    }
  });
  app.addHook('onSend', encodeAnswer);
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    logAnswer(request.log, {
      method: request.method,
      route,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
    });
  });
}

interface Mounted {
  methods: Set<string>;
  isPersonal: boolean;
}

/** Notes every address as it is mounted, with the methods it answers. */
function mountedPaths(app: FastifyInstance): Map<string, Mounted> {
  const paths = new Map<string, Mounted>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const { methods, isPersonal } = paths.get(url) ?? { methods: [], isPersonal: false };
    paths.set(url, {
      methods: new Set([...methods, ...[method].flat()]),
      isPersonal: isPersonal || (config?.isPersonal ?? false),
    });
  });
  return paths;
}

/** 404, or 405 where the address exists for other methods, or the answer to a browser's preflight. */
function answerUnknown(app: FastifyInstance, paths: Map<string, Mounted>): void {
  const patterns = [...paths].map(([url, mounted]) => ({ pattern: patternOf(url), ...mounted }));
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    if (found.length === 0) throw notFound('There is nothing at this address.');
    const allow = [...new Set(found.flatMap(({ methods }) => [...methods])), 'OPTIONS'];
    const isOpen = isOpenToBrowsers(request.url);
    if (isOpen)
      openToBrowsers(
        request,
        reply,
        found.some(({ isPersonal }) => isPersonal),
      );
    if (request.method !== 'OPTIONS') throw methodNotAllowed(allow);
    if (isOpen) reply.headers(preflightHeaders(allow));
    return reply.code(204).header('allow', allow.join(', ')).send();
  });
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[a-z_]+/g, '[^/]+')}$`);
}
