import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { environment } from '../../../../test/process.ts';
import { type EmbeddedDatabase, type OpenOptions, openEmbedded } from '../open.ts';
import { livePostmaster } from '../postmaster.ts';

export const isRoot = process.getuid?.() === 0;

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const made: string[] = [];
const opened: EmbeddedDatabase[] = [];
const children: Child[] = [];
let compiled: Promise<string> | undefined;

/** A new folder that any account may enter. */
export function temporaryFolder(name = 'masthead-test-'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), name)));
  chmodSync(folder, 0o755);
  made.push(folder);
  return folder;
}

/** A data folder with a cluster and a table `written`; a test file reuses it, because initdb takes a second. */
export async function seededDataDir(): Promise<string> {
  const dataDir = join(temporaryFolder(), 'data');
  const database = await open(dataDir, 'serve');
  await query(database, 'create table written (id int primary key)');
  await database.stop();
  return dataDir;
}

export async function open(dataDir: string, purpose: 'serve' | 'command', options: Partial<OpenOptions> = {}) {
  const database = await openEmbedded(dataDir, { purpose, log: () => {}, ...options });
  opened.push(database);
  return database;
}

export async function query(database: Pick<EmbeddedDatabase, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ ...database.connection, ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Stops and removes everything that a test file has made, and returns the servers that were still running. */
export async function cleanUp(): Promise<string[]> {
  for (const child of children.splice(0)) child.process.kill('SIGKILL');
  await Promise.all(opened.splice(0).map((database) => database.stop()));
  const folders = made.splice(0);
  compiled = undefined;
  await until(() => folders.every((folder) => serversUnder(folder).length === 0), 30_000).catch(() => {});
  const left = folders.flatMap(serversUnder);
  for (const line of left) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  return left;
}

/** Postgres and guardian processes whose command line names the folder. */
export function serversUnder(folder: string): string[] {
  if (process.platform !== 'linux') return livePostmaster(join(folder, 'data', 'postgres')) ? ['a postmaster'] : [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => `${pid} ${commandLine(pid)}`);
  return lines.filter((line) => line.includes(folder) && /postgres|guardian/.test(line));
}

export interface Child {
  process: ChildProcess;
  lines: string[];
  /** Waits for the first line that begins with `word`. */
  said(word: string, withinMs?: number): Promise<string>;
  exited: Promise<number | null>;
}

export async function startChild(
  args: string[],
  how: { uid?: number; gid?: number; script?: string } = {},
): Promise<Child> {
  const { script = await compiledChild(), ...account } = how;
  const child = spawn(process.execPath, [script, ...args], {
    ...account,
    env: environment({}),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const found = (word: string) => lines.find((line) => line.startsWith(`${word} `) || line === word);
  const answer: Child = {
    process: child,
    lines,
    async said(word, withinMs = 100_000) {
      await until(
        () => found(word) !== undefined,
        withinMs,
        () => `"${word}" from the child, which said: ${lines.join(' | ')}`,
      );
      return (found(word) ?? '').slice(word.length + 1);
    },
    exited: once(child, 'close').then(([code]) => code as number | null), // what 'close' carries
  };
  children.push(answer);
  return answer;
}

/** Bundled beside node_modules, where its bare imports resolve: Node 20 does not run TypeScript. */
export function compiledChild(): Promise<string> {
  compiled ??= compileChild(join(repository, 'node_modules', '.cache', `masthead-embedded-${process.pid}`));
  return compiled;
}

export async function compileChild(folder: string): Promise<string> {
  const outfile = join(folder, 'child.mjs');
  made.push(folder);
  const entry = fileURLToPath(new URL('./child.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return outfile;
}

/** The timeout allows for a busy machine: it only stops tests that hang. */
export async function until(
  done: () => boolean | Promise<boolean>,
  withinMs = 100_000,
  what = () => 'a condition',
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`Waited ${withinMs} ms for ${what()}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Kills the server of a folder with its guardian: every process of the guardian's session. */
export function killServerAndGuardian(dataDir: string): void {
  const postmaster = livePostmaster(join(dataDir, 'postgres'));
  if (!postmaster) return;
  for (const pid of sameSession(postmaster.pid)) tryKill(pid);
}

export function tryKill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // It was gone.
  }
}

function sameSession(pid: number): number[] {
  const session = sessionOf(pid);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return session ? pids.map(Number).filter((other) => sessionOf(other) === session) : [];
}

/** Field 6 of /proc/<pid>/stat; postgres starts its own sessions for its children, which end by themselves. */
function sessionOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3];
  } catch {
    return undefined;
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
