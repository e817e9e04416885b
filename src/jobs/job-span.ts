/** How traces and the log name a job. */
import type { Log } from '../db/connect.ts';
import { type Span, type Tracing, traceIdOf } from '../tracing/span.ts';
import type { Job } from './kinds.ts';

/** A batch is in the trace of its first job, with links to those of the others. */
export function jobSpan(tracing: Tracing | null | undefined, kind: string, jobs: Job<unknown>[]): Span | undefined {
  const [first, ...others] = jobs;
  return tracing?.begin({
    kind: 'job',
    name: `job ${kind}`,
    attributes: {
      'masthead.job.kind': kind,
      'masthead.job.id': first?.id ?? 0,
      'masthead.job.tries': first?.tries ?? 0,
      'masthead.job.batch': jobs.length,
    },
    parent: first?.traceparent ?? null,
    links: others.map(({ traceparent }) => traceparent),
  });
}

export function namedLog(log: Log, kind: string, jobs: Job<unknown>[]): Log {
  return (level, message, fields) => log(level, message, { ...nameOf(kind, jobs), ...fields });
}

/** For the log; of a batch the last one. */
export function nameOf(kind: string, jobs: Job<unknown>[]): Record<string, unknown> {
  const last = jobs.at(-1);
  return { job: last?.id, kind, trace_id: traceIdOf(last?.traceparent ?? null) };
}
