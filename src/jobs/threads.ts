/** Runs work that others could make slow in threads of its own. A thread that exceeds its time or memory is ended. */
import { Worker } from 'node:worker_threads';

interface ThreadOptions {
  /** CommonJS, with `data` as its `workerData`. It answers each message with one. */
  program: string;
  data: object;
  memoryMb: number;
}

export interface Threads<Work, Reply> {
  /** Throws `ThreadEnded`. `moved` are buffers that the thread gets instead of copies. The time does not count the start of the thread. */
  run(work: Work, timeoutMs: number, moved?: ArrayBuffer[]): Promise<Reply>;
}

/** The work took too much time or memory. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

const IDLE_MS = 10_000;
/** To load its libraries, on a machine that is busy with other things. */
const START_MS = 60_000;
const READY = `require('node:worker_threads').parentPort.postMessage('ready');`;

/** One thread for each call that runs at the same time: the callers limit them. */
export function createThreads<Work, Reply>(options: ThreadOptions): Threads<Work, Reply> {
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  const forget = (worker: Worker) => {
    const at = idle.findIndex((thread) => thread.worker === worker);
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
    void worker.terminate();
  };
  const start = (): Worker => {
    const { program, data, memoryMb } = options;
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
    const worker = new Worker(`${program}\n${READY}`, { eval: true, workerData: data, resourceLimits });
    // It may also fail between two works: without a listener, that would end the whole process.
    return worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
  };
  return {
    async run(work, timeoutMs, moved = []) {
      const kept = idle.pop();
      if (kept) clearTimeout(kept.timer);
      const worker = kept?.worker ?? start();
      worker.ref();
      if (!kept) await replyOf(worker, START_MS);
      worker.postMessage(work, moved);
      const reply = await replyOf<Reply>(worker, timeoutMs);
      worker.unref();
      idle.push({ worker, timer: setTimeout(forget, IDLE_MS, worker).unref() });
      return reply;
    },
  };
}

/** A thread that fails or takes too long is ended and not used again. */
function replyOf<Reply>(worker: Worker, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const failed = () => {
      clearTimeout(timer);
      void worker.terminate();
      reject(new ThreadEnded('The thread took too much time or memory.'));
    };
    const timer = setTimeout(failed, timeoutMs);
    worker.once('error', failed).once('exit', failed);
    worker.once('message', (reply: Reply) => {
      clearTimeout(timer);
      worker.off('error', failed).off('exit', failed);
      resolve(reply);
    });
  });
}
