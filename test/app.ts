/** The real application on a real database and port, for one test file, with a small client. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { expect, inject } from 'vitest';
import { kysely, type Log, openPool } from '../src/db/connect.ts';
import { type ListenerOptions, openListener } from '../src/db/listener.ts';
import { followSites } from '../src/db/site-versions.ts';
import { removeDemoWhenAsked } from '../src/demo/removal.ts';
import { createPasswords } from '../src/features/accounts/passwords.ts';
import { publishScheduled } from '../src/features/articles/jobs.ts';
import { removeCampaign } from '../src/features/campaigns/jobs.ts';
import { serveDueEvents } from '../src/features/events/jobs.ts';
import { createLive } from '../src/features/live/hub.ts';
import type { DnsRecords } from '../src/features/mail/reader.ts';
import { fetchRemoteImages } from '../src/features/media/remote.ts';
import { useMediaAddress } from '../src/features/media/settings.ts';
import { type MediaSettings, type MediaTools, openMediaTools } from '../src/features/media/tools.ts';
import { refreshFeatures, renderArticles, sanitizeStored } from '../src/features/publication/jobs.ts';
import { rebuildRollups } from '../src/features/rollups/jobs.ts';
import { clearSources } from '../src/features/sources/jobs.ts';
import type { WebhookTools } from '../src/features/webhooks/commands.ts';
import { clearWebhooks, replayEvents, sendTests } from '../src/features/webhooks/jobs.ts';
import { WEBHOOK_LANES } from '../src/features/webhooks/lanes.ts';
import { secretsWith } from '../src/features/webhooks/secrets.ts';
import { startSender } from '../src/features/webhooks/sender.ts';
import { type AppOptions, createApp } from '../src/http/app.ts';
import { createCaches } from '../src/http/cache/caches.ts';
import { intakeRoutes } from '../src/intake/handlers.ts';
import { intakeHandlers } from '../src/intake/jobs.ts';
import { networkTools } from '../src/intake/network-tools.ts';
import { JOB_LANES } from '../src/jobs/job-lanes.ts';
import { startWorker } from '../src/jobs/worker.ts';
import { atFileEnd } from './at-file-end.ts';
import { withClient } from './database.ts';

/** As in start.ts. */
export const LANE_TABLES = [JOB_LANES, WEBHOOK_LANES];

/** The message, then its fields. */
const asLines =
  (log: string[]): Log =>
  (_level, message, fields = {}) =>
    log.push(`${message} ${JSON.stringify(fields)}`);

export const ADMIN = 'admin-token-for-tests';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  body: any;
}

export interface TestApp {
  url: string;
  pool: pg.Pool;
  database: pg.ClientConfig;
  /** Set it to freeze the clock. */
  clock: { now: Date | null };
  media: MediaTools;
  log: string[];
  /** Stops it before the end of the test file. */
  stop(): Promise<void>;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  get(path: string, options?: RequestOptions): Promise<Reply>;
  /** The management API with the administrator's token; fails the test unless the status is the expected one. */
  manage(method: string, path: string, body?: unknown, status?: number): Promise<Reply['body']>;
  site(fields?: Record<string, unknown>): Promise<number>;
}

export interface RequestOptions {
  token?: string | null;
  body?: unknown;
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
}

/**
 * A busy machine must not cause 503: timeouts are tested on the real program, in test/faults. Four connections: each one
 * that is opened reads the catalog and plans every statement anew, which took a quarter of the time of such tests.
 */
export const PATIENT = {
  max: 4,
  statement_timeout: 60_000,
  query_timeout: 60_000,
  connectionTimeoutMillis: 60_000,
  idle_in_transaction_session_timeout: 60_000,
};
/** Quotas of a day rest around midnight: in this time zone it is about noon. */
const hoursAfterNoon = new Date().getUTCHours() - 12;
export const FAR_FROM_MIDNIGHT = `Etc/GMT${hoursAfterNoon < 0 ? hoursAfterNoon : `+${hoursAfterNoon}`}`;
const DONE: Record<string, number> = { GET: 200, POST: 201, PATCH: 200, PUT: 200, DELETE: 204 };

export async function freshDatabase(): Promise<pg.ClientConfig & { database: string }> {
  const server = inject('server');
  const database = `masthead_test_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) =>
    client.query(`create database ${database} template ${inject('template')} strategy file_copy`),
  );
  atFileEnd(() => withClient(server, (client) => client.query(`drop database ${database} with (force)`)));
  return { ...server, database };
}

export interface TestOptions extends ListenerOptions {
  isWorking?: boolean;
  isSending?: boolean;
  connections?: number;
  /** What name servers say about senders of e-mail; tests ask no real ones. */
  dnsRecords?: DnsRecords;
  /** Of the addresses of e-mail sources. */
  mailDomain?: string;
  /** Of simulated networks. */
  networkUrls?: Record<string, string>;
  /** Of networks; simulated ones know every client. */
  networkClients?: Record<string, { id: string; secret: string | null }>;
  /** Another application's database, to share it. */
  database?: pg.ClientConfig;
}

export async function testApp(overrides: Partial<AppOptions> = {}, options: TestOptions = {}): Promise<TestApp> {
  const { isWorking = false, isSending = false, database = await freshDatabase() } = options;
  const log: string[] = [];
  const clock: TestApp['clock'] = { now: null };
  const pool = openPool(
    { ...database, ...PATIENT, max: options.connections ?? PATIENT.max },
    'serve',
    (_level, message) => log.push(message),
  );
  const listener = openListener(pool, options);
  const { tracing = null } = overrides;
  const versions = followSites(kysely(pool), listener);
  const media = overrides.media ?? mediaTools();
  const network = networkTools(overrides.webhooks ?? webhookTools(), options.networkUrls ?? {}, {
    ...{ linkedinVersion: '202609', daysEndIn: FAR_FROM_MIDNIGHT, networkClients: options.networkClients ?? {} },
  });
  const app = createApp({
    db: kysely(pool),
    pool,
    versions,
    log: pino({ level: 'debug' }, { write: (line) => log.push(line) }),
    trustProxy: [],
    manageOrigins: [],
    caches: createCaches(32 * 1024 * 1024),
    version: '0.0.0-test',
    publicUrl: () => url,
    now: () => clock.now ?? new Date(),
    wireWord: 'service',
    apiKeySchemes: [`${overrides.wireWord ?? 'service'}-API-KEY`],
    adminToken: ADMIN,
    rateLimit: 0,
    strangerLimit: 1_000_000,
    manageLimit: 1_000_000,
    voteLimit: 1_000_000,
    guestLimit: 1_000_000,
    webhooks: webhookTools(),
    intake: intakeRoutes(media, network, { rawDays: 14, mailDomain: options.mailDomain ?? null }),
    live: createLive({ db: kysely(pool), listener, pollMs: 100, heartbeatMs: 500, checkMs: 500 }),
    passwords: createPasswords(true, PATIENT.query_timeout),
    isProduction: false,
    media,
    deadline: PATIENT.query_timeout,
    ...overrides,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  if (!options.database)
    await useMediaAddress(kysely(pool), overrides.mediaPublicUrl ?? overrides.publicUrl?.() ?? url);
  const worker = isWorking
    ? startWorker({
        db: kysely(pool),
        pool,
        listener,
        laneTables: LANE_TABLES,
        tracing,
        log: asLines(log),
        handlers: [
          publishScheduled,
          serveDueEvents,
          refreshFeatures,
          renderArticles,
          sanitizeStored,
          removeCampaign,
          removeDemoWhenAsked,
          rebuildRollups,
          replayEvents,
          clearWebhooks,
          clearSources,
          ...intakeHandlers(
            overrides.webhooks ?? webhookTools(),
            {
              rawDays: 14,
              mailDays: 30,
              publicUrl: overrides.publicUrl ?? (() => url),
              dnsRecords: options.dnsRecords ?? {},
              network,
            },
            media,
          ),
          sendTests({ ...(overrides.webhooks ?? webhookTools()), wireWord: 'service', env: 'production' }),
          fetchRemoteImages(media, overrides.webhooks ?? webhookTools()),
        ],
      })
    : null;
  const sender = isSending
    ? startSender({
        ...{ db: kysely(pool), pool, listener, versions, wireWord: 'service', env: 'production' },
        ...(overrides.webhooks ?? webhookTools()),
        laneTables: LANE_TABLES,
        tracing,
        log: asLines(log),
      })
    : null;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const closed = app.close();
    // A response that a test did not read to its end would keep its connection open for 72 s.
    app.server.closeAllConnections();
    await closed;
    await worker?.stop();
    await sender?.stop();
    await media.images.stop();
    await versions.stop();
    await listener.stop();
    await pool.end();
  };
  const stopOnce = () => {
    stopped ??= stop();
    return stopped;
  };
  // Registered after the database's own clean-up, so it runs before it.
  atFileEnd(stopOnce);
  return { url, pool, database, clock, media, log, stop: stopOnce, ...client(url) };
}

/** Timeouts that no load of the machine reaches, and the priority of the test, which waits for its pictures. */
const UNHURRIED = { timeout: 240_000, svgTimeout: 240_000, priority: 0 };

/** Media in a folder of their own. */
export function mediaTools(settings: Partial<MediaSettings> = {}): MediaTools {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-media-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  return openMediaTools({ folder, s3: null, storedIn: 'disk', ...settings }, () => {}, UNHURRIED);
}

/** Resolves names without the network: names under `.example` get public addresses. */
export function webhookTools(overrides: Partial<WebhookTools> = {}): WebhookTools {
  return {
    secrets: secretsWith(Buffer.alloc(32, 'k')),
    allowPrivate: true,
    async resolve(host) {
      if (host === 'localhost') return ['127.0.0.1'];
      return host.endsWith('.example') ? ['93.184.216.34'] : [host];
    },
    ...overrides,
  };
}

function client(url: string): Pick<TestApp, 'request' | 'get' | 'manage' | 'site'> {
  const request: TestApp['request'] = async (method, path, { token = null, body, rawBody, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(rawBody === undefined ? {} : { body: rawBody as string }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const manage: TestApp['manage'] = async (method, path, body, status = DONE[method]) => {
    const reply = await request(method, `/v1/manage${path}`, { token: ADMIN, body });
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(status);
    return reply.body;
  };
  return {
    request,
    manage,
    get: (path, options) => request('GET', path, options),
    site: async (fields = {}) => {
      const site = { name: 'Test', url: 'https://test.example', time_zone: 'Europe/Helsinki', ...fields };
      return (await manage('POST', '/sites', { site })).site.id;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
