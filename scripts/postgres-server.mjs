// A PostgreSQL server beside the embedded one, for `npm run test:postgres`: the oldest of Debian's that is installed and
// that Masthead supports, else the embedded binaries, in a folder that is deleted with it.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAccount, spawnOptions } from '../dist/db/embedded/account.js';
import { usableBinaries } from '../dist/db/embedded/binaries.js';

const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/** On a unix socket only, unless a port is given. `user` is the superuser. */
export async function startServer({ port, user = 'masthead' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-pg-'));
  const account = databaseAccount(join(folder, 'none'));
  if (account.switched) chownSync(folder, account.uid, account.gid);
  const bin = debianBinaries() ?? join(usableBinaries(account, folder).native, 'bin');
  const data = join(folder, 'data');
  const run = (program, ...args) => call(account, join(bin, program), args);
  run('initdb', '-D', data, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const listen = port ? `-c listen_addresses=127.0.0.1 -c port=${port}` : `-c listen_addresses=''`;
  const settings = `${listen} -c fsync=off -c max_connections=200 -k ${folder}`;
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  const version = run('postgres', '--version').replace(/^.* (\d+\S*).*$/s, '$1');
  return {
    url: port
      ? `postgres://${user}@127.0.0.1:${port}/postgres`
      : `postgres://${user}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    version,
    stop: async () => {
      run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function debianBinaries() {
  const majors = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .filter((major) => major >= OLDEST)
    : [];
  const [oldest] = majors.sort((a, b) => a - b);
  const bin = join(DEBIAN, String(oldest), 'bin');
  return existsSync(join(bin, 'initdb')) ? bin : null;
}

function call(account, program, args) {
  // The server inherits pg_ctl's output and would keep a pipe open, so it goes to a file.
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...spawnOptions(account),
    encoding: 'utf8',
    stdio: args.includes('start') ? 'ignore' : 'pipe',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  return stdout ?? '';
}
