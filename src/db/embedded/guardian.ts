import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Account, spawnOptions } from './account.ts';
import type { Installation } from './installation.ts';

/**
 * Runs PostgreSQL, and stops it when the pipe from our process closes; the kernel closes it even after kill -9.
 * A line on the pipe means that another process owns the server now. SIGINT is repeated because a shell starts background
 * jobs with SIGINT ignored, so a server in its first milliseconds misses it. The second loop is needed because `wait`
 * returns early when the trap runs. The shell ignores signals only after it has started the server, which would inherit that.
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

/** The same for a running server whose guardian was killed together with its owner. */
const GUARD_RUNNING = `trap '' HUP INT TERM; read -r _ <&3 || kill -INT "$1"`;

/** A child process that shuts the server down (fast) when `shutDown` is called or our process dies. */
export interface Guardian {
  /** The server's pid, once known. */
  serverPid(): number | undefined;
  hasExited(): boolean;
  shutDown(): void;
  /** Ends the guardian and leaves the server running. */
  release(): void;
}

/** `temporaryFolder`: removed when the server ends after our process. */
export function guardNewServer(
  installation: Installation,
  args: string[],
  options: { logFd: number; env: Record<string, string>; temporaryFolder: string | undefined },
): Guardian {
  const command = [options.temporaryFolder ?? '', join(installation.binaries.native, 'bin', 'postgres'), ...args];
  const child = spawnShell(
    installation.account,
    [GUARD_NEW, 'masthead-guardian', ...command],
    options.logFd,
    options.env,
  );
  let serverPid: number | undefined;
  ownerPipe(child).once('data', (line) => {
    serverPid = Number.parseInt(String(line), 10);
  });
  return guardian(child, () => serverPid);
}

export function guardRunningServer(installation: Installation, serverPid: number): Guardian {
  const child = spawnShell(installation.account, [GUARD_RUNNING, 'masthead-guardian', String(serverPid)], 'ignore', {});
  return guardian(child, () => serverPid);
}

/** In a separate session, so that Ctrl-C reaches only our process, which then stops the server cleanly. */
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
  const line = ownerPipe(child);
  // EPIPE if the guardian has ended; `hasExited` reports that.
  line.on('error', () => {});
  return {
    serverPid,
    hasExited: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    shutDown: () => line.end(),
    release: () => line.end('\n'),
  };
}

function ownerPipe(child: ChildProcess): Socket {
  const line = child.stdio[3];
  if (!(line instanceof Socket)) throw new Error('The guardian has no pipe.');
  line.unref();
  return line;
}
