/** Backups by themselves: a process of its own makes each one, so that requests are served as usual meanwhile. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { logErasures } from './erasure-log.ts';
import { type BackupStatus, backupStatus } from './stored.ts';

export interface BackupTimer {
  status(): Promise<BackupStatus & { everySeconds: number }>;
  stop(): Promise<void>;
}

export interface TimerOptions {
  everySeconds: number;
  /** The folder of the backups. */
  folder: string;
  /** The `masthead` program, with the settings of this process. */
  program: string;
  erasures: {
    /** Changes when there are new ones. */
    state(): Promise<string>;
    lines(): AsyncIterable<object>;
  };
  log(level: 'info' | 'warn' | 'error', message: string): void;
}

/** A service that starts is busy, and one that cannot stay up should not fill the disk. */
const FIRST_MS = 10 * 60_000;
const LOOK_MS = 60_000;
/** After one that failed. */
const RETRY_MS = 60 * 60_000;
const LOW = constants.priority.PRIORITY_BELOW_NORMAL;

export function startBackups(options: TimerOptions): BackupTimer {
  const { everySeconds, folder, log } = options;
  const everyMs = everySeconds * 1_000;
  const stopping = new AbortController();
  const { signal } = stopping;
  let notBefore = performance.now() + Math.min(FIRST_MS, everyMs);
  let logged = '';
  const going = run();

  async function run() {
    while (!signal.aborted) {
      await sleep(Math.min(LOOK_MS, everyMs), undefined, { signal, ref: false }).catch(() => {});
      await look().catch((error) => {
        if (!signal.aborted) log('error', `The backup failed: ${error.message}`);
        notBefore = performance.now() + Math.min(RETRY_MS, everyMs);
      });
    }
  }

  /** The last look, when the service stops, only writes the log. */
  async function look() {
    const state = await options.erasures.state();
    if (state !== logged) await logErasures(folder, options.erasures.lines());
    logged = state;
    if (signal.aborted || performance.now() < notBefore) return;
    const { newest } = await backupStatus(folder);
    if (newest === null || newest.getTime() + everyMs <= Date.now()) await make();
  }

  async function make() {
    const { code, output } = await runProgram(options.program, signal);
    if (code !== 0) throw new Error(output.trim() || `\`masthead backup run\` ended with ${code}.`);
    log('info', `Made a backup. ${output.trim().split('\n').join(' ')}`);
  }

  return {
    status: async () => ({ everySeconds, ...(await backupStatus(folder)) }),
    stop() {
      stopping.abort();
      return going;
    },
  };
}

/** Of a process beside one that makes them. */
export function lookAtBackups(everySeconds: number, folder: string): BackupTimer {
  return { status: async () => ({ everySeconds, ...(await backupStatus(folder)) }), stop: async () => {} };
}

const MOST_OUTPUT = 10_000;

function runProgram(program: string, signal: AbortSignal): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, 'backup', 'run'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (part: Buffer) => {
      output = `${output}${part}`.slice(-MOST_OUTPUT);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, LOW);
      } catch {
        // It has ended already.
      }
    });
    const end = () => void child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      resolve({ code, output });
    });
  });
}
