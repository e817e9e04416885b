import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { badConfiguration } from '../../core/errors.ts';

/** The account that PostgreSQL runs as; `switched` when it is not the one we run as. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
  switched: boolean;
}

const CANDIDATES = ['masthead', 'postgres', 'nobody'];

/** PostgreSQL refuses to run as root, so root runs it as the owner of the data or as a system account. */
export function databaseAccount(pgdata: string): Account {
  const { getuid, getgid } = process;
  if (!getuid || !getgid) throw badConfiguration(noDatabaseHere('this operating system'));
  if (getuid() !== 0) return { uid: getuid(), gid: getgid(), name: ownName() ?? String(getuid()), switched: false };
  const account = ownerOf(pgdata) ?? firstCandidate();
  if (!account) {
    throw badConfiguration(
      `PostgreSQL does not run as root and there is no account ${CANDIDATES.join(', ')} here; run as an ordinary user or set DATABASE_URL.`,
    );
  }
  if (spawnSync('/bin/sh', ['-c', ':'], spawnOptions(account)).status !== 0) {
    throw badConfiguration(
      `PostgreSQL does not run as root and this process may not switch to the account ${account.name}; run as an ordinary user or set DATABASE_URL.`,
    );
  }
  return account;
}

export const noDatabaseHere = (platform: string) =>
  `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL server.`;

/** initdb looks up its account by uid; in containers the uid often has no passwd entry. */
export function requireName(account: Account): void {
  if (account.switched || ownName() !== undefined) return;
  throw badConfiguration(
    `PostgreSQL cannot create its data as uid ${account.uid}, which has no entry in /etc/passwd; add one, run as another user, or set DATABASE_URL.`,
  );
}

/** PostgreSQL inherits neither environment nor cwd: PG* variables would change it, and it may not be able to enter cwd. */
export function spawnOptions(account: Account) {
  return {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC', HOME: '/' },
    ...(account.switched ? { uid: account.uid, gid: account.gid } : {}),
  };
}

/** Tries it as the account instead of reading mode bits, which do not cover ACLs, mounts or security modules. */
export function allows(account: Account, script: string, ...args: string[]): boolean {
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], spawnOptions(account)).status === 0;
}

export const canEnter = (account: Account, folder: string) => allows(account, 'cd "$1"', folder);

export interface CommandResult {
  code: number | null;
  output: string;
}

export function run(account: Account, file: string, args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...spawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function ownName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function ownerOf(pgdata: string): Account | undefined {
  if (!existsSync(pgdata)) return undefined;
  const owner = statSync(pgdata);
  if (owner.uid === 0) return undefined;
  const name = passwdEntries().find((entry) => entry.uid === owner.uid)?.name ?? String(owner.uid);
  return { uid: owner.uid, gid: owner.gid, name, switched: true };
}

function firstCandidate(): Account | undefined {
  for (const name of CANDIDATES) {
    const found =
      process.platform === 'darwin' ? accountIds(name) : passwdEntries().find((entry) => entry.name === name);
    if (found && found.uid !== 0) return { ...found, name, switched: true };
  }
  return undefined;
}

/** macOS has its accounts in a directory service. The uid of nobody is -2 there, which `>>> 0` makes unsigned. */
function accountIds(name: string): { uid: number; gid: number } | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u') >>> 0, gid: id('-g') >>> 0 };
  } catch {
    return undefined;
  }
}

function passwdEntries(): { name: string; uid: number; gid: number }[] {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return lines
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}
