/**
 * Runs `masthead` commands in this process, with their own environment, input and output. Starting a process costs
 * half a second of CPU: `test/process.ts` is for tests that need one (signals, pipes, kills, a service).
 */
import { Readable } from 'node:stream';
import { main } from '../src/cli/program.ts';
import { type Ended, environment } from './process.ts';

let last: Promise<unknown> = Promise.resolve();

/** Runs a command to its end; one at a time, because they share the process. */
export function masthead(args: string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const ended = last.then(() => runHere(args, env, input));
  last = ended.catch(() => {});
  return ended;
}

async function runHere(args: string[], env: Record<string, string>, input: string): Promise<Ended> {
  const texts = { out: '', err: '' };
  const restore = [
    replaced(process, 'env', environment(env)),
    replaced(process, 'stdin', Readable.from(input === '' ? [] : [Buffer.from(input)])),
    replaced(
      process.stdout,
      'write',
      writerTo((text) => (texts.out += text)),
    ),
    replaced(
      process.stderr,
      'write',
      writerTo((text) => (texts.err += text)),
    ),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await main(args);
    return { code: Number(process.exitCode), ...texts };
  } finally {
    process.exitCode = before;
    for (const back of restore) back();
  }
}

/** Replaces a property and returns a function that restores it. */
function replaced<T extends object, K extends keyof T>(owner: T, name: K, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    if (own) Object.defineProperty(owner, name, own);
    else delete owner[name];
  };
}

/** The `write` of a stream. */
function writerTo(add: (text: string) => void) {
  return (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    add(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
    const done = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined; // the last argument
    if (done) queueMicrotask(done);
    return true;
  };
}
