/** Earlier releases, from the history of the repository: a release ends with the commit before the one that raised the version. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The last commit of the release before `version` (the one of package.json); null in a clone without that history. */
export function releaseBefore(version?: string, folder = ROOT): string | null {
  const present = versionIn(readFileSync(join(folder, 'package.json'), 'utf8'));
  const wanted = version ?? present;
  const changes = (git(folder, 'log', '--format=%H', '-G"version":', '--', 'package.json') ?? '').split('\n');
  const isCommitted = versionAt(folder, 'HEAD') === present;
  if (wanted === present && !isCommitted) return commitOf(folder, 'HEAD');
  const raising = changes.find(
    (commit) => commit && versionAt(folder, commit) === wanted && versionAt(folder, `${commit}~`) !== wanted,
  );
  return raising ? commitOf(folder, `${raising}~`) : null;
}

export function fileAt(commit: string, path: string): string {
  const text = git(ROOT, 'show', `${commit}:${path}`);
  if (text === null) throw new Error(`${path} is not in ${commit}.`);
  return text;
}

export function filesAt(commit: string, folder: string): string[] {
  return (git(ROOT, 'ls-tree', '--name-only', `${commit}:${folder}`) ?? '').split('\n').filter(Boolean);
}

function versionAt(folder: string, commit: string): string | undefined {
  const text = git(folder, 'show', `${commit}:package.json`);
  return text === null ? undefined : versionIn(text);
}

function versionIn(packageJson: string): string {
  return JSON.parse(packageJson).version;
}

function commitOf(folder: string, name: string): string | null {
  return git(folder, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)?.trim() ?? null;
}

/** Null when git fails: it is not installed, there is no repository, or no such commit. Another account may own the folder. */
function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', '-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : null;
}
