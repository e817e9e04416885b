/** The parent's handle on the receiver process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE } from '../bench/root.ts';
import type { Arrival, FromReceiver, Plan, ToReceiver } from './wire.ts';

export interface Receiver {
  url: string;
  pid: number;
  plan(path: string, plan: Plan): void;
  /** Resolves when the next request to the path is synced to disk, before its response. */
  next(path: string): Promise<void>;
  /** The journal's requests to these paths, in order of arrival. */
  arrivals(paths: string[]): Arrival[];
  stop(): Promise<void>;
}

export async function startReceiver(folder: string, seed: number): Promise<Receiver> {
  const file = join(folder, 'journal.ndjson');
  const child = fork(join(BUNDLE, 'receiver.mjs'), [file, String(seed)]);
  const waiting = new Map<string, (() => void)[]>();
  const tell = (message: ToReceiver) => void child.send(message);
  const port = await new Promise<number>((resolve) => {
    child.on('message', (message: FromReceiver) => {
      if ('port' in message) return resolve(message.port);
      for (const arrived of waiting.get(message.arrived) ?? []) arrived();
      waiting.delete(message.arrived);
      if (waiting.size === 0) tell({ isTelling: false });
    });
  });
  const journal = newJournal(file);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    plan: (path, plan) => tell({ path, plan }),
    next(path) {
      tell({ isTelling: true });
      return new Promise((resolve) => {
        waiting.set(path, [...(waiting.get(path) ?? []), resolve]);
      });
    },
    arrivals: (paths) => journal().filter(({ path }) => paths.includes(path)),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Reads lines added since the last call; a partial line waits for the next. */
function newJournal(file: string): () => Arrival[] {
  const known: Arrival[] = [];
  const part = Buffer.alloc(4 * 1024 * 1024);
  let at = 0;
  let rest = Buffer.alloc(0);
  return () => {
    const fd = openSync(file, 'r');
    for (;;) {
      const size = readSync(fd, part, 0, part.length, at);
      if (size === 0) break;
      at += size;
      rest = Buffer.concat([rest, part.subarray(0, size)]);
      const end = rest.lastIndexOf(10) + 1;
      for (const line of rest.subarray(0, end).toString('utf8').split('\n')) if (line) known.push(JSON.parse(line));
      rest = Buffer.from(rest.subarray(end));
    }
    closeSync(fd);
    return known;
  };
}
