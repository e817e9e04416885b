/**
 * `/healthz`: the process answers. `/readyz`: it can reach a migrated database; `?exclude=database`: it serves requests, in an outage of the
 * database from its cache. `/metrics`: figures.
 */
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { type Db, limited, type Queryable, writesFailing } from '../db/connect.ts';
import { migrationStates } from '../db/migrate.ts';
import { sourceCounts } from '../features/sources/stats.ts';
import { sendingLag } from '../features/webhooks/stats.ts';
import type { CorsRule } from './cors.ts';

/** A server that is slower than this counts as unavailable. */
const TIMEOUT_MS = 2_000;
/** Sending is behind if a delivery is due for longer than this and not claimed. */
const LATE_SECONDS = 30;

export interface HealthOptions {
  db: Db;
  pool: pg.Pool;
  registry: Registry;
  /** Whether the process is about to stop. */
  isDraining: () => boolean;
  metrics: () => Promise<string>;
}

export function mountHealth(app: FastifyInstance, { db, pool, registry, isDraining, metrics }: HealthOptions): void {
  const queries = limited(db);
  mountRead(app, '/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  mountRead(app, '/readyz', async ({ query }, reply) => {
    if (isDraining()) {
      reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '2' });
      return { status: 'stopping', checks: {} };
    }
    if (excludesDatabase(query)) {
      reply.header('cache-control', 'no-store');
      return { status: 'ok', checks: {} };
    }
    const checks = { database: await inTime(schemaState(queries), 'no answer').catch(() => 'unavailable') };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    if (!isReady) reply.header('retry-after', '2');
    return {
      status: isReady ? 'ok' : 'not ready',
      checks,
      ...(isReady
        ? { deliveries: await deliveryState(queries), sources: await sourceState(queries), writes: writeState(pool) }
        : {}),
    };
  });
  mountRead(app, '/metrics', async (_request, reply) => {
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return metrics();
  });
}

/** As Kubernetes names it, also repeated (`exclude=a&exclude=database`). */
function excludesDatabase(query: unknown): boolean {
  const { exclude } = query as { exclude?: string | string[] }; // parsed by the router
  return [exclude].flat().includes('database');
}

export function mountRead(app: FastifyInstance, url: string, handler: RouteHandlerMethod, cors?: CorsRule): void {
  app.route({ method: ['GET', 'HEAD'], url, config: { cors }, handler });
}

async function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, otherwise);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** For information: a process that is behind with sending can still answer requests. */
async function deliveryState(queries: Queryable): Promise<string> {
  const seconds = await inTime(sendingLag(queries), 0).catch(() => 0);
  return seconds < LATE_SECONDS ? 'ok' : `behind by ${seconds} s`;
}

/** For information: other servers fail, not this one. */
async function sourceState(queries: Queryable): Promise<string> {
  const failing = await inTime(
    sourceCounts(queries).then((counts) => counts.failing),
    0,
  ).catch(() => 0);
  return failing === 0 ? 'ok' : `${failing} failing`;
}

/** For information: while writes fail, reading works. */
function writeState(pool: pg.Pool): string {
  const failure = writesFailing(pool);
  return failure === null ? 'ok' : `failing: ${failure}`;
}

async function schemaState(queries: Queryable): Promise<string> {
  const pending = (await migrationStates(queries)).filter(({ appliedAt }) => appliedAt === null);
  return pending.length === 0 ? 'ok' : `${pending.length} migration(s) not applied`;
}
