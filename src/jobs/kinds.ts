/**
 * Kinds of jobs and their handlers. A feature declares a kind next to the command that enqueues it and the handler in its
 * jobs.ts; start.ts lists the handlers:
 *
 *   export const articleRendering = jobKind<{ siteId: number }>('articles.render');          features/articles/commands.ts
 *   export const renderArticles = onJob(articleRendering, async ({ db, jobs }) => { … });    features/articles/jobs.ts
 *   startWorker({ …, handlers: [renderArticles, …] })                                        start.ts
 */
import type { Db, Log } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { BackOff } from './back-off.ts';

export interface JobKind<Payload> {
  name: string;
  /** Never set: it carries the type to `enqueue` and `onJob`. */
  payload?: Payload;
}

export interface Job<Payload> {
  id: number;
  key: string;
  payload: Payload;
  /** Failures so far. */
  tries: number;
  runAt: Date;
  /** Of the span that enqueued it; null without one. */
  traceparent: string | null;
}

export interface JobBatch<Payload> {
  db: Db;
  /** Of one lane, in its order; at most `batch` of them; a job that failed before is alone. */
  jobs: Job<Payload>[];
  /** Aborted when the lease is lost, or when the worker has waited long enough while stopping. */
  signal: AbortSignal;
  log: Log;
  /**
   * Completes these jobs (by default the whole batch) in the handler's own transaction, so that effect and completion
   * commit together. Throws `LaneLost` when the lane was taken over or a job was cancelled or replaced: let it roll back
   * the transaction. It locks the lane until the commit, so call it last. After a commit that completes the whole batch, the
   * next job of the lane may already run, here or in another process.
   */
  complete(tx: Tx, jobs?: Job<Payload>[]): Promise<void>;
}

export interface HandlerOptions {
  /** The most jobs of one lane that the handler gets at once. */
  batch?: number;
  /** After this many failures a job becomes a failed job, and its lane continues. */
  tries?: number;
  /** The most lanes of this kind that one process works on at once; by default three quarters of its concurrency. */
  concurrency?: number;
  /** Its work mostly waits for other servers, so that it does not count in the concurrency of the process. */
  isApart?: boolean;
  backOff?: BackOff;
}

export interface JobHandler extends HandlerOptions {
  kind: string;
  run(batch: JobBatch<unknown>): Promise<void>;
}

/** The lane was taken over, or the job was cancelled or replaced: the run must be rolled back. */
export class LaneLost extends Error {
  override name = 'LaneLost';
}

export function jobKind<Payload>(name: string): JobKind<Payload> {
  return { name };
}

/** `run` is called at least once for each job; when it throws, the lane backs off and retries. */
export function onJob<Payload>(
  kind: JobKind<Payload>,
  run: (batch: JobBatch<Payload>) => Promise<void>,
  options: HandlerOptions = {},
): JobHandler {
  return { ...options, kind: kind.name, run: (batch) => run(batch as JobBatch<Payload>) }; // enqueue took this kind's payloads
}

/**
 * The same for work in the database alone: one transaction per job, its completion included. A sentence that `work` returns is
 * logged after the commit.
 */
export function onEachJob<Payload>(
  kind: JobKind<Payload>,
  work: (tx: Tx, payload: Payload) => Promise<string | null> | Promise<void>,
  options: HandlerOptions = {},
): JobHandler {
  const run = async ({ db, jobs, complete, log }: JobBatch<Payload>) => {
    for (const job of jobs) {
      const sentence = await transaction(db, async (tx) => {
        const done = await work(tx, job.payload);
        await complete(tx, [job]);
        return done;
      });
      if (sentence) log('info', sentence);
    }
  };
  return onJob(kind, run, options);
}
