/** Load on a server: requests per second and CPU time per request. */
import { type Bench, type Measurement, WrongAnswer } from '../case.ts';
import { quantile } from '../report/statistics.ts';
import type { Load, Loaded } from '../workers/load.ts';
import { cpuTime, databaseCpuTime } from './cpu.ts';
import type { Done, Target } from './target.ts';
import { startWorker } from './worker.ts';
import { hasWrk, runWrk } from './wrk.ts';

export interface Sample {
  requests: number;
  perSecond: number;
  /** Microseconds a request. */
  serverCpu: number | null;
  databaseCpu: number | null;
  /** Milliseconds; null from a client that does not report them. */
  p50: number | null;
  p99: number | null;
}

export type Loader = (target: Target) => Promise<Sample>;

/** One client process for all the load of a case. */
export function loader(bench: Bench): Loader {
  const client = startWorker<Load, Loaded>(bench, 'load');
  const { seconds } = bench.scale;
  return (target) => {
    const fitsWrk = hasWrk() && target.paths.length === 1 && target.most === undefined && seconds >= 1;
    return costOf(target, () => (fitsWrk ? runWrk(target, seconds) : client.ask(loadOf(target, seconds)).then(timed)));
  };
}

/** Measures work other than HTTP with the same figures. */
export async function costOf(
  { pid, postmaster }: Pick<Target, 'pid' | 'postmaster'>,
  work: () => Promise<Done>,
): Promise<Sample> {
  const used = () => ({ server: cpuTime(pid), database: postmaster ? databaseCpuTime(postmaster) : null });
  const before = used();
  const { requests, seconds, wrong = 0, p50 = null, p99 = null } = await work();
  const after = used();
  if (wrong > 0 || requests === 0) throw new WrongAnswer(`${wrong} of ${requests} answers were not as expected.`);
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / requests;
  return {
    requests,
    perSecond: requests / seconds,
    serverCpu: each(before.server, after.server),
    databaseCpu: each(before.database, after.database),
    p50,
    p99,
  };
}

function timed({ latencies, ...done }: Loaded): Done {
  const sorted = [...latencies.sort()];
  return { ...done, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

function loadOf({ url, paths, headers = {}, ...target }: Target, seconds: number): Load {
  const { host, port } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status, length, connections, most } = target;
  return {
    port: Number(port),
    requests: paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    connections,
    seconds: most === undefined ? seconds : Number.POSITIVE_INFINITY,
    status,
    length,
    ...(most === undefined ? {} : { most }),
  };
}

/** The figures of load in pairs; the bar is a share of the reference's requests per second. */
export function loadMeasurements(subject: Sample[], reference: Sample[], least: number): Measurement[] {
  const figures: [string, keyof Sample, Measurement['bar']][] = [
    ['requests/s', 'perSecond', { least }],
    ['server CPU µs/request', 'serverCpu', { most: Number((1 / least).toFixed(2)) }],
    ['PostgreSQL CPU µs/request', 'databaseCpu', undefined],
  ];
  return figures.flatMap(([figure, key, bar]) => {
    const [ours, theirs] = [numbers(subject, key), numbers(reference, key)];
    return ours && theirs ? { figure, subject: ours, reference: theirs, ...(bar ? { bar } : {}) } : [];
  });
}

/** Null where the machine or the client does not report it. */
export function numbers(samples: Sample[], key: keyof Sample): number[] | null {
  const values = samples.flatMap((sample) => sample[key] ?? []);
  return values.length === samples.length ? values : null;
}
