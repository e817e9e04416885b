/** `/healthz`: the process answers. `/readyz`: it can do its work. `/metrics`: figures. */
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { migrationStates } from '../db/migrate.ts';

const PATIENCE = 2_000;

export function mountHealth(app: FastifyInstance, pool: pg.Pool, registry: Registry): void {
  mountRead(app, '/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  mountRead(app, '/readyz', async (_request, reply) => {
    const checks = { database: await databaseState(pool) };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    if (!isReady) reply.header('retry-after', '2');
    return { status: isReady ? 'ok' : 'not ready', checks };
  });
  mountRead(app, '/metrics', async (_request, reply) => {
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}

export function mountRead(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}

async function databaseState(pool: pg.Pool): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, 'no answer');
  });
  try {
    return await Promise.race([schemaState(pool), late]);
  } catch {
    return 'away';
  } finally {
    clearTimeout(timer);
  }
}

async function schemaState(pool: pg.Pool): Promise<string> {
  const pending = (await migrationStates(pool)).filter(({ appliedAt }) => appliedAt === null);
  return pending.length === 0 ? 'ok' : `${pending.length} migration(s) not applied`;
}
