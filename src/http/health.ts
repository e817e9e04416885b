/** `/healthz`: the process answers. `/readyz`: it can do its work. `/metrics`: figures. */
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { writesFailing } from '../db/connect.ts';
import { migrationStates } from '../db/migrate.ts';
import { sendingLag } from '../features/webhooks/stats.ts';
import type { CorsRule } from './cors.ts';

const PATIENCE = 2_000;
/** Sending is late when something is due for longer than this and nobody has claimed it. */
const LATE_SECONDS = 30;

export function mountHealth(app: FastifyInstance, pool: pg.Pool, registry: Registry): void {
  mountRead(app, '/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  mountRead(app, '/readyz', async (_request, reply) => {
    const checks = { database: await inTime(schemaState(pool), 'no answer').catch(() => 'away') };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    if (!isReady) reply.header('retry-after', '2');
    return {
      status: isReady ? 'ok' : 'not ready',
      checks,
      ...(isReady ? { deliveries: await deliveryState(pool), writes: writeState(pool) } : {}),
    };
  });
  mountRead(app, '/metrics', async (_request, reply) => {
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}

export function mountRead(app: FastifyInstance, url: string, handler: RouteHandlerMethod, cors?: CorsRule): void {
  app.route({ method: ['GET', 'HEAD'], url, config: { cors }, handler });
}

async function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, otherwise);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** For information: a process that cannot keep up with sending still answers requests well. */
async function deliveryState(pool: pg.Pool): Promise<string> {
  const seconds = await inTime(sendingLag(pool), 0).catch(() => 0);
  return seconds < LATE_SECONDS ? 'ok' : `behind by ${seconds} s`;
}

/** For information: while writes fail, reading works. */
function writeState(pool: pg.Pool): string {
  const failure = writesFailing(pool);
  return failure === null ? 'ok' : `failing: ${failure}`;
}

async function schemaState(pool: pg.Pool): Promise<string> {
  const pending = (await migrationStates(pool)).filter(({ appliedAt }) => appliedAt === null);
  return pending.length === 0 ? 'ok' : `${pending.length} migration(s) not applied`;
}
