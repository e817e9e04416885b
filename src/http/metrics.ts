/** Prometheus figures of one process. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WorkerStats } from '../jobs/stats.ts';

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function measure(app: FastifyInstance, pool: pg.Pool, queue: () => WorkerStats | null): Registry {
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
  measureQueue(registers, queue);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ route, method: request.method, status: reply.statusCode });
    latency.observe({ route }, reply.elapsedTime / 1000);
  });
  return registry;
}

const COUNTED = ['claimed', 'abandoned', 'done', 'retried', 'failed', 'lostFence', 'running', 'waiting'] as const;

/** The queue's worker counts for itself; its figures are read when they are asked for. */
function measureQueue(registers: Registry[], queue: () => WorkerStats | null): void {
  new Gauge({
    name: 'masthead_jobs',
    help: 'Lanes and jobs of this process’s worker since its start, by what became of them; running and waiting are now.',
    labelNames: ['what'],
    registers,
    collect() {
      const stats = queue();
      for (const what of COUNTED) if (stats) this.set({ what }, stats[what]);
    },
  });
  new Gauge({
    name: 'masthead_job_lateness_seconds',
    help: 'From the time a job or a schedule was due to its claim: the longest and the sum, since the start.',
    labelNames: ['what'],
    registers,
    collect() {
      const stats = queue();
      if (!stats) return;
      this.set({ what: 'longest' }, stats.latestMs / 1000);
      this.set({ what: 'sum' }, stats.totalLateMs / 1000);
    },
  });
}
