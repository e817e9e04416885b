/**
 * Responses by route, method and status, and their latency. Counting is an addition to an object that was looked up before,
 * because the front cache counts every hit; Prometheus figures are made on each scrape.
 */
import type { Metric, Registry } from 'prom-client';

export interface Counter {
  answers: number;
}

export interface RouteCounters {
  cell(method: string, status: number): Counter;
  took(seconds: number): void;
}

export type RequestCounters = (route: string) => RouteCounters;

interface Latency {
  /** Per bucket, not cumulative; the last bucket is for responses slower than all bounds. */
  counts: number[];
  sum: number;
}

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createRequestCounters(registry: Registry): RequestCounters {
  const routes = new Map<string, RouteCounters>();
  const cells = new Map<string, Counter & { labels: Record<string, string> }>();
  const latencies = new Map<string, Latency>();
  register(registry, {
    name: 'masthead_http_requests_total',
    help: 'Requests answered, by route, method and status.',
    type: 'counter',
    values: () => [...cells.values()].map(({ labels, answers }) => ({ labels, value: answers })),
  });
  register(registry, {
    name: 'masthead_http_request_duration_seconds',
    help: 'Time from the request to the end of the response, by route; of cached responses until they are handed to the system.',
    type: 'histogram',
    values: () => [...latencies].flatMap(([route, latency]) => histogram(route, latency)),
  });
  return (route) => {
    const counters = routes.get(route) ?? newCounters(route);
    routes.set(route, counters);
    return counters;
  };

  function newCounters(route: string): RouteCounters {
    const latency: Latency = { counts: new Array(BOUNDS.length + 1).fill(0), sum: 0 };
    latencies.set(route, latency);
    return {
      cell(method, status) {
        const name = `${route} ${method} ${status}`;
        const cell = cells.get(name) ?? { answers: 0, labels: { route, method, status: String(status) } };
        cells.set(name, cell);
        return cell;
      },
      took(seconds) {
        let at = 0;
        while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at++; // below the length
        (latency.counts[at] as number)++; // one longer than the bounds
        latency.sum += seconds;
      },
    };
  }
}

interface Value {
  metricName?: string;
  labels: Record<string, string>;
  value: number;
}

interface Figures {
  name: string;
  help: string;
  type: 'counter' | 'histogram';
  values: () => Value[];
}

function register(registry: Registry, { values, ...about }: Figures): void {
  const metric = { ...about, get: async () => ({ ...about, aggregator: 'sum', values: values() }) };
  registry.registerMetric(metric as unknown as Metric); // the part of one that the registry uses
}

function histogram(route: string, { counts, sum }: Latency): Value[] {
  const name = 'masthead_http_request_duration_seconds';
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { le: String(BOUNDS[at] ?? '+Inf'), route }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { route }, value: sum },
    { metricName: `${name}_count`, labels: { route }, value: total },
  ];
}
