/**
 * What a job is, for the one who enqueues it and for the one who does it. A feature names a kind beside the command that
 * enqueues it, writes what is done about it in its jobs.ts, and start.ts lists the handlers:
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
  /** How often it failed before. */
  tries: number;
  runAt: Date;
}

export interface JobBatch<Payload> {
  db: Db;
  /** Of one lane, in its order; at most `batch` of them, and one alone when it failed before. */
  jobs: Job<Payload>[];
  /** Aborted when the lane is no longer ours or the worker's patience at its stop is over. */
  signal: AbortSignal;
  log: Log;
  /**
   * Completes these jobs (all of the batch unless said) in the handler's own transaction, so that effect and completion
   * commit together. Throws `LaneLost` when the lane was taken over or a job was cancelled or replaced: let it undo the
   * transaction. It locks the lane until the commit, so call it last.
   */
  complete(tx: Tx, jobs?: Job<Payload>[]): Promise<void>;
}

export interface HandlerOptions {
  /** Most jobs of one lane that are handed over at once. */
  batch?: number;
  /** After this many failures a job is put among the failed ones, and its lane goes on. */
  tries?: number;
  /** Most lanes of this kind that one process works on at once; by default three quarters of the worker's slots. */
  concurrency?: number;
  backOff?: BackOff;
}

export interface JobHandler extends HandlerOptions {
  kind: string;
  run(batch: JobBatch<unknown>): Promise<void>;
}

/** The lane was taken over, or the job was cancelled or replaced: nothing of this run may be kept. */
export class LaneLost extends Error {
  override name = 'LaneLost';
}

export function jobKind<Payload>(name: string): JobKind<Payload> {
  return { name };
}

/** `run` is called at least once for each job; what it throws makes the lane wait and try again. */
export function onJob<Payload>(
  kind: JobKind<Payload>,
  run: (batch: JobBatch<Payload>) => Promise<void>,
  options: HandlerOptions = {},
): JobHandler {
  return { ...options, kind: kind.name, run: (batch) => run(batch as JobBatch<Payload>) }; // enqueue took this kind's payloads
}

/**
 * The same for work that is done by the database alone: each job in a transaction of its own, with its completion. A sentence
 * that `work` returns is logged after the commit.
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
