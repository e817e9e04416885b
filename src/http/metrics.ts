/** Prometheus figures of one process. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function measure(app: FastifyInstance, pool: pg.Pool): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'masthead_' });
  const registers = [registry];
  const requests = new Counter({
    name: 'masthead_http_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'masthead_http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route.',
    labelNames: ['route'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  new Gauge({
    name: 'masthead_database_connections',
    help: 'Connections of the pool, by state; waiting are requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ route, method: request.method, status: reply.statusCode });
    latency.observe({ route }, reply.elapsedTime / 1000);
  });
  return registry;
}
