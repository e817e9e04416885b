import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Account, spawnOptions } from './account.ts';
import type { BinaryPlace } from './place.ts';

/**
 * Runs PostgreSQL, and ends it when the pipe from our process closes, which the kernel does even after kill -9.
 * A line on the pipe instead means that the server is someone else's now. The signal is repeated because a shell starts
 * its background jobs with SIGINT ignored: a server in its first milliseconds misses it. The second loop is for `wait`
 * returning early when the trap runs. The shell ignores signals only once the server runs, which would inherit that.
 */
const GUARD_NEW = `
trap 'orphaned=1' USR1
folder=$1; shift
"$@" 3>&- &
server=$!
trap '' HUP INT TERM PIPE
( read -r _ <&3 || { kill -USR1 $$; while kill -INT "$server"; do sleep 0.2 || sleep 1; done; } ) >/dev/null 2>&1 &
watcher=$!
echo "$server" 2>/dev/null >&3
exec 3>&-
wait "$server"; code=$?
while kill -0 "$server" 2>/dev/null; do wait "$server"; code=$?; done
kill -KILL "$watcher" 2>/dev/null
if [ -n "$orphaned" ] && [ -n "$folder" ]; then rmdir "$folder" 2>/dev/null; fi
exit "$code"`;

/** The same for a server that runs already: its first guardian was killed along with its owner. */
const GUARD_RUNNING = `trap '' HUP INT TERM; read -r _ <&3 || kill -INT "$1"`;

/** A life line to a server: when `letFall` is called or our process dies, the server is shut down fast. */
export interface Guardian {
  /** The server's pid, once known. */
  serverPid(): number | undefined;
  hasExited(): boolean;
  letFall(): void;
  /** Lets the server live on without us. */
  leave(): void;
}

/** `temporaryFolder`: removed when the server has ended after us, since no one else will. */
export function guardNewServer(
  place: BinaryPlace,
  args: string[],
  options: { logFd: number; env: Record<string, string>; temporaryFolder: string | undefined },
): Guardian {
  const command = [options.temporaryFolder ?? '', join(place.binaries.native, 'bin', 'postgres'), ...args];
  const child = spawnShell(place.account, [GUARD_NEW, 'masthead-guardian', ...command], options.logFd, options.env);
  let serverPid: number | undefined;
  lifeLine(child).once('data', (line) => {
    serverPid = Number.parseInt(String(line), 10);
  });
  return guardian(child, () => serverPid);
}

export function guardRunningServer(place: BinaryPlace, serverPid: number): Guardian {
  const child = spawnShell(place.account, [GUARD_RUNNING, 'masthead-guardian', String(serverPid)], 'ignore', {});
  return guardian(child, () => serverPid);
}

/** In a session of its own, so that Ctrl-C reaches our process alone, which then stops the server in good order. */
function spawnShell(account: Account, script: string[], output: number | 'ignore', env: Record<string, string>) {
  const options = spawnOptions(account);
  const child = spawn('/bin/sh', ['-c', ...script], {
    ...options,
    env: { ...options.env, ...env },
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  child.unref();
  child.on('error', () => {});
  return child;
}

function guardian(child: ChildProcess, serverPid: () => number | undefined): Guardian {
  const line = lifeLine(child);
  // A guardian that is gone already breaks the pipe; its exit is what tells.
  line.on('error', () => {});
  return {
    serverPid,
    hasExited: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    letFall: () => line.end(),
    leave: () => line.end('\n'),
  };
}

function lifeLine(child: ChildProcess): Socket {
  const line = child.stdio[3];
  if (!(line instanceof Socket)) throw new Error('The guardian has no pipe.');
  line.unref();
  return line;
}
