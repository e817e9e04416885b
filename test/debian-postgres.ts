/** Servers of Debian's PostgreSQL, for what the embedded one has no programs for: replicas. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAccount, spawnOptions } from '../src/db/embedded/account.ts';
import { atFileEnd } from './at-file-end.ts';
import { childrenOf, freePort, kill } from './process.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Null if it is not installed. */
export const debianPostgres: string | null = (() => {
  if (!existsSync(DEBIAN)) return null;
  const majors = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
  return (
    majors.map((major) => join(DEBIAN, major, 'bin')).find((bin) => existsSync(join(bin, 'pg_basebackup'))) ?? null
  );
})();

export interface TestServer {
  url: string;
  /** To the server and all its processes. */
  signal(name: NodeJS.Signals): void;
  /** Settings of a running server. */
  set(line: string): void;
}

export async function primaryServer(): Promise<TestServer & { replica(): Promise<TestServer> }> {
  const server = await serverIn((folder) => {
    run('initdb', '-D', folder, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync');
  });
  return {
    ...server,
    replica: () =>
      serverIn((folder) => {
        run('pg_basebackup', '-D', folder, '-d', server.url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
      }),
  };
}

async function serverIn(make: (folder: string) => void): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-debian-'));
  const { uid, gid } = account();
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  make(folder);
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c hot_standby=on`;
  run('pg_ctl', '-D', folder, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  const signal = (name: NodeJS.Signals) => {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    for (const one of [pid, ...childrenOf(pid)]) kill(one, name);
  };
  atFileEnd(() => {
    if (existsSync(join(folder, 'postmaster.pid'))) signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    signal,
    set(line) {
      appendFileSync(join(folder, 'postgresql.conf'), `\n${line}\n`);
      run('pg_ctl', '-D', folder, 'reload');
    },
  };
}

function account() {
  return databaseAccount(tmpdir());
}

function run(program: string, ...args: string[]): void {
  const bin = join(debianPostgres ?? '', program);
  const options = spawnOptions(account());
  // A server inherits the output of pg_ctl, which would keep a pipe open.
  if (args.includes('start')) {
    if (spawnSync(bin, args, { ...options, stdio: 'ignore' }).status !== 0) throw new Error(`${program} failed`);
  } else execFileSync(bin, args, { ...options, stdio: 'pipe' });
}
