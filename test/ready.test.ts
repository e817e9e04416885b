/**
 * What the two commands of the README install, in every order, with an npm and a build that only write down how they were called.
 * `npm run test:clone` runs the real ones.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from './guide.ts';

type Command = 'readyToStart' | 'readyToDevelop' | 'readyToTest';

/** Puts one development package in place where npm would, and removes it where npm would. */
const NPM = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2).filter((arg) => !/^--(no-|loglevel)/.test(arg));
appendFileSync(process.env.CALLS, 'npm ' + args.join(' ') + '\\n');
if (process.env.BREAK) process.exit(1);
const put = (name) => {
  mkdirSync('node_modules/' + name, { recursive: true });
  writeFileSync('node_modules/' + name + '/package.json', '{}');
};
put('fastify');
if (args.includes('--include=dev')) put('vitest');
else rmSync('node_modules/vitest', { recursive: true, force: true });
`;
const BUILD = `
import { appendFileSync, mkdirSync } from 'node:fs';
appendFileSync(process.env.CALLS, ['build', ...process.argv.slice(2)].join(' ') + '\\n');
mkdirSync('dist', { recursive: true });
`;
const PROGRAM = [
  // esbuild, and what the newsroom is built from
  expect.stringMatching(
    /^npm install --omit=dev --save-prod esbuild@\d+\.\d+\.\d+( \S*(mantine|tanstack|react|prosemirror|diff|nonce|wouter)\S*)+$/,
  ),
  'build --program',
];
const ALL = ['npm install --include=dev', 'build'];
const SERVERS = ['npm install --omit=dev'];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-ready-'));
  folders.push(folder);
  for (const path of [
    'package.json',
    'package-lock.json',
    'packages/client',
    'public/reference/tokens.css',
    'scripts/build-newsroom.mjs',
    'scripts/newsroom-bars.mjs',
    'scripts/ready.mjs',
    'scripts/test-tools/package.json',
    'scripts/test-tools/package-lock.json',
  ])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of ['src', 'newsroom']) {
    mkdirSync(join(folder, path));
    writeFileSync(join(folder, path, 'main.ts'), '1');
  }
  writeFileSync(join(folder, 'scripts/build.mjs'), BUILD);
  writeFileSync(join(folder, 'npm.js'), NPM);
  const calls = join(folder, 'calls');
  /** What it called, and what it said. */
  function run(command: Command, env: Record<string, string> = {}) {
    writeFileSync(calls, '');
    const code = `import('./scripts/ready.mjs').then((ready) => ready.${command}())`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', code], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, CALLS: calls, npm_execpath: join(folder, 'npm.js'), ...env },
    });
    return { called: readFileSync(calls, 'utf8').split('\n').filter(Boolean), status, stderr };
  }
  const has = (name: string) => existsSync(join(folder, 'node_modules', name));
  const change = (path: string) => writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}\n`);
  return { folder, run, has, change };
}

describe('packages that the commands of the README install', () => {
  it('omits the test tools when the service starts, and shows progress', () => {
    const { run, has } = checkout();
    const { called, stderr } = run('readyToStart');
    expect(called).toEqual(PROGRAM);
    expect(has('vitest')).toBe(false);
    expect(stderr).toMatch(
      /^Installing what the service needs …\nInstalled 1 packages in \d+ s\.\nBuilding …\nBuilt in \d+ s\.\n$/,
    );
    expect(run('readyToStart')).toMatchObject({ called: [], stderr: '' });
  });

  it('adds the rest for the tests, and a later start changes nothing', () => {
    const { run, has } = checkout();
    run('readyToStart');
    expect(run('readyToTest').called).toEqual([...ALL, ...SERVERS]);
    expect(run('readyToTest').called).toEqual([]);
    expect(run('readyToStart').called).toEqual([]);
    expect(has('vitest')).toBe(true);
  });

  it('installs everything once when the tests come first, also where NODE_ENV says production', () => {
    const { run } = checkout();
    expect(run('readyToDevelop', { NODE_ENV: 'production' }).called).toEqual(ALL);
    expect(run('readyToStart').called).toEqual([]);
    expect(run('readyToTest').called).toEqual(SERVERS);
  });

  it('keeps the test tools when a start has to install again', () => {
    const { run, has, change } = checkout();
    run('readyToTest');
    change('package-lock.json');
    expect(run('readyToStart').called).toEqual(ALL);
    expect(has('vitest')).toBe(true);
  });

  it('keeps the packages of a plain npm install', () => {
    const { run, has, folder } = checkout();
    mkdirSync(join(folder, 'node_modules/vitest'), { recursive: true });
    expect(run('readyToStart').called).toEqual(ALL);
    expect(has('vitest')).toBe(true);
  });

  it('builds again, and only that, when the sources changed', () => {
    const { run, change } = checkout();
    run('readyToStart');
    change('src/main.ts');
    expect(run('readyToStart').called).toEqual(['build --program']);
    run('readyToDevelop');
    change('newsroom/main.ts');
    expect(run('readyToStart').called).toEqual(['build']);
  });

  it('ends with a message when npm fails, and retries the next time, even if the lock file was reverted', () => {
    const { run, change, folder } = checkout();
    run('readyToStart');
    const lock = readFileSync(join(folder, 'package-lock.json'));
    change('package-lock.json');
    const failed = run('readyToStart', { BREAK: '1' });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('masthead: npm install failed.');
    writeFileSync(join(folder, 'package-lock.json'), lock);
    expect(run('readyToStart').called).toEqual([PROGRAM[0]]);
  });
});

interface Locked {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

describe('the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };

  it('has the builds of optional packages for every platform, without which `npm ci` refuses it', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('names no registry', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});
