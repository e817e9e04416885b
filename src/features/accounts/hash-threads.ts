/**
 * Threads of low priority that compute hashes of passwords. A hash takes tens of milliseconds of a core: at the usual priority, a
 * flood of sign-ins takes the cores from readers.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

export interface Parameters {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

export interface HashThreads {
  hash(password: string, parameters: Parameters): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

interface Thread {
  worker: Worker;
  idleTimer: NodeJS.Timeout | null;
}

type Reply = { result: string | boolean } | { error: string };

/** Added to the nice value of the process. At 5 more, the scheduler gives hashes a quarter of a core that they share with the main thread. */
const NICER = 10;
/** A thread without work ends after this long, and gives its memory back. */
const IDLE_MS = 10_000;
/** `os.setPriority` in a thread changes that thread alone on Linux, and elsewhere the whole process. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { hashSync, verifySync } = require(workerData.library);
const os = require('node:os');
if (process.platform === 'linux') os.setPriority(Math.min(19, os.getPriority() + workerData.nicer));
parentPort.on('message', ({ stored, password, parameters }) => {
  try {
    const result = stored === undefined ? hashSync(password, parameters) : verifySync(stored, password);
    parentPort.postMessage({ result });
  } catch (error) {
    parentPort.postMessage({ error: error.message });
  }
});`;

/** One thread for each call that runs at the same time: the caller limits them. */
export function createHashThreads(): HashThreads {
  const library = createRequire(import.meta.url).resolve('@node-rs/argon2');
  const idle: Thread[] = [];

  async function run(work: object): Promise<string | boolean> {
    const thread = idle.pop() ?? { worker: newWorker(library), idleTimer: null };
    if (thread.idleTimer) clearTimeout(thread.idleTimer);
    // A command waits for its result; an idle thread keeps no process alive.
    thread.worker.ref();
    const reply = await replyOf(thread.worker, work);
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => end(thread), IDLE_MS).unref();
    idle.push(thread);
    if ('error' in reply) throw new Error(`The password could not be hashed: ${reply.error}`);
    return reply.result;
  }

  function end(thread: Thread): void {
    idle.splice(idle.indexOf(thread), 1);
    void thread.worker.terminate();
  }

  return {
    hash: (password, parameters) => run({ password, parameters }) as Promise<string>, // what hashSync returns
    verify: (stored, password) => run({ stored, password }) as Promise<boolean>, // what verifySync returns
  };
}

function newWorker(library: string): Worker {
  return new Worker(PROGRAM, { eval: true, workerData: { library, nicer: NICER } });
}

/** Rejects when the thread fails; then it is not used again. */
function replyOf(worker: Worker, work: object): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const failed = (problem: unknown) => reject(problem instanceof Error ? problem : new Error('The thread ended.'));
    worker.once('error', failed).once('exit', failed);
    worker.once('message', (reply: Reply) => {
      worker.off('error', failed).off('exit', failed);
      resolve(reply);
    });
    worker.postMessage(work);
  });
}
