/** The HTTP application: hooks for every request, and the tables of routes. */
import { dirname } from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { analyticsApi, contentApi, manageApi } from '../contract/routes.ts';
import { malformed, methodNotAllowed, notFound } from '../core/errors.ts';
import { type Db, writesFailing } from '../db/connect.ts';
import type { Replicas } from '../db/replicas.ts';
import type { Passwords } from '../features/accounts/passwords.ts';
import { passkeyHosts } from '../features/accounts/relying-party.ts';
import type { DemoTools } from '../features/demo/handlers.ts';
import type { IdentityTools } from '../features/identities/handlers.ts';
import type { Oidc } from '../features/identities/oidc.ts';
import type { Live } from '../features/live/hub.ts';
import type { MediaTools } from '../features/media/tools.ts';
import type { ProcessFacts } from '../features/operations/handlers.ts';
import { sourceCounts } from '../features/sources/stats.ts';
import type { WebhookTools } from '../features/webhooks/commands.ts';
import { type SenderStats, sendingLag } from '../features/webhooks/stats.ts';
import type { WorkerStats } from '../jobs/stats.ts';
import type { Tracing } from '../tracing/span.ts';
import { collectAddresses } from './addresses.ts';
import { type AuthorizeOptions, createAuthorize } from './authorize.ts';
import { type BackupFigures, measureBackups } from './backup-metrics.ts';
import { bind, rowsOf } from './bind.ts';
import type { Caches } from './cache/caches.ts';
import { type AnswerStale, installFrontCache } from './cache/front-cache.ts';
import { createResponseCache, type ResponseCache } from './cache/response-cache.ts';
import { createCors } from './cors.ts';
import { SECURITY_HEADERS } from './default-headers.ts';
import { encodeAnswer } from './encode.ts';
import {
  answerConnect,
  answerErrors,
  answerExpectation,
  answerFrameworkError,
  answerUnreadable,
  type Reception,
} from './errors.ts';
import { mountFiles } from './files.ts';
import { mountForms } from './forms.ts';
import { analyticsHandlers, contentHandlers, type IntakeRoutes, manageHandlers } from './handlers.ts';
import { mountHealth, mountRead } from './health.ts';
import { createLimits, type LimitOptions } from './limits.ts';
import { logAnswer } from './log-answer.ts';
import { mountMedia } from './media.ts';
import { measure } from './metrics.ts';
import { mountNewsroom } from './newsroom.ts';
import { openApi } from './openapi.ts';
import { mountPreviews } from './preview-page.ts';
import { parseQuery } from './query.ts';
import { createRequestCounters, type RequestCounters } from './request-counters.ts';
import { createRequestIds } from './request-id.ts';
import { installSignInGate } from './sign-in-gate.ts';
import { type MailCounts, measureMail, measureSources } from './source-metrics.ts';
import { refuseTarget } from './target.ts';
import { traceRequests } from './trace-requests.ts';
import { closeIfUnread } from './unread.ts';
import { measureWebhooks } from './webhook-metrics.ts';
import { mountWebSub } from './websub.ts';
import { mountWelcome } from './welcome.ts';

export interface AppOptions extends Omit<AuthorizeOptions, 'now' | 'limits' | 'publicUrl'>, Omit<LimitOptions, 'now'> {
  db: Db;
  pool: pg.Pool;
  log: FastifyBaseLogger;
  trustProxy: string[];
  wireWord: string;
  /** Origins whose pages may use the management API. */
  manageOrigins: string[];
  caches: Caches;
  version: string;
  /** A function, because a port of 0 is known only once the server listens. */
  publicUrl: () => string;
  /** The base of the addresses of media, if it differs. */
  mediaPublicUrl?: string | null;
  /** The address of the analytics API, if it differs. */
  analyticsUrl?: string | null;
  now: () => Date;
  /** Whether the process is about to stop: it still serves, but asks load balancers to go elsewhere. */
  isDraining?: () => boolean;
  /** `/metrics`, where several processes share the port. */
  allMetrics?: (own: Registry) => () => Promise<string>;
  /** Milliseconds that a request may take; default 5,000. */
  deadline?: number;
  /** Milliseconds for the headers of a request to arrive; default 10,000. */
  headersTimeout?: number;
  /** Milliseconds for a body, or the next line of a streamed one, to arrive; default 30,000. */
  bodyTimeout?: number;
  webhooks: WebhookTools;
  intake: IntakeRoutes;
  /** Streams of events; null where none are served. */
  live?: Live | null;
  media: MediaTools;
  /** Null if the demo cannot be removed here. */
  demoTools?: DemoTools | null;
  passwords: Passwords;
  replicas?: Replicas | null;
  /** Null: nothing is traced. */
  tracing?: Tracing | null;
  /** Null if no OpenID Connect provider is configured. */
  oidc?: Oidc | null;
  /** With `work` only health and metrics are served. */
  role?: 'all' | 'http' | 'work';
  /** Counters of this process's worker, if it has one. */
  queue?: () => WorkerStats | null;
  /** Seconds that cached responses are served without the database. */
  staleMax?: number;
  /** Null: it makes no backups. */
  backups?: (() => Promise<BackupFigures>) | null;
  /** Counters of its SMTP port. */
  mail?: () => MailCounts | null;
  /** Counters of its sender. */
  sender?: () => SenderStats | null;
}

/** Seconds. */
const STALE_MAX = 3_600;
/** No request waits for the database longer than this. */
const DEADLINE = 5_000;
const BODY_TIMEOUT = 30_000;
const HEADERS_TIMEOUT = 10_000;
const KEEP_ALIVE = 72_000;
const LONGEST_PARAMETER = 200;

export function createApp(options: AppOptions): FastifyInstance {
  const { headersTimeout = HEADERS_TIMEOUT } = options;
  const requestId = createRequestIds();
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    // Node's timeout would end long streams. The readers of bodies have their own.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE,
    // Node would answer a missing Host with an empty 400; see `refuseTarget`.
    http: { headersTimeout, connectionsCheckingInterval: headersTimeout / 2, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER, querystringParser: parseQuery },
    clientErrorHandler: answerUnreadable,
    // Otherwise Fastify would refuse requests on open connections with an error of its own.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    genReqId: (request) => requestId(request.headers['x-request-id']),
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply, reception),
  });
  const { db, now } = options;
  const limits = createLimits({ ...options, now: () => now().getTime() });
  const addresses = collectAddresses(app);
  const reception: Reception = { addresses, limits, cors: createCors(options.manageOrigins) };
  const registry = new Registry();
  const counters = createRequestCounters(registry);
  const { documents, rollups } = options.caches;
  const responseCache = responseCacheOf(options, counters);
  measure(app, {
    registry,
    pool: options.pool,
    queue: options.queue ?? (() => null),
    counters,
    responseCache,
    caches: options.caches,
    replicas: options.replicas ?? null,
  });
  measureSources(registry, db);
  measureBackups(registry, options.backups ?? null);
  measureMail(registry, options.mail ?? (() => null));
  measureWebhooks(registry, db, options.sender ?? (() => null));
  if (options.tracing) traceRequests(app, options.tracing);
  let answerStale: AnswerStale | null = null;
  answerErrors(app, () => answerStale);
  answerUnusual(app);
  answerHalfClosed(app);
  leaveBodies(app);
  receive(app, reception);
  closeWhenStopping(app);
  app.addHook('onSend', encodeAnswer);
  logAnswers(app);
  const authorize = createAuthorize({ ...options, limits, now: () => now().getTime() });
  const { publicUrl, wireWord } = options;
  const { deadline = DEADLINE, bodyTimeout = BODY_TIMEOUT } = options;
  const { replicas = null } = options;
  const bound = { db, replicas, authorize, now, publicUrl, wireWord, deadline, bodyTimeout, rollupCache: rollups };
  mountHealth(app, {
    db,
    pool: options.pool,
    registry,
    isDraining: options.isDraining ?? (() => false),
    metrics: options.allMetrics?.(registry) ?? (() => registry.metrics()),
  });
  const document = openApiText(options);
  if (options.role !== 'work') {
    bind(app, contentApi, contentHandlers, { ...bound, responseCache, documents });
    bind(app, analyticsApi, analyticsHandlers, { ...bound, publicUrl: () => options.analyticsUrl ?? publicUrl() });
    const uploads = { folder: options.media.workFolder, atOnce: 0, byCaller: new Map<string, number>() };
    const { webhooks, media, demoTools = null, intake } = options;
    const handlers = manageHandlers(webhooks, signInTools(options), media, demoTools, intake, factsOf(options));
    bind(app, manageApi, handlers, { ...bound, uploads, live: options.live ?? null });
    // Streams would keep the server from closing.
    app.addHook('preClose', async () => options.live?.stop());
    mountFiles(app, limits);
    mountWelcome(app, publicUrl);
    mountNewsroom(app, options);
    mountPreviews(app, { db, limits, now });
    mountForms(app, { ...options, limits, uploads, bodyTimeout, handlers: intake.forms });
    mountWebSub(app, { db, limits });
    mountMedia(app, { ...options, authorize, limits, now: () => now().getTime() });
  }
  mountRead(
    app,
    '/openapi.json',
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(document()),
    'open',
  );
  // With a rate limit on reads, `authorize` must count each of them.
  if (responseCache && options.rateLimit === 0)
    answerStale = installFrontCache(app, { ...options, responseCache, requestId, timeoutMs: deadline / 5 });
  if (options.role !== 'work')
    installSignInGate(app, { ...options, gate: options.passwords.gate, requestId, counters });
  return app;
}

function signInTools({ passwords, publicUrl, isProduction, oidc = null }: AppOptions): IdentityTools {
  const ways = () => ({
    passwordsAreOn: passwords.areOn,
    passkeyHosts: passkeyHosts(publicUrl(), isProduction),
    issuer: oidc?.settings.issuer ?? null,
    issuerName: oidc?.settings.name ?? null,
  });
  return { passwords, ways, oidc, publicUrl };
}

/** The document is made once: it depends on the settings alone. */
function openApiText(options: AppOptions): () => string {
  let text: string | null = null;
  return () => {
    text ??= JSON.stringify(openApi({ ...options, publicUrl: options.publicUrl() }));
    return text;
  };
}

function factsOf({ version, media, now, pool, backups = null }: AppOptions): ProcessFacts {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  const writes = () => writesFailing(pool);
  return { version, startedAt, now, folder: dirname(media.workFolder), writes, backups, sourceCounts, sendingLag };
}

function responseCacheOf(
  { caches, versions, staleMax = STALE_MAX }: AppOptions,
  counters: RequestCounters,
): ResponseCache | null {
  if (!caches.responses) return null;
  const rows = rowsOf(contentApi).map(({ row }) => row);
  return createResponseCache({ rows, store: caches.responses, versions, counters, staleMax });
}

/** Requests that Node passes to other listeners than the router. */
function answerUnusual(app: FastifyInstance): void {
  app.server.on('checkExpectation', answerExpectation);
  // The reader of the body sends `100 Continue`, after authorization.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', answerConnect);
}

/**
 * Clients may close their side right after the request (`nc -N`), which does not cancel it (RFC 9112, 9.6). By default Node
 * drops the response. With this property, which its docs do not list, it sends the responses that are due and then closes.
 */
function answerHalfClosed(app: FastifyInstance): void {
  Object.assign(app.server, { httpAllowHalfOpen: true });
}

/** Fastify would read bodies before the handler runs; see `readJson`. */
function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.decorateRequest('admission', null);
}

/** Hooks for every request, before its body is read. */
function receive(app: FastifyInstance, { addresses, limits, cors }: Reception): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, ...SECURITY_HEADERS });
    refuseTarget(request, reply);
    if (!request.is404) return cors.allow(request.routeOptions.config.cors, request, reply);
    const { methods, cors: rule, isMalformed } = addresses(request);
    cors.allow(rule, request, reply);
    if (isMalformed) throw malformed('The address contains a malformed escape.');
    if (request.method === 'OPTIONS' && methods.length > 0) {
      cors.allowMethods(rule, methods, request, reply);
      return reply.code(204).header('allow', methods.join(', ')).send();
    }
    limits.countUnknown(request, reply);
    throw methods.length === 0 ? notFound('There is nothing at this address.') : methodNotAllowed(methods);
  });
  app.addHook('onSend', async (request, reply) => closeIfUnread(request, reply));
}

/** A client that may keep its connection after the last answer would hold up the stop until it closes it. */
function closeWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    logAnswer(request.log, {
      method: request.method,
      route,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
      caller: request.admission?.admitted.caller.name ?? undefined,
      isStream: String(reply.getHeader('content-type')).startsWith('text/event-stream'),
    });
  });
}
