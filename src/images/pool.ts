/** The image processes of a service: a few, started when they are needed, restarted when they grow or die. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createPace } from './pace.ts';
import type { ImageWork, WorkProgress, WorkReply, WorkResult } from './work.ts';

/** A picture that cannot be read. The message is the decoder's. */
export class BadPicture extends Error {
  override name = 'BadPicture';
}

/** The time for a picture ran out: it is large, or the machine is busy. */
export class PictureTimeout extends Error {
  override name = 'PictureTimeout';
}

/** The picture itself costs too much time or memory: a retry would not help. */
export class CostlyPicture extends PictureTimeout {
  override name = 'CostlyPicture';
}

/** The processes were stopped, or one died. */
export class ImageWorkFailed extends Error {
  override name = 'ImageWorkFailed';
}

/** Others' drawings wait already. */
export class DrawingsWait extends Error {
  override name = 'DrawingsWait';
}

export interface ImagePool {
  /** Uploads, which a person waits for, go before thumbnails, and uploads of editors before those of others. */
  run<Work extends ImageWork>(work: Work, by?: 'editor' | 'others'): Promise<WorkResult[Work['kind']]>;
  /** The length of the queue. */
  waiting(): number;
  stop(): Promise<void>;
}

export interface PoolOptions {
  /** The maximum number of processes; by default one per core. Thumbnails, which anyone can ask for, leave one of them free. */
  size?: number;
  /** Milliseconds until a process is killed; sharp stops after half of them. */
  timeout?: number;
  /** The same for drawings. */
  svgTimeout?: number;
  /** As `nice` counts; by default requests come first. */
  priority?: number;
  /** Milliseconds of CPU that a drawing may take. */
  svgCpu?: number;
  /** Milliseconds that a drawing may wait for the process of drawings. */
  drawingWait?: number;
  /** Bytes of a process above which it is replaced. */
  mostMemory?: number;
  onExit?: (reason: string) => void;
  /** The program of the processes; null where it is not built. */
  worker?: string | null;
}

const TIMEOUT = 20_000;
/** Shorter: a hostile drawing of 1 kB can take any amount of time, and no real one takes this long. */
const SVG_TIMEOUT = 8_000;
/** CPU of a drawing; one that takes more is to blame itself, however busy the machine is. */
const SVG_CPU = 2_500;
/** With these before it, the next one would wait for longer than `DRAWING_WAIT`. Drawings of editors go before them. */
const MOST_DRAWINGS = 4;
const DRAWING_WAIT = 10_000;
/** sharp gives up after half of the time, so that a slow picture does not cost a process. */
const SHARP_PART = 2;
const SECOND = 1_000;
const MOST_MEMORY = 500 * 1024 * 1024;
/** A process that is idle for this long ends, which frees its memory. */
const IDLE = 60_000;
/** Lower than the service's own: reading content goes before image work, which gets a sixteenth of a core that both want. */
const PRIORITY = 12;
/** In a bundle, and in the sources, which run the last build. */
const WORKER = ['../images/worker.js', '../../dist/images/worker.js']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

const FAILURES = { input: BadPicture, other: ImageWorkFailed };

interface Task {
  work: ImageWork;
  rank: number;
  /** Ends the wait of a drawing. */
  waiting?: NodeJS.Timeout | undefined;
  resolve(result: WorkResult[keyof WorkResult]): void;
  reject(error: Error): void;
}

/** The queue is in this order. */
const RANKS = { editor: 0, others: 1, thumb: 2 };

interface Member {
  child: ChildProcess;
  task: Task | null;
  timer: NodeJS.Timeout | undefined;
  isSvg: boolean;
  /** Why it was killed during a task. */
  killedFor: typeof PictureTimeout | null;
  began: number;
  /** Milliseconds of CPU of its task, as it reported last. */
  cpu: number;
}

export function createImagePool(options: PoolOptions = {}): ImagePool {
  const { size = availableParallelism(), mostMemory = MOST_MEMORY, onExit } = options;
  const { timeout = TIMEOUT, svgTimeout = SVG_TIMEOUT, worker = WORKER ?? null, priority = PRIORITY } = options;
  const { svgCpu = SVG_CPU, drawingWait = DRAWING_WAIT } = options;
  const queue: Task[] = [];
  const members = new Set<Member>();
  const pace = createPace(() => next());
  let isStopped = false;

  function next(): void {
    // A drawing that waits for the process of drawings does not block the queue.
    for (const task of [...queue]) {
      const member = mayBegin(task) ? freeMember(task.work.kind === 'draw') : null;
      if (!member) continue;
      queue.splice(queue.indexOf(task), 1);
      begin(member, task);
    }
  }

  function mayBegin({ work }: Task): boolean {
    if (work.kind !== 'thumb') return true;
    if (pace.isResting()) return false;
    const thumbs = [...members].filter((member) => member.task?.work.kind === 'thumb');
    return thumbs.length < Math.max(1, size - 1);
  }

  /** SVG has one separate process: slow drawings leave the others to pictures. */
  function freeMember(isSvg: boolean): Member | null {
    if (isSvg && [...members].some((member) => member.isSvg && member.task !== null)) return null;
    const free = [...members].find((member) => member.task === null && member.isSvg === isSvg);
    if (free) return free;
    return members.size < size || endIdle() ? start(isSvg) : null;
  }

  /** Makes room for a process of the other kind. */
  function endIdle(): boolean {
    const idle = [...members].find((member) => member.task === null);
    if (idle) end(idle);
    return idle !== undefined;
  }

  function start(isSvg: boolean): Member {
    if (!worker) throw new ImageWorkFailed('The image worker is not built: run `npm run build`.');
    const seconds = Math.ceil((isSvg ? svgTimeout : timeout) / SHARP_PART / SECOND);
    const child = fork(worker, [isSvg ? 'svg' : 'pictures', String(seconds)], {
      // Without the service's environment, which contains secrets. Fewer arenas: memory goes back to the system.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const member: Member = { child, task: null, timer: undefined, isSvg, killedFor: null, began: 0, cpu: 0 };
    members.add(member);
    // Our own program.
    child.on('message', (message: WorkReply | WorkProgress) =>
      'cpu' in message ? judge(member, message) : finish(member, message),
    );
    child.on('error', () => lose(member, 'it could not be started'));
    child.on('exit', (code, signal) => lose(member, `it ended with ${signal ?? `code ${code}`}`));
    try {
      if (child.pid) setPriority(child.pid, priority);
    } catch {
      // It has ended already, or the system does not allow it.
    }
    return member;
  }

  function begin(member: Member, task: Task): void {
    clearTimeout(member.timer);
    clearTimeout(task.waiting);
    member.task = task;
    Object.assign(member, { began: performance.now(), cpu: 0 });
    if (task.work.kind === 'thumb') pace.begin();
    member.timer = setTimeout(() => kill(member, timeoutOf(member)), member.isSvg ? svgTimeout : timeout);
    member.child.ref();
    member.child.channel?.ref();
    member.child.send(task.work, (error) => {
      if (error) lose(member, error.message);
    });
  }

  /** A drawing of 1 kB can cost any amount. Of pictures the pixels are limited. */
  function judge(member: Member, { cpu, rss }: WorkProgress): void {
    if (!member.task) return;
    member.cpu = cpu;
    if (member.isSvg && (cpu > svgCpu || rss > mostMemory)) kill(member, CostlyPicture);
  }

  function kill(member: Member, killedFor: typeof PictureTimeout): void {
    member.killedFor ??= killedFor;
    member.child.kill('SIGKILL');
  }

  /** On a busy machine it had little of its time. */
  function timeoutOf({ cpu, began }: Member): typeof PictureTimeout {
    return cpu > (performance.now() - began) / 2 ? CostlyPicture : PictureTimeout;
  }

  function finish(member: Member, reply: WorkReply): void {
    const { task } = member;
    clearTimeout(member.timer);
    member.task = null;
    if (reply.rss > mostMemory) end(member);
    else rest(member);
    if (task?.work.kind === 'thumb') pace.end();
    if ('result' in reply) task?.resolve(reply.result);
    else task?.reject(new (reply.cause === 'timeout' ? timeoutOf(member) : FAILURES[reply.cause])(reply.error));
    next();
  }

  /** An idle process does not keep the service alive. */
  function rest(member: Member): void {
    member.timer = setTimeout(() => end(member), IDLE).unref();
    member.child.unref();
    member.child.channel?.unref();
  }

  function end(member: Member): void {
    clearTimeout(member.timer);
    members.delete(member);
    member.child.kill('SIGKILL');
  }

  /** A picture that crashes a process counts as unreadable: a retry would crash the next process too. */
  function lose(member: Member, reason: string): void {
    if (!members.delete(member)) return;
    clearTimeout(member.timer);
    member.child.kill('SIGKILL');
    const { task } = member;
    member.task = null;
    if (task) {
      onExit?.(`An image process was lost at ${task.work.kind}: ${reason}.`);
      const Failure = member.killedFor ?? BadPicture;
      task.reject(isStopped ? new ImageWorkFailed('Stopped.') : new Failure(`The image process was lost: ${reason}.`));
    }
    next();
  }

  function enqueue(task: Task): void {
    const drawings = queue.filter(({ work, rank }) => work.kind === 'draw' && rank === RANKS.others);
    if (task.work.kind === 'draw' && task.rank === RANKS.others && drawings.length >= MOST_DRAWINGS)
      throw new DrawingsWait('Too many drawings wait.');
    const at = queue.findIndex(({ rank }) => rank > task.rank);
    queue.splice(at < 0 ? queue.length : at, 0, task);
  }

  /** Otherwise it would stay in the queue for ever. */
  function leave(task: Task, error: Error): void {
    clearTimeout(task.waiting);
    if (queue.includes(task)) queue.splice(queue.indexOf(task), 1);
    task.reject(error);
  }

  return {
    run(work, by = 'editor') {
      return new Promise((resolve, reject) => {
        if (isStopped) return reject(new ImageWorkFailed('Stopped.'));
        const rank = RANKS[work.kind === 'thumb' ? 'thumb' : by];
        const task: Task = { work, rank, reject, resolve: resolve as Task['resolve'] }; // the result for this kind of work
        try {
          enqueue(task);
          next();
        } catch (error) {
          return leave(task, error as Error); // thrown above and by `start`
        }
        if (work.kind === 'draw' && queue.includes(task))
          task.waiting = setTimeout(() => leave(task, new DrawingsWait('It waited too long.')), drawingWait).unref();
      });
    },
    waiting: () => queue.length,
    async stop() {
      isStopped = true;
      pace.stop();
      for (const task of [...queue]) leave(task, new ImageWorkFailed('Stopped.'));
      for (const member of [...members]) {
        member.task?.reject(new ImageWorkFailed('Stopped.'));
        member.task = null;
        end(member);
      }
    },
  };
}
