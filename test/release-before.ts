/** Earlier releases, from the history of the repository: a release ends with the commit before the one that raised the version. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export const thisVersion = versionIn(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The last commit of the release before `version`; null in a clone without that part of the history. */
export function releaseBefore(version = thisVersion): string | null {
  const changes = (git('log', '--format=%H', '-G"version":', '--', 'package.json') ?? '').split('\n').filter(Boolean);
  // A version that is raised but not committed yet is the first in line.
  if (version === thisVersion && versionAt('HEAD') !== version) return changes.length > 0 ? 'HEAD' : null;
  const raising = changes.find((commit) => versionAt(commit) === version && versionAt(`${commit}~`) !== version);
  return raising && versionAt(`${raising}~`) ? `${raising}~` : null;
}

export function fileAt(commit: string, path: string): string {
  const text = git('show', `${commit}:${path}`);
  if (text === null) throw new Error(`${path} is not in ${commit}.`);
  return text;
}

export function filesAt(commit: string, folder: string): string[] {
  return (git('ls-tree', '--name-only', `${commit}:${folder}`) ?? '').split('\n').filter(Boolean);
}

function versionAt(commit: string): string | undefined {
  const text = git('show', `${commit}:package.json`);
  return text === null ? undefined : versionIn(text);
}

function versionIn(packageJson: string): string {
  return JSON.parse(packageJson).version;
}

/** Null when git fails: it is not installed, there is no repository, or no such commit. Other accounts may own the folder. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', '-C', ROOT, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : null;
}
