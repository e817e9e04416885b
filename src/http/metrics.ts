/** Prometheus figures of one process. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { waitingAt, writesFailing } from '../db/connect.ts';
import type { Replicas } from '../db/replicas.ts';
import type { WorkerStats } from '../jobs/stats.ts';
import type { Caches } from './cache/caches.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { RequestCounters } from './request-counters.ts';

/** Each measurement wakes the process: at 10 ms, as by default, they were half of what an idle one took. */
const LOOP_MS = 50;

export interface Measured {
  registry: Registry;
  pool: pg.Pool;
  queue: () => WorkerStats | null;
  counters: RequestCounters;
  responseCache: ResponseCache | null;
  caches: Caches;
  replicas: Replicas | null;
}

export function measure(
  app: FastifyInstance,
  { registry, pool, queue, counters, responseCache, caches, replicas }: Measured,
): void {
  collectDefaultMetrics({ register: registry, prefix: 'masthead_', eventLoopMonitoringPrecision: LOOP_MS });
  const registers = [registry];
  new Gauge({
    name: 'masthead_database_connections',
    help: 'Connections of the pool, by state; waiting are requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, waitingAt(pool));
    },
  });
  new Gauge({
    name: 'masthead_writes_failing',
    aggregator: 'max',
    help: '1 while the database rejects every write: its disk is full or fails, or it is read-only. /readyz says which.',
    registers,
    collect() {
      this.set(Number(writesFailing(pool) !== null));
    },
  });
  if (replicas) measureReplicas(registers, replicas);
  measureQueue(registers, queue);
  if (responseCache) measureCache(registers, responseCache, caches);
  app.addHook('onResponse', async (request, reply) => {
    const ofRoute = counters(request.routeOptions.url ?? 'unknown');
    ofRoute.cell(request.method, reply.statusCode).answers += 1;
    ofRoute.took(reply.elapsedTime / 1000);
  });
}

function measureReplicas(registers: Registry[], replicas: Replicas): void {
  new Gauge({
    name: 'masthead_replica_reads',
    help: 'Reads that a replica could answer, since the start: by a replica; by the primary, because the replica was behind or failed.',
    labelNames: ['from'],
    registers,
    collect() {
      for (const [from, count] of Object.entries(replicas.counts())) this.set({ from }, count);
    },
  });
}

function measureCache(registers: Registry[], { counts, store }: ResponseCache, { documents, rollups }: Caches): void {
  new Gauge({
    name: 'masthead_cache_requests',
    help: 'Requests for cacheable responses since the start: hits; misses, which computed one; shared, which waited for it.',
    labelNames: ['what'],
    registers,
    collect() {
      for (const [what, count] of Object.entries(counts)) this.set({ what }, count);
    },
  });
  new Gauge({
    name: 'masthead_cache_size',
    help: 'Cached responses (answers) and their bytes in all encodings; the same of articles (documents) and of rows of campaigns.',
    labelNames: ['what'],
    registers,
    collect() {
      const sizes = { ...store.size(), ...documents?.size(), ...rollups.size() };
      for (const [what, size] of Object.entries(sizes)) this.set({ what }, size);
    },
  });
}

const COUNTED = ['claimed', 'abandoned', 'done', 'retried', 'failed', 'lostFence', 'running', 'waiting'] as const;

/** The worker counts; the figures are read on each scrape. */
function measureQueue(registers: Registry[], queue: () => WorkerStats | null): void {
  new Gauge({
    name: 'masthead_jobs',
    help: 'Lanes and jobs of this process’s worker since its start, by outcome; running and waiting are current numbers.',
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
