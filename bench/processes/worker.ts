/** A benchmark worker in its own process, so that its CPU time is counted apart. It answers questions over IPC. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Bench } from '../case.ts';
import { BUNDLE } from '../root.ts';

export interface Worker<Q, A> {
  pid: number;
  ask(question: Q): Promise<A>;
}

type Reply<A> = { answer: A } | { error: string };

/** Runs `workers/<name>.ts` until the case ends. */
export function startWorker<Q, A>(bench: Bench, name: string): Worker<Q, A> {
  const child = fork(join(BUNDLE, `${name}.mjs`), { serialization: 'advanced' });
  bench.defer(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  if (!child.pid) throw new Error(`The process ${name} did not start.`);
  return {
    pid: child.pid,
    async ask(question) {
      const heard = new AbortController();
      const replied = once(child, 'message', heard) as Promise<[Reply<A>]>; // a worker sends nothing else
      const ended = once(child, 'exit', heard).then(() => [{ error: 'the process ended' }] as const);
      child.send(question as object);
      const [reply] = await Promise.race([replied, ended]);
      heard.abort();
      for (const over of [replied, ended]) over.catch(() => {});
      if ('error' in reply) throw new Error(`${name}: ${reply.error}`);
      return reply.answer;
    },
  };
}

/** The worker's side: answers each question. */
export function answer<Q, A>(work: (question: Q) => Promise<A>): void {
  const reply = (told: Reply<A>) => process.send?.(told);
  process.on('message', (question: Q) => {
    work(question).then(
      (value) => reply({ answer: value }),
      (error) => reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
