/** Finding the release before, in repositories of a few commits. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atFileEnd } from './at-file-end.ts';
import { releaseBefore } from './release-before.ts';

const isGitThere = (() => {
  try {
    return Boolean(execFileSync('git', ['--version']));
  } catch {
    return false;
  }
})();

/** A repository with a commit for each version; returns its folder and the commits. */
function repository(versions: string[]): { folder: string; commits: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-releases-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '-q');
  const commits = versions.map((version, at) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, at }, null, 2));
    git('add', '-A');
    git('commit', '-q', '-m', version, '--no-gpg-sign');
    return git('rev-parse', 'HEAD').trim();
  });
  return { folder, commits };
}

describe.skipIf(!isGitThere)('the release before (skipped without git)', () => {
  it('ends with the commit before the one that raised the version', () => {
    const { folder, commits } = repository(['0.1.0', '0.1.0', '0.2.0', '0.2.0', '0.3.0', '0.3.0']);
    expect(releaseBefore('0.3.0', folder)).toBe(commits[3]);
    expect(releaseBefore('0.2.0', folder)).toBe(commits[1]);
    expect(releaseBefore(undefined, folder)).toBe(commits[3]);
  });

  it('is the last commit while the new version is not committed', () => {
    const { folder, commits } = repository(['0.1.0', '0.1.0']);
    writeFileSync(join(folder, 'package.json'), '{"version": "0.2.0"}');
    expect(releaseBefore('0.2.0', folder)).toBe(commits[1]);
  });

  it('is unknown of the first version, of a version that never was, in a shallow clone and without a repository', () => {
    const { folder } = repository(['0.1.0', '0.2.0', '0.2.0']);
    expect(releaseBefore('0.1.0', folder)).toBeNull();
    expect(releaseBefore('0.9.0', folder)).toBeNull();
    const shallow = join(folder, 'shallow');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${folder}`, shallow]);
    expect(releaseBefore('0.2.0', shallow)).toBeNull();
    const bare = mkdtempSync(join(tmpdir(), 'masthead-releases-'));
    atFileEnd(() => rmSync(bare, { recursive: true, force: true }));
    writeFileSync(join(bare, 'package.json'), '{"version": "0.2.0"}');
    expect(releaseBefore('0.2.0', bare)).toBeNull();
  });
});
