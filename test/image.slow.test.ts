/**
 * The image, built from the Dockerfile and started as its settings say: as its own account, with a root file system that cannot be written.
 * No image can be pulled here, so a base of Debian’s essential packages has the name that the Dockerfile uses.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../faults/waiting.ts';
import { ADMIN } from './app.ts';
import { atFileEnd } from './at-file-end.ts';
import { isThere, ROOT } from './guide.ts';
import { freePort } from './process.ts';
import { makeBase } from './stand-in-base.ts';

const START_TIMEOUT_MS = 240_000;
const BUILD_TIMEOUT_MS = 1_200_000;
/** A container without its engine: own mounts, and nothing can be written but /data and /tmp. */
const CONTAINER = `
set -e
root=$1; data=$2; user=$3; folder=$4; shift 4
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" /usr/bin/env -i --chdir="$folder" "$@"`;

const lacks = (() => {
  if (process.getuid?.() !== 0) return 'only root can build it';
  const missing = ['buildah', 'dpkg-query', 'unshare', 'chroot'].filter((name) => !isThere(name));
  if (missing.length > 0) return `${missing.join(', ')} missing`;
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
    ? null
    : 'mounts are not allowed';
})();

interface Settings {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Volumes: Record<string, object>;
  StopSignal: NodeJS.Signals;
  Healthcheck: { Test: string[] };
}

describe.skipIf(lacks)(`the image${lacks ? ` (skipped: ${lacks})` : ''}`, () => {
  let root: string;
  let data: string;
  let settings: Settings;
  let buildah: (...args: string[]) => Promise<string>;
  let port: number;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-image-'));
    atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
    const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
    buildah = async (...args) =>
      (await promisify(execFile)('buildah', [...storage, ...args], { maxBuffer: 64 * 1024 ** 2 })).stdout.trim();
    const [, name = ''] = /^ARG BASE=(\S+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
    makeBase(join(folder, 'base'));
    const base = await buildah('from', 'scratch');
    await buildah('add', '--quiet', base, join(folder, 'base'), '/');
    await buildah('commit', '--quiet', base, name);
    await buildah('rm', base);
    await buildah('bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--tag', 'masthead', ROOT);
    settings = JSON.parse(await buildah('inspect', '--type', 'image', 'masthead')).Docker.config;
    root = await buildah('mount', await buildah('from', '--pull-never', 'masthead'));
    data = join(folder, 'volume');
    mkdirSync(data);
    const { uid, gid } = statSync(join(root, 'data'));
    chownSync(data, uid, gid);
    port = await freePort();
  }, BUILD_TIMEOUT_MS);

  function container(command: string[], env: string[] = []) {
    const place = [root, data, settings.User, settings.WorkingDir];
    const args = [
      '-m',
      '--propagation',
      'private',
      'sh',
      '-c',
      CONTAINER,
      'sh',
      ...place,
      ...settings.Env,
      ...env,
      ...command,
    ];
    const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    const ended = once(child, 'close').then(([code]) => code as number | null); // what 'close' carries
    atFileEnd(() => void child.kill('SIGKILL'));
    return { child, ended, output: () => output };
  }

  const own = () => [
    `PORT=${port}`,
    `MASTHEAD_ADMIN_TOKEN=${ADMIN}`,
    'PUBLIC_URL=https://content.example',
    'LOG_LEVEL=warn',
  ];

  async function started() {
    const service = container([...settings.Entrypoint, ...settings.Cmd], own());
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(async () => service.child.exitCode !== null || (await isReady()), 'the service', START_TIMEOUT_MS);
    expect(service.child.exitCode, service.output()).toBeNull();
    return service;
  }

  it('has the program and no packages for its development, and one volume of its own account', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const asked = container([...settings.Entrypoint, '--version']);
    expect([await asked.ended, asked.output()]).toEqual([0, `${version}\n`]);
    expect(spawnSync('ls', [join(root, 'opt/masthead/node_modules/vitest')]).status).not.toBe(0);
    expect(Object.keys(settings.Volumes)).toEqual(['/data']);
    expect(settings.User).not.toMatch(/^(0|root|)(:|$)/);
  });

  it('starts on the embedded database with a root file system that is read-only, stops, and keeps its data', async () => {
    const touched = container(['touch', '/opt/masthead/x']);
    expect([await touched.ended, touched.output()]).toEqual([1, expect.stringContaining('Read-only file system')]);
    const first = await started();
    const at = `http://127.0.0.1:${port}`;
    const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
    const site = { id: 1, name: 'In a container', url: 'https://p.example' };
    const made = await fetch(`${at}/v1/manage/sites`, { method: 'POST', headers, body: JSON.stringify({ site }) });
    expect(made.status, await made.text()).toBe(201);
    for (const path of ['/newsroom', '/docs', '/openapi.json']) expect((await fetch(at + path)).status).toBe(200);
    const check = container(settings.Healthcheck.Test.slice(1), own());
    expect(await check.ended, check.output()).toBe(0);
    first.child.kill(settings.StopSignal);
    expect(await first.ended, first.output()).toBe(0);
    const dead = container(settings.Healthcheck.Test.slice(1), own());
    expect(await dead.ended).toBe(1);
    const second = await started();
    expect(await (await fetch(`${at}/v1/sites/1`)).text()).toContain('In a container');
    second.child.kill(settings.StopSignal);
    expect(await second.ended, second.output()).toBe(0);
  });
});
