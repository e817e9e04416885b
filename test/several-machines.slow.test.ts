/**
 * docs/guides/several-machines.md, done: its files start etcd, Patroni, HAProxy, PgBouncer and Masthead on three addresses of the loopback
 * network, and its commands are typed. Folders, watchdog and ports below 1024 differ from the page.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { newProgram, type Program, serverPids, signalAll } from '../faults/cluster/process.ts';
import { clusterPrograms, PACKAGES } from '../faults/cluster/programs.ts';
import { until } from '../faults/waiting.ts';
import { toConfig } from '../src/config.ts';
import { databaseAccount } from '../src/db/embedded/account.ts';
import { atFileEnd } from './at-file-end.ts';
import { type Block, blocksOf, isThere, ROOT } from './guide.ts';
import { bash, isRun, type Place, runs } from './guide-shell.ts';
import { type Service, startService } from './process.ts';
import { randomNumbers, seed } from './random.ts';
import { startS3 } from './s3/start.ts';

const PAGE = 'docs/guides/several-machines.md';
const MACHINES = [11, 12, 13];
const BALANCER_PORT = 8080;
const PATIENCE = { timeout: 180_000, interval: 200 };
/** Every address of 127.0.0.0/8 is this machine; another run has another network. */
const random = randomNumbers(seed + process.pid);
const network = `127.${1 + Math.floor(random() * 250)}.${1 + Math.floor(random() * 250)}`;
const at = (machine: number) => `${network}.${machine}`;

const programs = (() => {
  try {
    return isThere('psql') && process.platform === 'linux' ? clusterPrograms() : null;
  } catch {
    return null;
  }
})();

function block(language: string, mark: string): Block {
  const [found] = blocksOf(PAGE, language).filter(({ marks }) => marks.includes(mark));
  if (!found) throw new Error(`${PAGE} has no block “${language} ${mark}”.`);
  return found;
}

/** Connections to any address of the network come from 127.0.0.1. */
const here = (text: string) =>
  text
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll('http://10.0.0.10/', `http://${at(10)}:${BALANCER_PORT}/`)
    .replaceAll('10.0.0.', `${network}.`);
const typed = (one: Block): Block => ({ ...one, code: here(one.code) });

/** “On the others with their name and address”: lines that name all machines stay. */
function forMachine(n: number, text: string): string {
  const lines = here(text).split('\n');
  const own = (line: string) => line.replaceAll(at(11), at(11 + n)).replace(/\bnode1\b/, `node${n + 1}`);
  return lines.map((line) => (line.includes(at(12)) ? line : own(line))).join('\n');
}

const settings = (): Record<string, string> =>
  Object.fromEntries(
    here(block('ini', 'settings').code)
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s, 2)),
  );

it('the settings of the guide are known, and refused until the secret key is set', () => {
  expect(() => toConfig(settings())).toThrow('SECRET_KEY');
  const read = toConfig({ ...settings(), SECRET_KEY: 'k'.repeat(44) });
  expect(read).toMatchObject({ serviceEnv: 'production', trustProxy: [at(10)], mediaStorage: 's3' });
  const known = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
  const page = readFileSync(join(ROOT, PAGE), 'utf8');
  const named = [...page.matchAll(/`([A-Z][A-Z0-9]+_[A-Z0-9_]+)[`=]/g)].map(([, name = '']) => name);
  const ours = named.filter((name) => !name.startsWith('ETCD_'));
  expect(ours.length).toBeGreaterThan(8);
  expect([...Object.keys(settings()), ...ours].filter((name) => !known.includes(`\`${name}`))).toEqual([]);
});

const missing = programs ? '' : ` (skipped without psql and Debian’s ${PACKAGES.join(', ')})`;

describe.skipIf(!programs)(`the guide to several machines, SEED=${seed}${missing}`, () => {
  const { etcd = '', patroni = '', haproxy = '', postgres = '' } = programs ?? {};
  const patronis: { program: Program; data: string }[] = [];
  const services: Service[] = [];
  let place: Place;
  let env: Record<string, string>;
  let own: (name: string) => string;
  let start: (name: string, file: string, args: string[]) => Program;

  const serve = async (n: number) => {
    const HOST = at(11 + n);
    // The first line of each has the public address, which does not exist.
    services[n] = { ...(await startService({ ...env, HOST })), url: `http://${HOST}:4000` };
  };
  const answers = (url: string) =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-machines-'));
    const account = databaseAccount(folder);
    const all: Program[] = [];
    chmodSync(folder, 0o711);
    own = (name) => {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      chownSync(path, account.uid, account.gid);
      return path;
    };
    mkdirSync(join(folder, 'logs'));
    start = (name, file, args) => {
      const program = newProgram(name, join(folder, 'logs'), account, file, args);
      program.start();
      all.push(program);
      return program;
    };
    atFileEnd(async () => {
      await Promise.all(all.map((program) => program.end('SIGKILL')));
      for (const { data } of patronis) signalAll(serverPids(data), 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    });
    for (const n of MACHINES.keys()) {
      const lines = forMachine(n, block('ini', 'etcd').code).replace('/var/lib/etcd/masthead', own(`etcd${n}`));
      start(`etcd${n}`, '/usr/bin/env', [...lines.trim().split('\n'), etcd, '--log-level=warn']);
    }
    for (const n of MACHINES.keys()) startPatroni(n);
    await until(
      async () => (await jobsOf('sync_standby')) === 1,
      'a cluster with a synchronous standby',
      PATIENCE.timeout,
    );
    place = { service: undefined as never, env: {}, folder: own('typed') }; // no command of the page speaks to localhost
    const made = await bash(place, [typed(block('sh', 'database'))]);
    expect(made.code, made.text).toBe(0);
    const { options, stop } = await startS3();
    atFileEnd(stop);
    const media = { S3_URL: options.url, S3_KEY: options.key, S3_SECRET: options.secret, S3_REGION: 'us-east-1' };
    const DATA_DIR = join(folder, 'data');
    env = { ...settings(), ...media, DATA_DIR, SECRET_KEY: 'k'.repeat(44), LOG_LEVEL: 'warn' };
    place.env = env;
    for (const n of MACHINES.keys()) await serve(n);
    const proxy = here(readFileSync(join(ROOT, 'ops/haproxy.cfg'), 'utf8'));
    const file = join(own('haproxy'), 'haproxy.cfg');
    writeFileSync(
      file,
      proxy.replace('maxconn 10000', 'maxconn 200').replace('bind :80', `bind ${at(10)}:${BALANCER_PORT}`),
    );
    chmodSync(dirname(file), 0o711);
    start('haproxy', haproxy, ['-db', '-f', file]);
    await until(() => answers(`http://${at(10)}:${BALANCER_PORT}/readyz`), 'the balancer', PATIENCE.timeout);
  });

  function startPatroni(n: number) {
    const [folder, sockets] = [own(`node${n}`), own(`sockets${n}`)];
    const data = join(folder, 'data');
    const more = `  pgpass: ${folder}/pgpass\n  parameters:\n    unix_socket_directories: ${sockets}\n`;
    const text = forMachine(n, block('yaml', 'patroni').code)
      .replace('/var/lib/postgresql/masthead', data)
      .replace(/bin_dir: .*\n/, `bin_dir: ${postgres}\n${more}`)
      .replace('mode: required', 'mode: "off"');
    const file = join(folder, 'config.yml');
    writeFileSync(file, text, { mode: 0o644 });
    patronis[n] = { program: start(`patroni${n}`, patroni, [file]), data };
  }

  /** How many nodes have the role, as Patroni says. */
  async function members(): Promise<{ name: string; role: string }[]> {
    for (const machine of MACHINES) {
      const answer = await fetch(`http://${at(machine)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      );
      if (answer?.ok) return ((await answer.json()) as { members: { name: string; role: string }[] }).members; // Patroni’s answer
    }
    return [];
  }
  const jobsOf = async (role: string) => (await members()).filter((one) => one.role === role).length;

  it('its commands show three processes that serve what one of them publishes', async () => {
    await runs(place, blocksOf(PAGE, 'sh').filter(isRun).map(typed));
  });

  it('media are moved to the bucket while everything runs', async () => {
    const { code, text } = await bash(place, [typed(block('sh', 's3'))]);
    expect(code, text).toBe(0);
  });

  it.skipIf(!existsSync('/usr/sbin/pgbouncer'))(
    'PgBouncer with the settings of the page works, and in transaction mode is refused',
    async () => {
      const folder = own('pgbouncer');
      const users = join(folder, 'userlist.txt');
      writeFileSync(users, '"masthead" "change-me"\n');
      const leader = (await members()).findIndex(({ role }) => role === 'leader');
      const ini = here(block('ini', 'pgbouncer').code)
        .replace('/etc/pgbouncer/userlist.txt', users)
        .replace(`host=${at(11)}`, `host=${at(11 + leader)}`)
        .concat('unix_socket_dir =\n');
      const DATABASE_URL = `postgres://masthead:change-me@${at(11)}:6432/masthead`;
      const list = () =>
        bash({ ...place, env: { ...env, DATABASE_URL } }, [
          { language: 'sh', marks: [], code: 'npx masthead site list' },
        ]);
      const file = join(folder, 'pgbouncer.ini');
      writeFileSync(file, ini);
      const session = start('pgbouncer', '/usr/sbin/pgbouncer', ['-q', file]);
      await expect.poll(async () => (await list()).code, PATIENCE).toBe(0);
      expect((await list()).text).toContain('Island News');
      await session.end('SIGKILL');
      writeFileSync(file, ini.replace('pool_mode = session', 'pool_mode = transaction'));
      start('pgbouncer-transaction', '/usr/sbin/pgbouncer', ['-q', file]);
      await expect.poll(async () => (await list()).code, PATIENCE).toBe(78);
    },
  );

  it('a reader notices nothing while the machines are upgraded one after another', async () => {
    const request = join(place.folder, 'restart');
    const ssh = `ssh() { echo "$1" > restart; while [ -e restart ]; do sleep 0.1; done; }\n`;
    const upgrade = typed(block('sh', 'upgrade'));
    let isOver = false;
    const typing = bash(place, [{ ...upgrade, code: ssh + upgrade.code }]).finally(() => {
      isOver = true;
    });
    const operator = async () => {
      for (; !isOver; await sleep(50)) {
        if (!existsSync(request)) continue;
        const n = MACHINES.findIndex((machine) => readFileSync(request, 'utf8').trim() === at(machine));
        if (n < 0) continue;
        services[n]?.child.kill('SIGTERM');
        await services[n]?.ended;
        await serve(n);
        rmSync(request);
      }
    };
    let [read, failed] = [0, 0];
    const reader = async () => {
      for (; !isOver; await sleep(20)) {
        read += 1;
        if (!(await answers(`http://${at(10)}:${BALANCER_PORT}/v1/sites/1/articles?max_id=${1e6 + read}`))) failed += 1;
      }
    };
    const [{ code, text }] = await Promise.all([typing, operator(), reader()]);
    expect(code, text).toBe(0);
    expect(read).toBeGreaterThan(50);
    expect(failed).toBe(0);
  });

  it('the loss of the leader stops neither readers nor, for long, writers', async () => {
    const n = (await members()).findIndex(({ role }) => role === 'leader');
    const balancer = `http://${at(10)}:${BALANCER_PORT}/v1`;
    const key = readFileSync(join(place.folder, 'trial.key'), 'utf8').trim();
    const rename = (name: string) =>
      fetch(`${balancer}/manage/sites/1`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ site: { name } }),
      }).then(({ status }) => status);
    expect(await rename('Before')).toBe(200);
    const { program, data } = patronis[n] ?? {};
    await program?.end('SIGKILL');
    signalAll(serverPids(data ?? ''), 'SIGKILL');
    await expect.poll(() => rename('After').catch(() => 0), PATIENCE).toBe(200);
    expect(await (await fetch(`${balancer}/sites/1`)).text()).toContain('After');
    expect(await (await fetch(`${balancer}/sites/1/articles`)).text()).toContain('First light');
    program?.start();
    await expect.poll(async () => (await members()).length, PATIENCE).toBe(3);
  });
});
